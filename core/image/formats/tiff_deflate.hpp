// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>

namespace coarsen::formats {

/// Tells whether a part of a TIFF is a whole zlib stream with the right checksum. `decoded` says so at once where libtiff has not
/// changed it (predictor, order of bytes), else the part is unpacked once more. `isReversed`: its bytes have their bits from the
/// last to the first (FillOrder 2).
bool isWholeDeflate(std::span<const std::byte> packed, std::span<const std::byte> decoded, bool isReversed);

}  // namespace coarsen::formats
