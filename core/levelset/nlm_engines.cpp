// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/levelset/nlm_engines.hpp"

#include "core/base/error.hpp"

#include <algorithm>

namespace coarsen {

NlmEngineList cpuNlmEngines() {
    return {cpuSimdNlm()};
}

std::shared_ptr<const NlmEngine> chooseNlm(const NlmRequest& request) {
    if (request.name.empty() || request.name == "auto") {
        const auto isUsableGpu = [](const auto& engine) {
            return engine->description().isGpu && engine->description().unavailable.empty();
        };
        const auto gpu = std::ranges::find_if(request.engines, isUsableGpu);
        return gpu != request.engines.end() ? *gpu : cpuSimdNlm();
    }
    std::string known = "auto";
    for (const auto& engine : request.engines) {
        const NlmEngineDescription& description = engine->description();
        known += ", " + description.name;
        if (description.name != request.name) continue;
        if (!description.unavailable.empty())
            throw SettingError("engine", description.name + " cannot be used here: " + description.unavailable,
                               "choose auto or a CPU engine");
        return engine;
    }
    throw SettingError("engine", "non-local means have no engine \"" + request.name + "\"", "choose one of " + known);
}

}  // namespace coarsen
