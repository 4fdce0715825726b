// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace coarsen::dicom {

/// Red, green and blue of a frame that JPEG has packed as luminance and its differences, whatever its own markers call them.
/// Throws Refused where it is of another size or kind, or damaged as far as can be told.
std::vector<char> coloursOfJpeg(std::string_view packed, std::size_t width, std::size_t height);

}  // namespace coarsen::dicom
