// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/volume/hdf5_program/axes.hpp"

#include <optional>
#include <string>

namespace coarsen::hdf5 {

/// A volume of an Imaris file, which keeps each time and channel in a dataset of its own, padded to whole blocks (Bio-Formats'
/// ImarisHDFReader.java).
struct ImarisVolume {
    std::string path;  ///< of the dataset
    hsize_t times = 1, channels = 1;
    Axes axes;  ///< with the sides that the file says, not those of the padded dataset
};

/// The volume in full resolution at a time and a channel, from 0; nothing where the file is no Imaris file, or has none there.
std::optional<ImarisVolume> imarisVolume(hid_t file, hsize_t time, hsize_t channel);

/// The same of a dataset that is named.
std::optional<ImarisVolume> imarisVolume(hid_t file, const std::string& path);

}  // namespace coarsen::hdf5
