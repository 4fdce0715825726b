// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/engines.hpp"

#include <string>
#include <utility>
#include <vector>

namespace coarsen::bench {

struct CorrelationBenchOptions {
    std::vector<std::pair<int, int>> sizes{{300, 200}, {1500, 750}};  ///< width, height
    std::vector<int> maxLags;                                         ///< pixels; none: a third of the shorter side
    std::vector<std::string> engines;                                 ///< none: all that can run here
    PixelType type = PixelType::f32;
    int threads = 0;     ///< 0: all
    double seconds = 1;  ///< least for each case
    bool asJson = false;
};

/// `coarsen-bench --suite correlation`: the lag sums of every engine, and where there is a GPU our kernels beside the paper's and
/// cuFFT's. What would take minutes is left out unless it is named, and said so on standard error. Throws SettingError.
void benchCorrelation(const EngineList& engines, const CorrelationBenchOptions& options);

}  // namespace coarsen::bench
