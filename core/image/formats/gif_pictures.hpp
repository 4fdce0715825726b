// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/files.hpp"

#include <cstddef>

namespace coarsen::formats {

/// Pictures of a GIF of which all data are there, by its blocks (GIF89a, sections 15 to 27): a decoder also gives the beginning
/// of one that was cut, whose rest it leaves as it was before. Throws InputError where the file cannot be read.
std::size_t wholeGifPictures(const FileReader& file);

}  // namespace coarsen::formats
