// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/image/region.hpp"

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace coarsen {

/// Where in ImageJ's stack a selection belongs, each counted from 1; 0: nowhere in particular.
struct RoiPosition {
    int image = 0;                         ///< of the images in their order; also from a name as "0003-0120-0456.roi"
    int channel = 0, slice = 0, time = 0;  ///< of a hyperstack
    bool operator==(const RoiPosition&) const = default;
};

/// One selection: its shapes, which hold for every frame as they are read.
struct RoiSelection {
    Region region;
    RoiPosition position;
};

/// Selections that a file of ImageJ's holds.
struct RoiFile {
    std::string name;
    std::vector<RoiSelection> selections;
};

/// The selections of an ImageJ file: one (`.roi`: rectangle, oval, polygon, freehand, traced, or a composite of such) or a set of
/// them (`.zip`), each of which adds to the region but those named as regionFile names what takes away. Throws InputError: not
/// readable, no such file, a selection without an area (a line, points), damaged, larger than 64 MB.
RoiFile readRois(const std::filesystem::path& file);
RoiFile roisFromBytes(std::span<const std::byte> bytes, const std::string& name);

/// All of their shapes, for every frame.
Region unionOf(const RoiFile& file);

/// The bytes of such a file. Of several shapes, or one that takes away, a set, in which `0002-ellipse.roi` takes away and
/// `0001+polygon.roi` adds; a shape that holds for one frame has its number, from 1, as its image. `isSet` asks for a set in any
/// case. Throws SettingError for what ImageJ cannot hold.
std::vector<std::byte> regionFile(const Region& region, bool isSet);

}  // namespace coarsen
