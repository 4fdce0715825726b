// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/run_series.hpp"

#include <cstddef>

namespace coarsen {

/// How a run is spread over the machine.
struct RunPlan {
    int widthPx = 0, heightPx = 0;  ///< the size that most frames have; others are refused. 0: no header could be read
    bool sharesOneFile = false;     ///< the frames are pages of one file, which is read once
    int workers = 1;                ///< frames in flight, each with one thread of its own
    int threadsPerPlan = 1;         ///< of an engine's plan: more than 1 only when there are fewer workers than threads
};

/// Reads the headers of up to 15 frames spread over those to measure, or over the series where they are a part of it, so the
/// answer does not depend on threads or on what is known.
RunPlan runPlan(const RunRequest& request, const std::vector<int>& frames);

/// Memory that one frame in flight needs at most, bytes: the file, the decoded picture, the stages of its steps, the engine's
/// padded planes, the map and the tables of the azimuthal average.
std::size_t bytesInFlight(const ImageHeader& header, std::size_t fileBytes, int maxLag);

}  // namespace coarsen
