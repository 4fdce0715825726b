// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/series/image_series.hpp"
#include "core/volume/named_volumes.hpp"

#include <filesystem>
#include <vector>

namespace coarsen {

/// True where some format of pictures or volumes claims the file's name.
bool isFrameFile(const std::filesystem::path& file);

/// The file's name without its ending: "frame_3" of frame_3.tif and of frame_3.nii.gz.
std::filesystem::path stemOf(const std::filesystem::path& file);

/// Fewest slices by which a stack says itself that it is a volume: with fewer a picture's pages are focal planes.
inline constexpr int leastSlices = 8;
bool saysItIsVolume(const ImageHeader& header);

/// Makes a series of files one of volumes: reads headers, and spreads files that hold several times. Throws InputError where no
/// file can be read, or the first holds one slice; SettingError: a channel or time that it does not have.
void makeVolumes(ImageSeries& series, const SeriesOpening& opening);

/// The same files read for another of their volumes: notes and the file's calibration follow.
ImageSeries ofDataset(ImageSeries series, const NamedVolume& dataset);

/// The dataset that is measured of HDF5 files, of volumes or of pictures; empty: the only one that may be meant, or other files.
std::string datasetOf(const ImageSeries& series);

/// Volumes that may be chosen in the first file that is there; empty: there is no choice.
std::vector<NamedVolume> datasetsOf(const ImageSeries& series);

/// For who takes pictures alone: `what` it is. Throws InputError for a series of volumes.
void requirePictures(const ImageSeries& series, const std::string& what);

/// Choice of the volume in its file that a frame is. The series is one of volumes.
VolumeChoice volumeOf(const ImageSeries& series, const FrameSource& frame);

/// The sides of its voxels: those of the calibration, else of the file as far as it says how long they are to each other.
Spacing spacingOf(const ImageSeries& series, const Calibration& calibration);

/// A size of pixels as it was typed for this series: one number is the side of a volume's cubic voxels. Throws SettingError where
/// pictures get a depth, and volumes a width and a height alone.
Calibration calibrationFor(const ImageSeries& series, Calibration typed);

/// Puts down what of the choices decides which voxels are measured, or pictures of an HDF5 file, as a text for keys of results.
std::string volumeKey(const ImageSeries& series);

/// "96 × 96 × 48" or "640 × 480": the size of the first frame.
std::string sizeText(const ImageSeries& series);

}  // namespace coarsen
