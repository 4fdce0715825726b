// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/convolve/convolvers.hpp"
#include "core/preprocess/foreseen.hpp"

#include <memory>
#include <stop_token>

namespace coarsen {

/// What was found of the whole series, as far as it concerns one frame.
struct FrameSurvey {
    Image seriesMedian;  ///< of the frames before the step that needs it, in units of their contrast; empty: not known
    FrameDrift drift;
};

/// What a step may know beside the frame that it is given, and what it computes with.
struct StepContext {
    Foreseen foreseen;
    FrameSurvey survey;
    std::shared_ptr<Convolvers> convolvers = std::make_shared<Convolvers>();
    std::stop_token stop;  ///< a step that takes long looks at it; what it gives after a stop is thrown away
};

}  // namespace coarsen
