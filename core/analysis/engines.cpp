// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/engines.hpp"

#include <algorithm>
#include <iterator>

namespace coarsen {

void Engines::join(Engines others) {
    forEachFamily(
        [&](const char*, const char*, auto family) { std::ranges::move(others.*family, std::back_inserter(this->*family)); });
    std::ranges::move(others.frames, std::back_inserter(frames));
    std::ranges::move(others.tracking, std::back_inserter(tracking));
}

Engines Engines::withoutGpus() const {
    Engines those;
    forEachFamily([&](const char*, const char*, auto family) {
        std::ranges::copy_if(this->*family, std::back_inserter(those.*family),
                             [](const auto& engine) { return !engine->description().isGpu; });
    });
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
