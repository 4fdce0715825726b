// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/displace/shift.hpp"

#include <array>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string>

namespace coarsen::cli {

/// How long answers took, to 1 %, however many there are.
class Latencies {
public:
    void add(double ms);
    std::size_t count() const { return count_; }
    double worstMs() const { return worst_; }
    /// What that part of them (0 to 1) did not exceed.
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
    /// `file` empty: standard output only. Throws StorageError.
    explicit TrackTable(const std::filesystem::path& file);

    /// Empty where the shift was not found. `latencyMs` counts up to this call.
    void add(double timeS, const FoundShift& found, double latencyMs);

    /// Into the file, too: no line on standard output waits for a disk. Throws StorageError.
    void keep();

    /// Nobody reads standard output any more, and there is no file.
    bool isClosed() const { return isClosed_ && !file_.is_open(); }

private:
    std::filesystem::path path_;
    std::ofstream file_;
    std::string kept_;  // what the file has not got yet
    bool isClosed_ = false;

    void write(const std::string& line);
};

}  // namespace coarsen::cli
