// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/engines.hpp"

#include <utility>
#include <vector>

namespace coarsen::bench {

struct PaperBenchOptions {
    std::vector<std::pair<int, int>> sizes{{750, 1500}, {1500, 750}};        ///< width, height
    std::vector<int> maxLags{1, 2, 5, 10, 20, 50, 100, 150, 200, 250, 300};  ///< pixels
    double seconds = 0.2;                                                    ///< least for each case
    bool asJson = false;
};

/// `coarsen-bench --suite paper`: time against the largest offset of the programs of Lu et al. (2010), and of ours, on one 8-bit
/// image. What would take minutes is left out, and said so on standard error. Throws EngineError where one of ours is wrong.
void benchPaper(const EngineList& engines, const PaperBenchOptions& options);

}  // namespace coarsen::bench
