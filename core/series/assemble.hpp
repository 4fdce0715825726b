// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/series/image_series.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace coarsen {

/// Keeps of files of one folder and stem ("frame_1.tif" and "frame_1.jpg") that with more bits a sample, which is said.
void dropSameStems(ImageSeries& series);

/// Tells whether any of a file's scenes has pictures in other files: then all of them belong together.
bool isOfSet(const FileFacts& facts);

/// The positions on the sample that a file holds, or a folder's first file or names: what each is called. Empty where there is
/// one, or nothing can be read.
std::vector<std::string> positionsOf(const std::vector<std::filesystem::path>& inputs);

/// Makes a series of files of pictures one of frames: what belongs to a set of files (OME) is one image, a file of several pages
/// that stands alone is its times, of several such files the first page of each is taken (`joins`: all pages), channels of names
/// fold into a frame, of positions the first is taken. The first header has been read. Says all that it decides. Throws
/// SettingError: a slice or a position that there is none of.
void assemblePictures(ImageSeries& series, const SeriesOpening& opening);

}  // namespace coarsen
