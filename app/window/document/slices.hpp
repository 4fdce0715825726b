// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/changes.hpp"

#include <optional>

namespace coarsen::window {

/// Measures this slice of the stack that is open, or all its pages, by an undoable change. What was said of single frames
/// (excluded, R_max by hand, groups) was said of the other slice's.
void chooseSlice(Changes& changes, std::optional<int> slice);

/// Measures this dataset of the HDF5 files that are open, likewise. The size of a voxel follows where it was the file's.
void chooseDataset(Changes& changes, const ImageSeries& series, const NamedVolume& dataset);

/// Measures another dataset of HDF5 files of pictures, likewise: `other` is them, read for it.
void chooseDataset(Changes& changes, const ImageSeries& series, const ImageSeries& other);

/// "z 3 of 5", "All 15 pages", in few words "z 3/5", "15 pages": for the chip at the top.
QString wordsOfSlice(const ImageSeries& stack, bool few = false);

}  // namespace coarsen::window
