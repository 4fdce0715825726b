// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/series/image_series.hpp"

#include <filesystem>

namespace coarsen {

/// True where a file is named as one of OME-XML alone, which describes the images beside it (`*.companion.ome`).
bool isCompanion(const std::filesystem::path& file);

/// The first image that a companion describes. Throws InputError: none is named, none of its name is there, no OME-XML.
std::filesystem::path imageOfCompanion(const std::filesystem::path& companion);

/// Where the first header is described by another file, as OME's BinaryOnly says, takes that file's words, or says why not.
void takeDescription(ImageSeries& series);

}  // namespace coarsen
