// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

namespace coarsen::gpu {

/// A part of the columns that all rows are compared with. The first one keeps every D; from the `rank`-th smallest of a stage
/// follows the bar below which the next one keeps what it finds.
struct SearchStage {
    std::size_t columns = 0;
    int rank = 0;                  ///< of the last one: 0
    std::size_t tilesOfBlock = 0;  ///< all blocks have as much to do, which may begin and end amid the columns of some rows
    int segments = 1;              ///< a row's columns are dealt out to so many blocks at most
    int capacity = 0;              ///< survivors of a row, segment and lane that are kept
    int room = 0;                  ///< for all survivors of a row
};

/// How the neighbours of all rows are found. No stages: by their differences in float32, which is as quick for few.
struct SearchPlan {
    std::vector<SearchStage> stages;
    std::size_t rowsAtOnce = 0;
};

/// Bars leave room for five standard deviations, so that one row in a million must be compared again.
SearchPlan searchPlan(std::size_t elements, std::size_t rows, int m, int multiprocessors);

}  // namespace coarsen::gpu
