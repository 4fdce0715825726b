// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/fallback_measurer.hpp"

#include "core/base/error.hpp"

#include <utility>

namespace coarsen {

FallbackMeasurer::FallbackMeasurer(MeasureSettings settings, EngineRequest engines, Calibration calibration)
    : settings_(settings),
      engines_(std::move(engines)),
      calibration_(calibration),
      measurer_(settings_, engines_, calibration_) {}

template <typename Work>
auto FallbackMeasurer::withFallback(Work work) {
    for (;;) {
        try {
            return work();
        } catch (const EngineError& error) {
            const std::string failed = measurer_.engineName();
            std::erase_if(engines_.engines, [&](const auto& engine) {
                const EngineDescription& description = engine->description();
                return description.name == failed || description.isGpu || !description.unavailable.empty();
            });
            if (engines_.engines.empty()) throw;
            engines_.name = "auto";
            trouble_ = failed + " failed (" + error.what() + ")";
            measurer_ = Measurer(settings_, engines_, calibration_);
        }
    }
}

Measurer::Answer FallbackMeasurer::operator()(const Frame& finalFrame, bool withErrors, std::stop_token stop) {
    return withFallback([&] { return measurer_(finalFrame, withErrors, stop); });
}

void FallbackMeasurer::addErrors(Measurer::Answer& answer, const Frame& finalFrame, std::stop_token stop) {
    withFallback([&] { measurer_.addErrors(answer, finalFrame, stop); });
}

}  // namespace coarsen
