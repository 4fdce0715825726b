// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/levelset/nlm_engines.hpp"

#include "core/base/named_engine.hpp"

namespace coarsen {

NlmEngineList cpuNlmEngines() {
    return {cpuSimdNlm()};
}

std::shared_ptr<const NlmEngine> chooseNlm(const NlmRequest& request) {
    if (!isAutomatic(request.name)) return engineNamed(request.engines, request.name, "non-local means have no engine");
    const auto gpu = usableGpu(request.engines);
    return gpu ? gpu : cpuSimdNlm();
}

}  // namespace coarsen
