// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/step_effects.hpp"

#include "core/base/error.hpp"
#include "core/measure/lengths.hpp"

namespace coarsen {

double rMaxPx(const Measurer::Answer& answer, std::optional<double> markerPx, const MeasureSettings& settings) {
    const bool wasStopped = answer.profile.value.empty();
    return markerPx && !wasStopped ? rMaxNear(answer.profile, *markerPx, settings).px : answer.rMax.px;
}

std::vector<StepEffect> stepEffects(const Frame& raw, const FrameSurvey& survey, const std::vector<Step>& steps, double withPx,
                                    FrameMeasurer& measurer, std::optional<double> markerPx, const MeasureSettings& settings,
                                    std::stop_token stop) {
    std::vector<StepEffect> effects;
    const auto add = [&](const std::string& key, const std::vector<Step>& others) {
        StepEffect effect{key, withPx};
        try {
            const Frame without = finalFrame(raw, others, survey, stop, measurer.convolvers());
            if (stop.stop_requested()) return;
            effect.withoutPx = rMaxPx(measurer.measurer()(without, false, stop), markerPx, settings);
        } catch (const InputError&) {
            effect.withoutPx = std::numeric_limits<double>::quiet_NaN();  // without the step there is nothing to measure
        }
        if (!stop.stop_requested()) effects.push_back(effect);
    };
    std::vector<Step> none = steps;
    for (std::size_t i = 0; i < steps.size() && !stop.stop_requested(); ++i) {
        if (!steps[i].isOn() || !steps[i].canSwitchOff()) continue;
        none[i].switchTo(false);
        std::vector<Step> others = steps;
        others[i].switchTo(false);
        add(steps[i].key(), others);
    }
    if (!stop.stop_requested()) add("all", none);
    return effects;
}

}  // namespace coarsen
