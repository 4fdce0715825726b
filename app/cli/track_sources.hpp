// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/entrance.hpp"
#include "app/cli/progress.hpp"
#include "core/correlate/correlate.hpp"
#include "core/displace/track_settings.hpp"

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace coarsen::cli {

/// One frame as it came.
struct ArrivedFrame {
    std::string name;
    std::optional<double> timeS;                    ///< as the film or the files state it; else the time of arrival counts
    MaskedImage picture;                            ///< in grey
    std::string problem;                            ///< why there is no picture; else empty
    std::chrono::steady_clock::time_point arrival;  ///< its last byte was read
};

/// Where frames come from, one after the other.
class TrackSource {
public:
    virtual ~TrackSource() = default;

    /// Waits for the next frame; nothing at the end, and after a stop.
    virtual std::optional<ArrivedFrame> next(std::stop_token stop) = 0;

    /// Sentence for the end on the frames that nobody saw, and on how far the program was behind; or nothing.
    virtual std::string lateness() const { return {}; }
    /// Frames that were left out or cut off: what is known of them is not all.
    virtual bool isIncomplete() const { return false; }
};

/// Raw frames on standard input. The writer waits where we are slower: no frame is dropped.
std::unique_ptr<TrackSource> pipedFrames(const RawFrames& form);

/// The frames of a film, a stack or a folder, all of them. `rateHz` of 0: by their own times. `isLive`: as fast as they were
/// taken, and those that are overdue while another one is measured are left out. Throws InputError, SettingError.
std::unique_ptr<TrackSource> recordedFrames(const AnalyzeOptions& input, double rateHz, bool isLive, ProgressReport& report);

/// The images that come into a folder from now on. Of more than 32 that wait, the oldest are left out.
std::unique_ptr<TrackSource> arrivingFrames(const std::filesystem::path& folder, ProgressReport& report);

}  // namespace coarsen::cli
