// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/series/image_series.hpp"
#include "tests/bench/bench_report.hpp"

#include <filesystem>
#include <vector>

namespace coarsen::bench {

/// Writes `frames` uncompressed 8-bit TIFFs of 1500 x 750 px, one strip each, all different, down to the disk.
void writeStoredSeries(const std::filesystem::path& folder, int frames);

/// Times what a run does to every file before it measures (reading, SHA-256, decoding), as a whole and in its parts, against
/// reading the bytes alone: the files in the system's cache and, where the cache can be emptied of them, from the disk. Times are
/// of the whole series.
std::vector<Timing> readingCases(const ImageSeries& series, int threads);

}  // namespace coarsen::bench
