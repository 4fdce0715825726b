// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/volume/hdf5_program/objects.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace coarsen::hdf5 {

enum Axis { axisX, axisY, axisZ, axisT, axisC, axisCount };

/// Meaning of a dataset's axes, and the lengths of their steps.
struct Axes {
    std::vector<hsize_t> sides;                           ///< of the dataset, the slowest first
    std::array<int, axisCount> at{-1, -1, -1, -1, -1};    ///< axis of the dataset that each is; -1: it has none
    std::array<std::optional<double>, axisT + 1> step{};  ///< along x, y, z and t, where it is said
    std::array<std::string, axisT + 1> unit{};
    std::string by;

    hsize_t side(Axis axis) const { return at[axis] < 0 ? 1 : sides[static_cast<std::size_t>(at[axis])]; }
};

/// Tells them by ilastik's `axistags`, an attribute `axes`, labels of the dimensions, EMD's or NeXus' vectors of each axis, else
/// by their number: sides of 1 count for none, and what is left is t z y x. Nothing where it is neither picture nor volume.
/// `path` is the dataset's.
std::optional<Axes> axesOf(hid_t file, hid_t dataset, const std::string& path);

}  // namespace coarsen::hdf5
