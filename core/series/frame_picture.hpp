// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/shared_file.hpp"
#include "core/image/raw_image.hpp"
#include "core/series/image_series.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace coarsen {

/// The picture of a frame; `withChannels`: also what a stack holds of it on other pages. Throws InputError as decode() does.
/// `read` is pictureFile of its file, or what stays in memory for one who comes for further frames of it.
RawImage framePicture(const FrameSource& source, bool withChannels, const SharedFile& read);
RawImage framePicture(const FrameSource& source, bool withChannels, std::shared_ptr<const SharedFile>& kept);

/// The header of a frame's file, of its dataset where it has some. Throws InputError.
ImageHeader frameHeader(const FrameSource& source);
ImageHeader frameHeader(const FrameSource& source, const SharedFile& read);

/// The files of a frame's further channels, or of a volume's further slices, that are others than its own: each once, in order.
std::vector<std::filesystem::path> furtherFiles(const FrameSource& source);

/// A file of further channels, read.
struct ChannelFile {
    std::filesystem::path file;
    std::shared_ptr<const SharedFile> read;
};
/// Reads those files; what `kept` holds of the frame before is not read again. Throws InputError where one cannot be read.
std::vector<ChannelFile> channelFiles(const FrameSource& source, const std::vector<ChannelFile>& kept);
/// The picture of a frame with all its channels, from files that have been read.
RawImage framePicture(const FrameSource& source, const SharedFile& read, const std::vector<ChannelFile>& others);

/// One SHA-256 of those of several files; empty of none.
std::string sha256OfAll(const std::vector<std::string>& sums);

}  // namespace coarsen
