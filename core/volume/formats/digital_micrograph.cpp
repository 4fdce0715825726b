// SPDX-License-Identifier: GPL-3.0-or-later
// Gatan's DM3 and DM4: a tree of tags, in which image 0 is the thumbnail of image 1.
#include "core/base/files.hpp"
#include "core/base/physical_size.hpp"
#include "core/base/units.hpp"
#include "core/base/utf8.hpp"
#include "core/volume/formats/dm_tags.hpp"
#include "core/volume/formats/stored_format.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace coarsen::volumes {

namespace {

/// The path of the image that is meant: image 1, since 0 is a thumbnail; where there is one alone, that.
std::string dmImage(const DmTags& tags, const std::filesystem::path& file) {
    for (const char* const image : {"ImageList.1", "ImageList.0"})
        if (tags.find(std::string(image) + ".ImageData.Data")) return image;
    throw InputError(displayName(file), "it holds no image", "export it again from DigitalMicrograph");
}

/// Blue, green, red and a byte that means nothing, by either number (rosettasciio's rsciio/digitalmicrograph).
bool areDmColours(int code) {
    return code == 8 || code == 23;
}

SampleType dmSample(const std::filesystem::path& file, int code) {
    switch (code) {
        case 1:
            return SampleType::s16;
        case 2:
            return SampleType::f32;
        case 6:
        case 8:
        case 14:
        case 23:
            return SampleType::u8;
        case 7:
            return SampleType::s32;
        case 9:
            return SampleType::s8;
        case 10:
            return SampleType::u16;
        case 11:
            return SampleType::u32;
        case 12:
            return SampleType::f64;
        case 39:
            return SampleType::s64;
        case 40:
            return SampleType::u64;
        default:
            break;
    }
    const std::string kind = code == 3 || code == 13 ? "complex numbers" : "of type " + std::to_string(code);
    throw InputError(displayName(file), "its samples are " + kind + ", which Coarsen does not read",
                     "convert it in DigitalMicrograph to real numbers");
}

struct DmAxis {
    double scale = 0;
    std::string unit;
    std::optional<double> um, seconds;  ///< in a step, where the unit is one of length, though none can be so long, or of time
};

DmAxis dmAxis(const DmTags& tags, const std::string& image, int axis) {
    const std::string path = image + ".ImageData.Calibrations.Dimension." + std::to_string(axis) + ".";
    DmAxis found;
    found.scale = tags.number(path + "Scale").value_or(0);
    found.unit = tags.text(path + "Units");
    if (found.unit.empty()) return found;
    if (const auto um = micrometresIn(found.unit)) found.um = found.scale * *um;
    const bool isTime = std::isfinite(found.scale) && found.scale > 0;
    if (const auto seconds = secondsIn(found.unit); seconds && isTime) found.seconds = found.scale * *seconds;
    return found;
}

/// Takes what the calibrations state: the size of a pixel, and whether the third axis is one of times or of slices.
void takeDmAxes(StoredVolume& stored, const std::array<DmAxis, 3>& axes) {
    VolumeHeader& header = stored.header;
    const auto& [x, y, z] = axes;
    const bool isDepth = z.um && isSide(*z.um);
    if (x.um && y.um) {
        header.spacing =
            statedSpacing({*x.um, *y.um, z.um.value_or(*x.um)}, header.size.depth == 1 || z.um.has_value(), header.remark);
        if (!isDepth && header.size.depth > 1 && areSides({*x.um, *y.um}))
            stored.facts.sizes.push_back({{*x.um, *y.um, 0}, Trust::stated, "DigitalMicrograph"});
    } else if (x.um.has_value() != y.um.has_value() && (x.unit.empty() || y.unit.empty())) {
        addRemark(header.remark, "It states the size of its pixels along one axis alone, which is not used.");
    } else if (const std::string& unit = x.um ? y.unit : x.unit; !unit.empty() && unit != "px" && unit != "pixel") {
        stored.facts.unread.push_back("DigitalMicrograph's unit '" + printable(unit) + "', which is no length");
    }
    stored.arePlanesStated = isDepth;
    if (!z.seconds || header.size.depth == 1) return;
    header.times = header.size.depth;
    header.size.depth = 1;
    header.intervalS = z.seconds;
    stored.arePlanesStated = true;
}

StoredVolume dmIn(const std::filesystem::path& file) {
    const DmTags tags = dmTags(file);
    const std::string image = dmImage(tags, file), data = image + ".ImageData.";
    std::array<long long, 4> sides{1, 1, 1, 1};
    for (std::size_t axis = 0; axis < sides.size(); ++axis)
        if (const auto side = tags.number(data + "Dimensions." + std::to_string(axis)))
            sides[axis] = std::isfinite(*side) && std::abs(*side) < 0x1p40 ? std::llround(*side) : 0;
    if (sides[3] > 1)
        throw InputError(displayName(file), "it has four axes, as of diffraction patterns at each place",
                         "export a picture or a volume from it");
    StoredVolume stored;
    VolumeHeader& header = stored.header;
    StoredVoxels& voxels = stored.voxels;
    header.size = checkedSides(file, sides[0], sides[1], sides[2]);
    const double type = tags.number(data + "DataType").value_or(0);
    constexpr double mostTypes = 1000;
    const int code = type > 0 && type < mostTypes ? static_cast<int>(type) : 0;
    header.type = dmSample(file, code);
    if (areDmColours(code)) {
        header.channels = 3;
        voxels.isBgrx = true;
        voxels.interleaved = 4;
    }
    header.format = "DigitalMicrograph";
    takeDmAxes(stored, {dmAxis(tags, image, 0), dmAxis(tags, image, 1), dmAxis(tags, image, 2)});
    const DmTag& samples = *tags.find(data + "Data");
    const auto needed = static_cast<double>(sides[0]) * static_cast<double>(sides[1]) * static_cast<double>(sides[2]);
    if (static_cast<double>(samples.count) < needed)
        throw damaged(
            file, "it has " + std::to_string(samples.count) + " samples of " + std::to_string(static_cast<long long>(needed)));
    voxels.file = file;
    voxels.fileOffset = samples.offset;
    voxels.isBigEndian = !tags.isLittle;
    voxels.volumes = static_cast<std::uintmax_t>(header.times);
    checkLength(stored);
    return stored;
}

}  // namespace

StoredFormat digitalMicrograph() {
    return {"DigitalMicrograph", {".dm3", ".dm4"}, isDm, dmIn};
}

}  // namespace coarsen::volumes
