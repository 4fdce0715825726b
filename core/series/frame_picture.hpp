// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/shared_file.hpp"
#include "core/image/raw_image.hpp"
#include "core/series/image_series.hpp"

#include <memory>

namespace coarsen {

/// The picture of a frame; `withChannels`: also what a stack holds of it on other pages. Throws InputError as decode() does.
/// `read` is pictureFile of its file, or what stays in memory for one who comes for further frames of it.
RawImage framePicture(const FrameSource& source, bool withChannels, const SharedFile& read);
RawImage framePicture(const FrameSource& source, bool withChannels, std::shared_ptr<const SharedFile>& kept);

}  // namespace coarsen
