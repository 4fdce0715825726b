// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/convolve/convolvers.hpp"
#include "core/preprocess/frame.hpp"

#include <memory>
#include <stop_token>

namespace coarsen {

/// Knowledge of a step beside the volume that it is given, and the engines that it computes with.
struct VolumeContext {
    int frame = 0;          ///< of the series
    FrameDrift drift = {};  ///< of the volume's content; none until the survey knows it
    int threads = 1;
    std::shared_ptr<Convolvers> convolvers = std::make_shared<Convolvers>();
    std::stop_token stop = {};  ///< a step that takes long looks at it and gives its volume back as it was
};

}  // namespace coarsen
