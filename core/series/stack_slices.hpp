// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/series/image_series.hpp"

#include <optional>

namespace coarsen {

/// How many slices there are to choose among: of a stack that says what its pages are and has several. Else 0.
int slicesToChoose(const ImageSeries& series);

/// The slice that the frames are of, counting from 1; nothing: no such stack, or all of its pages one after the other.
std::optional<int> sliceOf(const ImageSeries& series);

/// The frames of another slice of the same file, with all its channels; nothing: the first slice at each time, of a stack without
/// times all pages. Notes follow, times are to be assigned again. Throws SettingError: a slice that it does not have.
ImageSeries ofSlice(ImageSeries series, std::optional<int> slice);

}  // namespace coarsen
