// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/output.hpp"
#include "core/base/descriptor.hpp"
#include "core/displace/shift.hpp"

#include <array>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace coarsen::cli {

/// How long answers took, to 1 %, however many there are.
class Latencies {
public:
    void add(double ms);
    std::size_t count() const { return count_; }
    double worstMs() const { return worst_; }
    /// Latency that this part of them (0 to 1) did not exceed, ms.
    double percentileMs(double part) const;

private:
    static constexpr int bins = 2100;  // of 1 %, from a microsecond to twenty minutes
    std::array<std::size_t, bins> counts_{};
    std::size_t count_ = 0;
    double worst_ = 0;
};

/// The lines of `track`: on standard output as soon as each is known and, where a folder is given, in its track.csv behind that.
class TrackTable {
public:
    /// `folder` empty: standard output only. Throws StorageError.
    TrackTable(const std::string& folder, bool replaces, ProgressReport& report);

    /// Empty where the shift was not found. `latencyMs` counts up to this call.
    void add(double timeS, const FoundShift& found, double latencyMs);

    /// Into the file, too: no line on standard output waits for a disk. Where somebody has removed the file or moved it away, it
    /// is made anew with all lines so far. Throws StorageError.
    void keep();

    bool isFile() const { return output_.has_value(); }
    /// Nobody reads standard output any more, and there is no file.
    bool isClosed() const { return isClosed_ && !isFile(); }

private:
    std::filesystem::path path_;
    ProgressReport& report_;
    std::optional<Output> output_;
    Descriptor file_{-1};
    std::string kept_;  // what the file has not got yet
    bool isClosed_ = false;

    void write(const std::string& line);
    void makeFile();
    void append(std::string_view text) const;
};

}  // namespace coarsen::cli
