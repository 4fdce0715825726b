// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/image/decode.hpp"
#include "core/volume/formats/stored_format.hpp"

namespace coarsen::formats {

/// A format that stores its samples plainly, as one of pictures: each slice at each time of each channel is a page. Only what is
/// asked for is read of a file.
ImageFormat pictureFormatOf(const volumes::StoredFormat& format);

}  // namespace coarsen::formats
