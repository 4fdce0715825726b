// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/engines.hpp"

#include <algorithm>
#include <iterator>

namespace coarsen {

void Engines::join(Engines others) {
    std::ranges::move(others.correlation, std::back_inserter(correlation));
    std::ranges::move(others.convolution, std::back_inserter(convolution));
    std::ranges::move(others.frames, std::back_inserter(frames));
    std::ranges::move(others.tracking, std::back_inserter(tracking));
    std::ranges::move(others.volumes, std::back_inserter(volumes));
    std::ranges::move(others.registration, std::back_inserter(registration));
    std::ranges::move(others.nlm, std::back_inserter(nlm));
}

Engines Engines::withoutGpus() const {
    const auto isCpu = [](const auto& engine) { return !engine->description().isGpu; };
    Engines those;
    std::ranges::copy_if(correlation, std::back_inserter(those.correlation), isCpu);
    std::ranges::copy_if(convolution, std::back_inserter(those.convolution), isCpu);
    std::ranges::copy_if(volumes, std::back_inserter(those.volumes), isCpu);
    std::ranges::copy_if(registration, std::back_inserter(those.registration), isCpu);
    std::ranges::copy_if(nlm, std::back_inserter(those.nlm), isCpu);
    return those;
}

ConvolutionRequest EngineRequest::forConvolution() const {
    return {engines.convolution.empty() ? cpuConvolutionEngines() : engines.convolution, convolution};
}

C3dRequest EngineRequest::forVolumes() const {
    return {engines.volumes.empty() ? cpuC3dEngines() : engines.volumes, name};
}

NlmRequest EngineRequest::forNlm() const {
    return {engines.nlm.empty() ? cpuNlmEngines() : engines.nlm, name.starts_with("cpu") ? "cpu-simd" : "auto"};
}

std::shared_ptr<const RegistrationEngine> EngineRequest::forRegistration() const {
    if (engines.registration.empty() || name.starts_with("cpu")) return cpuSimdRegistration();
    return chooseRegistration(engines.registration, "auto");
}

std::string EngineRequest::tunedUtc() const {
    if (convolution != "auto") return {};
    for (const auto& engine : engines.convolution)
        if (const std::string& tuned = engine->description().tuned; !tuned.empty()) return tuned;
    return {};
}

}  // namespace coarsen
