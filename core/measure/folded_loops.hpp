// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>

namespace coarsen {

/// Values that lie side by side, 32 bytes: of so many maps at the same offset.
inline constexpr int mapsInQuad = 4;

/// Part of a circle in one row of offsets: `count` weights from X0 = `first` on.
struct RowSegment {
    std::uint16_t circle, first, count;
};

/// Adds weight * value to the sums of each segment's circle. `weights` are those of the segments, one after the other; offset X0
/// of map m stands at row[X0 * mapsInQuad * quads + m], circle c's sums likewise. The same bytes on every processor.
void addSegmentsOfOneQuad(std::span<const RowSegment> segments, const double* weights, const double* row, double* sums);
void addSegmentsOfTwoQuads(std::span<const RowSegment> segments, const double* weights, const double* row, double* sums);

}  // namespace coarsen
