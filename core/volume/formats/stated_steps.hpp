// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.hpp"
#include "core/volume/volume_header.hpp"

#include <array>
#include <optional>
#include <string>

namespace coarsen::volumes {

/// How far apart the samples along an axis are, as a file's own words say it.
struct StatedStep {
    std::optional<double> length;
    std::string unit;  ///< empty: none is said
};

/// Gives a header of known size the sides of its voxels, or of its pixels where there is one slice: in micrometres where each
/// axis has a unit of length, their shape alone where none has one. What is no length, or said along some axes alone, is remarked
/// on; `by` is whose words they are: "OME-Zarr".
void takeSteps(const std::array<StatedStep, 3>& xyz, const std::string& by, UnitDialect dialect, VolumeHeader& header);

}  // namespace coarsen::volumes
