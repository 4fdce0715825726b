// SPDX-License-Identifier: GPL-3.0-or-later
// MRC2014 (Cheng et al., J. Struct. Biol. 192, 146) and what IMOD adds: a header of 1,024 bytes, one of the program's own, the
// samples.
#include "core/base/binary_numbers.hpp"
#include "core/base/files.hpp"
#include "core/base/numbers.hpp"
#include "core/base/physical_size.hpp"
#include "core/volume/formats/stored_format.hpp"

#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <string_view>

namespace coarsen::volumes {

namespace {

constexpr std::size_t mrcHeaderBytes = 1024, mrcMarkAt = 208, mrcOrderAt = 212;

/// Headers of before 2000 have no mark: then sides, type, intervals and axes must all make sense.
bool mayBeOldMrc(std::span<const std::byte> start, bool isBigEndian) {
    const BinaryNumbers numbers(start, isBigEndian);
    const auto at = [&](std::size_t place) { return numbers.at<std::int32_t>(4 * place); };
    constexpr std::int32_t longest = 1 << 16;
    for (std::size_t i = 0; i < 3; ++i)
        if (at(i) < 1 || at(i) > longest || at(7 + i) < 1 || at(7 + i) > longest) return false;
    const std::set<std::int32_t> axes{at(16), at(17), at(18)};
    const std::int32_t mode = at(3);
    return axes == std::set<std::int32_t>{1, 2, 3} && (mode == 0 || mode == 1 || mode == 2 || mode == 6);
}

bool hasMrcMark(std::span<const std::byte> start) {
    return start.size() > mrcOrderAt && std::string_view(reinterpret_cast<const char*>(start.data()) + mrcMarkAt, 3) == "MAP";
}

/// With the mark it is one, though it may end within its header.
bool isMrc(std::span<const std::byte> start) {
    return hasMrcMark(start) || (start.size() >= mrcHeaderBytes && (mayBeOldMrc(start, false) || mayBeOldMrc(start, true)));
}

/// By the machine's stamp; where it says nothing, by whether the type of the samples makes sense.
bool isMrcBigEndian(std::span<const std::byte> start) {
    constexpr std::byte little{0x44}, big{0x11};
    if (!hasMrcMark(start)) return !mayBeOldMrc(start, false);
    if (start[mrcOrderAt] == little) return false;
    if (start[mrcOrderAt] == big) return true;
    constexpr std::size_t modeAt = 12;
    constexpr std::uint32_t mostModes = 128;
    return BinaryNumbers(start, false).at<std::uint32_t>(modeAt) > mostModes;
}

SampleType mrcType(const std::filesystem::path& file, const BinaryNumbers& numbers) {
    constexpr std::size_t modeAt = 12, imodStampAt = 152, imodFlagsAt = 156;
    constexpr std::int32_t imodStamp = 1146047817;
    constexpr std::uint32_t areSigned = 1;
    const auto mode = numbers.at<std::int32_t>(modeAt);
    switch (mode) {
        case 0: {  // IMOD's bytes were unsigned before 2011, and say which they are; of others the largest value may tell
            constexpr std::size_t largestAt = 80;
            constexpr float largestSigned = 127;
            if (numbers.at<std::int32_t>(imodStampAt) == imodStamp)
                return numbers.at<std::uint32_t>(imodFlagsAt) & areSigned ? SampleType::s8 : SampleType::u8;
            return numbers.at<float>(largestAt) > largestSigned ? SampleType::u8 : SampleType::s8;
        }
        case 1:
            return SampleType::s16;
        case 2:
            return SampleType::f32;
        case 6:
            return SampleType::u16;
        case 12:
            return SampleType::f16;
        default:
            break;
    }
    const std::string kind = mode == 3 || mode == 4 ? "complex numbers (mode " : mode == 101 ? "of 4 bits (mode " : "of mode ";
    throw InputError(displayName(file),
                     "its samples are " + kind + std::to_string(mode) + (mode == 3 || mode == 4 || mode == 101 ? ")" : "") +
                         ", which Coarsen does not read",
                     "save it as mode 2, 32-bit floating-point numbers");
}

/// Where the header tells apart images, a volume and several volumes: ISPG 0, 1, and from 401 on with mz slices each.
void tellPlanes(StoredVolume& stored, const BinaryNumbers& numbers) {
    constexpr std::size_t slicesAt = 36, spaceGroupAt = 88;
    constexpr std::int32_t stackOfVolumes = 401;
    const auto group = numbers.at<std::int32_t>(spaceGroupAt), slices = numbers.at<std::int32_t>(slicesAt);
    VolumeHeader& header = stored.header;
    stored.arePlanesStated = group == 1;
    if (group < stackOfVolumes || slices < 1 || header.size.depth % slices != 0) return;
    header.times = header.size.depth / slices;
    header.size.depth = slices;
    stored.arePlanesStated = true;
}

/// The side of a voxel along columns, rows and sections, µm; 0 and 1 Å are what programs write where nobody said a size.
void takeMrcSize(StoredVolume& stored, const BinaryNumbers& numbers) {
    constexpr std::size_t intervalsAt = 28, cellAt = 40, axesAt = 64;
    constexpr double umPerAngstrom = 1e-4;
    std::array<double, 3> sides{};
    bool isUnset = true;
    for (std::size_t i = 0; i < sides.size(); ++i) {
        const auto named = numbers.at<std::int32_t>(axesAt + 4 * i);
        const std::size_t axis = named >= 1 && named <= 3 ? static_cast<std::size_t>(named - 1) : i;
        const auto intervals = numbers.at<std::int32_t>(intervalsAt + 4 * axis);
        const auto cell = numbers.at<float>(cellAt + 4 * axis);
        const double side = intervals > 0 ? static_cast<double>(cell) / intervals : 0;
        isUnset = isUnset && (side == 0 || std::abs(side - 1) < 1e-6);
        sides[i] = side * umPerAngstrom;
    }
    VolumeHeader& header = stored.header;
    if (isUnset) {
        header.isDefaultSize = sides[0] > 0;
        if (header.isDefaultSize) header.spacing = {umPerAngstrom, umPerAngstrom, umPerAngstrom, false};
        return;
    }
    const bool isDepthKnown = areSides({sides[0], sides[1], sides[2]});
    if ((header.size.depth == 1 || !stored.arePlanesStated) && !isDepthKnown) sides[2] = sides[0];  // of pictures it says nothing
    header.spacing = statedSpacing(sides, true, header.remark);
    if (!header.spacing.isInUm) return;
    // Written as 32-bit numbers: the fewest digits that mean the same are what was meant.
    for (double* const side : {&header.spacing.x, &header.spacing.y, &header.spacing.z})
        *side = parseNumber(shortest(static_cast<float>(*side))).value_or(*side);
}

StoredVolume mrcIn(const std::filesystem::path& file) {
    const std::vector<std::byte> start = FileReader(file).start(mrcHeaderBytes);
    if (start.size() < mrcHeaderBytes) throw damaged(file, "its header ends early");
    StoredVolume stored;
    VolumeHeader& header = stored.header;
    StoredVoxels& voxels = stored.voxels;
    voxels.isBigEndian = isMrcBigEndian(start);
    const BinaryNumbers numbers(start, voxels.isBigEndian);
    const auto side = [&](std::size_t axis) { return numbers.at<std::int32_t>(4 * axis); };
    header.size = checkedSides(file, side(0), side(1), side(2));
    header.type = mrcType(file, numbers);
    header.format = "MRC";
    tellPlanes(stored, numbers);
    takeMrcSize(stored, numbers);
    constexpr std::size_t axesAt = 64;
    if (numbers.at<std::int32_t>(axesAt) > 1 || numbers.at<std::int32_t>(axesAt + 4) == 1)
        addRemark(header.remark, "Its header turns the axes: x, y and z are those in which the samples are stored.");
    constexpr std::size_t ownBytesAt = 92;
    const auto own = numbers.at<std::int32_t>(ownBytesAt);
    if (own < 0) throw damaged(file, "its samples begin before its header ends");
    voxels.file = file;
    voxels.fileOffset = mrcHeaderBytes + static_cast<std::uintmax_t>(own);
    voxels.volumes = static_cast<std::uintmax_t>(header.times);
    checkLength(stored);
    return stored;
}

}  // namespace

StoredFormat mrc() {
    return {"MRC", {".mrc", ".mrcs", ".map", ".rec", ".st", ".ali"}, isMrc, mrcIn};
}

}  // namespace coarsen::volumes
