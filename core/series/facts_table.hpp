// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/stated.hpp"
#include "core/series/image_series.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace coarsen {

/// One line of what a file says.
struct FactRow {
    std::string fact;   ///< "Interval"
    std::string value;  ///< with its unit: "60 s"
    std::string by;     ///< who says it: "ImageJ finterval=60"
    std::string trust;  ///< "typed", "stated", "inherited", "offered", "not read"

    bool operator==(const FactRow&) const = default;
};

std::string_view nameOf(Trust trust);  ///< "typed", "stated", "inherited", "offered"

/// Rows of what counts for a frame, then of all that its file and its name state of it. Reads the file's header. `ofSeries`: the
/// size of pixels that counts. Throws InputError: a file that cannot be read.
std::vector<FactRow> factsOfFrame(const ImageSeries& series, int frame, const Calibration& ofSeries);

/// As a table to paste: a line of headings, then one of each fact, with tabs between.
std::string tabbedText(const std::vector<FactRow>& facts);

}  // namespace coarsen
