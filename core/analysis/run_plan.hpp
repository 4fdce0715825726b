// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/frame_memory.hpp"
#include "core/analysis/run_series.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace coarsen {

/// How a run is spread over the machine.
struct RunPlan {
    int widthPx = 0, heightPx = 0;  ///< the size that most frames have; others are refused. 0: no header could be read
    int depthPx = 0;                ///< of volumes
    bool sharesOneFile = false;     ///< the frames are pages of one file, which is read once
    int workers = 1;                ///< frames in flight, each with one thread of its own
    int threadsPerPlan = 1;         ///< of an engine's plan: more than 1 only when there are fewer workers than threads

    FrameWork work;               ///< work on each frame
    ImageHeader header;           ///< of the usual frames; no width: none could be read
    FrameMemory memory;           ///< that they need
    std::size_t budgetBytes = 0;  ///< that all of it may take, less a stack that is held once
    bool isMemoryShort = false;   ///< fewer workers than threads for its sake

    /// Memory that one frame may need beside the other workers', bytes.
    std::size_t bytesForOne() const;
    /// "Each frame needs about 3.1 GB: 2 at a time", where memory is short; else empty.
    std::string notice() const;
};

/// The header that most of these pictures have, by up to 15 spread over them; nothing where none of those can be read.
std::optional<ImageHeader> usualHeader(const ImageSeries& series, const std::vector<int>& frames);

/// Reads the headers of up to 15 frames spread over the series, so the answer does not depend on threads or on what is known;
/// none where the request has the usual one.
/// `atMost`: frames that there is anything to do with.
RunPlan runPlan(const RunRequest& request, const std::vector<int>& frames, std::size_t atMost);

}  // namespace coarsen
