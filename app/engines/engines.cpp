// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engines/engines.hpp"

#include "core/convolve/tuning.hpp"
#include "core/correlate/engines.hpp"
#include "gpu/engines.hpp"

namespace coarsen {

Engines allEngines() {
    Engines engines(cpuEngines(), cpuConvolutionEngines(), cpuC3dEngines());
    engines.registration = cpuRegistrationEngines();
    engines.nlm = cpuNlmEngines();
    engines.join(gpu::engines());
    return engines;
}

Engines withTuning(Engines engines, const std::function<void(const std::string&)>& tell) {
    const KnownTuning known = knownTuning(tuningFile(), tuningMachine(engines.convolution));
    if (!known.problem.empty()) tell(known.problem);
    if (known.tuning) engines.convolution = tuned(engines.convolution, *known.tuning);
    return engines;
}

}  // namespace coarsen
