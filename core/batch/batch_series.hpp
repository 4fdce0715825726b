// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/series/image_series.hpp"

#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace coarsen {

/// One series of a batch, and what it is measured with where that is not the batch's.
struct BatchSeries {
    std::filesystem::path path = {};  ///< absolute: a folder of images, a film, a stack, or a session, which is taken as it is
    std::string name = {};            ///< no two alike
    std::string group = {};           ///< repeats of one condition have the same one; empty: a condition of its own
    double x = std::numeric_limits<double>::quiet_NaN();
    std::optional<int> position = {};  ///< of several on the sample, from 1; nothing: the batch's, or the first
    std::optional<Calibration> calibration = {};
    std::optional<double> intervalS = {};
    std::string t0 = {};                ///< as `--set fit.t0`; empty: the batch's
    std::string fit = {};               ///< growth law, as `--fit` takes it; empty: the batch's
    std::filesystem::path recipe = {};  ///< a file, absolute; empty: the batch's
    std::size_t frames = 0;             ///< as far as headers and listings tell
    std::string problem = {};           ///< why it cannot be opened; empty: it can
};

/// Series that a table or a folder gives.
struct FoundSeries {
    std::vector<BatchSeries> series;
    std::string xLabel;              ///< meaning of x, "temperature (°C)"; empty: not known
    std::vector<std::string> notes;  ///< sentences on what names were taken for, and on what was passed over
};

/// How many frames each has, or why it cannot be opened: reads listings and first headers.
void countFrames(std::vector<BatchSeries>& series, const SeriesOpening& opening = {});

/// The names of the series as names of folders and files beside each other: letters, digits, `-`, `_` and `.`, none hidden, none
/// too long for a file system, no two alike (also where capitals do not count), none of `taken`.
std::vector<std::string> folderNames(const std::vector<BatchSeries>& series, const std::vector<std::string>& taken);

/// Gives series without a name that of their folder or file, with as many of the folders above as tell them apart, and the second
/// of those that still share one a number.
void giveNames(std::vector<BatchSeries>& series);

}  // namespace coarsen
