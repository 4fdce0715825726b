// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/run_series.hpp"

#include <cstddef>
#include <stop_token>

namespace coarsen {

/// Needs of one of a scheduler's jobs.
struct JobNeeds {
    std::size_t memoryBytes = 0;  ///< at most; never less than is used
    double seconds = 0;           ///< with room for a machine that is three times slower
};

/// Estimate of what a run needs that is measured in parts, for whoever hands it to a scheduler.
struct PartsEstimate {
    std::size_t frames = 0;
    int parts = 1, threads = 1;  ///< threads of the preparing and of each part
    JobNeeds preparing, part, merging;
};

/// Measures the first frame and one from the middle, on one thread, to learn how long a frame takes; its memory follows from its
/// header (frame_memory). `parts`: 0 chooses parts of a quarter of an hour each. Nothing of use after a stop. Throws
/// SettingError where the recipe or the engine does not suit the images; InputError where neither of the two can be measured.
PartsEstimate estimateOf(const RunRequest& request, int parts, std::stop_token stop = {});

}  // namespace coarsen
