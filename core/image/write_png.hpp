// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/image/image.hpp"

#include <filesystem>

namespace coarsen {

/// 8- or 16-bit grey PNG of a u8 or u16 image's first channel, with its pixel size (pHYs) when positive. Throws StorageError.
void writeGreyPng(const std::filesystem::path& file, const Image& image, double umPerPx = 0);

}  // namespace coarsen
