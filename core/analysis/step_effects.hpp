// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/frame_measurer.hpp"
#include "core/analysis/volume_frame_measurer.hpp"

#include <limits>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace coarsen {

/// Effect of one step on R_max of a frame: so that no correction moves the result in silence.
struct StepEffect {
    std::string step;  ///< its key, or "all": every step that can be switched off
    double withPx = std::numeric_limits<double>::quiet_NaN();
    double withoutPx = std::numeric_limits<double>::quiet_NaN();  ///< NaN where R_max vanishes without it

    double percent() const { return 100 * (withPx / withoutPx - 1); }
};

/// R_max as the frame's row has it: the maximum nearest to a marker set by hand (`markerPx`), where there is one.
double rMaxPx(const Measurer::Answer& answer, std::optional<double> markerPx, const MeasureSettings& settings);

/// Each step that is on switched off in turn, then all at once; `withPx`: R_max with all of them. With a marker both are the
/// maximum near it. Fewer after a stop.
std::vector<StepEffect> stepEffects(const Frame& raw, const FrameSurvey& survey, const std::vector<Step>& steps, double withPx,
                                    FrameMeasurer& measurer, std::optional<double> markerPx, const MeasureSettings& settings,
                                    std::stop_token stop = {});
/// The same of a volume.
std::vector<StepEffect> stepEffects(const Volume& raw, int frame, const FrameDrift& drift, const std::vector<Step>& steps,
                                    double withPx, VolumeFrameMeasurer& measurer, std::optional<double> markerPx,
                                    std::stop_token stop = {});

}  // namespace coarsen
