// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/volume/placement.hpp"
#include "core/volume/volume.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coarsen {

/// How one sample lies in a file.
enum class SampleType { u8, s8, u16, s16, u32, s32, f32, f64, f16, u64, s64 };
int bitsOf(SampleType type);

/// A file without a header: `WxHxD:u8|s16le|u16be|f32...[:offset]` (decision R17); little-endian where not said.
struct RawLayout {
    VolumeSize size;
    SampleType type = SampleType::u8;
    bool isBigEndian = false;
    std::uintmax_t offset = 0;  ///< bytes before the first voxel
    bool operator==(const RawLayout&) const = default;
};
RawLayout rawLayoutFromText(std::string_view text);  ///< throws SettingError
std::string textOf(const RawLayout& layout);

/// Choice of a volume in its file.
struct VolumeChoice {
    std::optional<RawLayout> raw;                    ///< the file has no header
    std::string dataset;                             ///< path in an HDF5 file; empty: the only three-dimensional one
    int time = 0, channel = 0;                       ///< counting from 0
    std::vector<std::filesystem::path> slices = {};  ///< in their order, of a folder that holds those of several volumes
    bool operator==(const VolumeChoice&) const = default;
};

/// Properties of a volume that are known without reading its voxels. Sizes are checked against the file's length, never believed.
struct VolumeHeader {
    VolumeSize size;
    SampleType type = SampleType::u8;
    Spacing spacing;
    int times = 1, channels = 1;
    std::string format;                       ///< "NIfTI", "MetaImage", "HDF5", "TIFF", "raw"
    std::optional<double> intervalS;          ///< between two times
    std::string remark;                       ///< remark for the user: axes that are turned, scl_slope applied; else empty
    std::optional<Placement> placement = {};  ///< as the header states it; nothing where its format has none
    std::string withoutUnit = {};             ///< who says the sides of a voxel as numbers that have no unit; else empty
    bool isDefaultSize = false;  ///< it states voxels of 1 mm, which programs write where nobody said a size: shape only
};

}  // namespace coarsen
