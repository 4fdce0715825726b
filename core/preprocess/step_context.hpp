// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/convolve/convolvers.hpp"
#include "core/preprocess/foreseen.hpp"

#include <memory>
#include <stop_token>

namespace coarsen {

/// Findings on the whole series, as far as they concern one frame.
struct FrameSurvey {
    Image seriesMedian;  ///< of the frames before the step that needs it, in units of their contrast; empty: not known
    FrameDrift drift;
};

/// Knowledge of a step beside the frame that it is given, and the engines that it computes with.
struct StepContext {
    Foreseen foreseen;
    FrameSurvey survey;
    std::shared_ptr<Convolvers> convolvers = std::make_shared<Convolvers>();
    std::stop_token stop;  ///< a step that takes long looks at it; what it gives after a stop is thrown away
};

}  // namespace coarsen
