// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/neighbour_correlation.hpp"

#include <string>
#include <string_view>

namespace coarsen {

/// A row as it is kept: with how much it shares with the frame before.
struct StoredRow {
    FrameResult row;
    double neighbourCorrelation = std::numeric_limits<double>::quiet_NaN();
};

/// One row with its C1D as a JSON object in one line, as the session and the journal of a run keep it: nothing is lost.
std::string storedRowJson(const StoredRow& stored);

/// Throws InputError without a subject, which says what of it is damaged.
StoredRow storedRowFromJson(std::string_view text);

}  // namespace coarsen
