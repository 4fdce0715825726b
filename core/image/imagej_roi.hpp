// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/image/region.hpp"

#include <cstddef>
#include <filesystem>
#include <span>
#include <vector>

namespace coarsen {

/// The region of an ImageJ file: one selection (`.roi`: rectangle, oval, polygon, freehand, traced, or a composite of such) or a
/// set of them (`.zip`), each of which adds to the region but those named as regionFile names what takes away. Throws InputError:
/// not readable, no such file, a selection without an area (a line, points), damaged, larger than 64 MB.
Region readRegion(const std::filesystem::path& file);
Region regionFromBytes(std::span<const std::byte> bytes, const std::string& name);

/// The bytes of such a file. Of several shapes, or one that takes away, a set, in which `0002-ellipse.roi` takes away and
/// `0001+polygon.roi` adds; `isSet` asks for one in any case. Throws SettingError for what ImageJ cannot hold.
std::vector<std::byte> regionFile(const Region& region, bool isSet);

}  // namespace coarsen
