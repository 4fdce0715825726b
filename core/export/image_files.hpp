// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/correlation_map.hpp"
#include "core/image/image.hpp"

#include <filesystem>

namespace coarsen {

/// Float32 TIFF, (2R+1) x (2R+1), centre at (R, R), row 0 is Y0 = -R, NaN where undefined. Throws StorageError.
void writeMapTiff(const std::filesystem::path& file, const CorrelationMap& map);
/// Float32 TIFF of the image, a page for each of its channels in their order, each pixel times `greyUnit` (of its Frame).
void writeFloatTiff(const std::filesystem::path& file, const Image& image, double greyUnit = 1);
/// 8-bit PNG: 255 = not measured (dust), 0 = valid (decision P3).
void writeMaskPng(const std::filesystem::path& file, const Mask& mask, int width, int height);

}  // namespace coarsen
