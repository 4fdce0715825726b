// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/convolve/engine.hpp"
#include "tests/bench/gpu/convolution_bench.hpp"

#include <functional>
#include <string>
#include <vector>

namespace coarsen::bench {

/// Sizes from "3:43" (3 x 3, 5 x 5, ... 43 x 43), "17" or "1x43". Throws SettingError naming `option`.
std::vector<FilterSize> filterSizesFrom(const std::vector<std::string>& texts, const std::string& option);

/// How the CPU's convolutions are timed.
struct ConvolutionCases {
    int width = 0, height = 0;  ///< of a random float32 image
    std::vector<FilterSize> sizes;
    std::vector<int> threads;
    double seconds = 0;  ///< least for each case
};

/// Times the CPU engines of the list and OpenCV's filters from image to image, with filters of rank 1 and others, and tells each
/// as it is done; cpu-direct, one thread, judges them all. Throws EngineError where an answer is wrong.
void timeConvolutions(const ConvolutionEngineList& engines, const ConvolutionCases& cases,
                      const std::function<void(const ConvolutionTiming&)>& done);

}  // namespace coarsen::bench
