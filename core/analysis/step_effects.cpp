// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/step_effects.hpp"

#include "core/base/error.hpp"
#include "core/measure/lengths.hpp"

#include <algorithm>

namespace coarsen {

double rMaxPx(const Measurer::Answer& answer, std::optional<double> markerPx, const MeasureSettings& settings) {
    const bool wasStopped = answer.profile.value.empty();
    return markerPx && !wasStopped ? rMaxNear(answer.profile, *markerPx, settings).px : answer.rMax.px;
}

namespace {

/// `rMaxBy(steps)` measures R_max by other steps; NaN where there is none.
template <typename RMaxBy>
std::vector<StepEffect> effectsOf(const std::vector<Step>& steps, double withPx, RMaxBy rMaxBy, std::stop_token stop) {
    std::vector<StepEffect> effects;
    const auto add = [&](const std::string& key, const std::vector<Step>& others) {
        StepEffect effect{key, withPx};
        try {
            effect.withoutPx = rMaxBy(others);
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

}  // namespace

std::vector<StepEffect> stepEffects(const Frame& raw, const FrameSurvey& survey, const std::vector<Step>& steps, double withPx,
                                    FrameMeasurer& measurer, std::optional<double> markerPx, const MeasureSettings& settings,
                                    std::stop_token stop) {
    const auto rMaxBy = [&](const std::vector<Step>& others) {
        const Frame without = finalFrame(raw, others, survey, stop, measurer.convolvers());
        if (stop.stop_requested()) return std::numeric_limits<double>::quiet_NaN();
        return rMaxPx(measurer.measurer()(without, false, stop), markerPx, settings);
    };
    return effectsOf(steps, withPx, rMaxBy, stop);
}

std::vector<StepEffect> stepEffects(const Volume& raw, int frame, const FrameDrift& drift, const std::vector<Step>& steps,
                                    double withPx, VolumeFrameMeasurer& measurer, std::optional<double> markerPx,
                                    std::stop_token stop) {
    if (std::ranges::none_of(steps, [](const Step& step) { return step.isOn() && step.canSwitchOff(); }))
        return {{"all", withPx, withPx}};
    return effectsOf(
        steps, withPx,
        [&](const std::vector<Step>& others) { return measurer.rMaxBy(others, raw, frame, drift, markerPx, stop); }, stop);
}

}  // namespace coarsen
