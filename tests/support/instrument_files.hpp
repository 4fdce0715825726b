// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/image/conventions/instrument_tags.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace coarsen::test {

/// Bytes that are put together number by number, in little-endian order.
class LaidOut {
public:
    std::vector<std::byte> bytes;

    template <typename T>
    LaidOut& put(T number) {
        bytes.resize(bytes.size() + sizeof number);
        std::memcpy(bytes.data() + bytes.size() - sizeof number, &number, sizeof number);
        return *this;
    }
    template <typename T>
    LaidOut& putAt(std::size_t at, T number) {
        if (bytes.size() < at + sizeof number) bytes.resize(at + sizeof number);
        std::memcpy(bytes.data() + at, &number, sizeof number);
        return *this;
    }
    LaidOut& putText(std::string_view text) {
        for (const char c : text)
            bytes.push_back(static_cast<std::byte>(c));
        return *this;
    }
    std::uint32_t size() const { return static_cast<std::uint32_t>(bytes.size()); }
};

/// A private tag: its type and count as the instrument writes them, and the bytes that they stand for.
struct MadeTag {
    std::uint16_t number = 0, type = 0;
    std::uint32_t count = 0;
    std::uint32_t offset = 0;  ///< where in `beside` its bytes begin
};

/// A grey TIFF of 8 bits with such tags. `beside` lies at offset 8 of the file, so that what its bytes point to is known. Pages
/// from the first on have the pixels 1, 2, ...; those behind one directory have none of their own.
inline std::vector<std::byte> tiffWithTags(std::uint32_t width, std::uint32_t height, const std::vector<MadeTag>& tags,
                                           const std::vector<std::byte>& beside, std::uint32_t pages = 1,
                                           std::uint32_t behindEach = 1, bool hasThumbnails = false,
                                           std::uint32_t pageOfTags = 0) {
    LaidOut file;
    file.putText("II").put(std::uint16_t{42}).put(std::uint32_t{0});
    file.bytes.insert(file.bytes.end(), beside.begin(), beside.end());
    if (file.size() % 2 == 1) file.put(std::uint8_t{0});
    std::size_t linkAt = 4;
    std::uint8_t value = 0;
    for (std::uint32_t page = 0; page < pages * (hasThumbnails ? 2 : 1); ++page) {
        const bool isThumbnail = hasThumbnails && page % 2 == 1;
        const std::uint32_t pixelsAt = file.size();
        for (std::uint32_t i = 0; i < behindEach; ++i) {
            value = static_cast<std::uint8_t>(value + !isThumbnail);
            file.bytes.insert(file.bytes.end(), std::size_t{width} * height, static_cast<std::byte>(isThumbnail ? 255 : value));
        }
        if (file.size() % 2 == 1) file.put(std::uint8_t{0});
        file.putAt(linkAt, file.size());
        const auto entry = [&](std::uint16_t number, std::uint16_t type, std::uint32_t count, std::uint32_t stored) {
            file.put(number).put(type).put(count).put(stored);
        };
        const auto own = page == pageOfTags ? tags : std::vector<MadeTag>{};
        file.put(static_cast<std::uint16_t>(10 + own.size()));
        entry(254, 4, 1, isThumbnail), entry(256, 4, 1, width), entry(257, 4, 1, height), entry(258, 3, 1, 8);
        entry(259, 3, 1, 1), entry(262, 3, 1, 1), entry(273, 4, 1, pixelsAt), entry(277, 3, 1, 1);
        entry(278, 4, 1, height), entry(279, 4, 1, width * height);
        for (const MadeTag& tag : own) {
            std::uint32_t stored = 8 + tag.offset;
            constexpr std::uint16_t text = 2;
            if (tag.type == text && tag.count <= sizeof stored) {  // it lies in the entry
                stored = 0;
                std::memcpy(&stored, beside.data() + tag.offset, tag.count);
            }
            entry(tag.number, tag.type, tag.count, stored);
        }
        linkAt = file.size();
        file.put(std::uint32_t{0});
    }
    return file.bytes;
}

/// A tag of text.
inline std::vector<std::byte> tiffWithText(std::uint32_t width, std::uint32_t height, std::uint16_t number,
                                           std::string_view text) {
    LaidOut beside;
    beside.putText(text);
    return tiffWithTags(width, height, {{number, 2, beside.size(), 0}}, beside.bytes);
}

/// The same tags for the pure functions: what they point to are offsets of `beside`, whose first byte is at 8.
inline conventions::InstrumentTags instrumentTagsOf(const std::vector<MadeTag>& tags, const std::vector<std::byte>& beside,
                                                    int pictures = 1) {
    conventions::InstrumentTags made;
    made.pictures = pictures;
    made.width = made.height = 512;
    made.bytesAt = [beside](std::uint64_t offset, std::size_t count) {
        std::vector<std::byte> bytes;
        for (std::uint64_t i = offset; i - offset < count && i >= 8 && i - 8 < beside.size(); ++i)
            bytes.push_back(beside[static_cast<std::size_t>(i - 8)]);
        return bytes;
    };
    for (const MadeTag& tag : tags) {
        constexpr std::size_t sizes[] = {1, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8};
        const std::size_t bytes = tag.count * sizes[tag.type % std::size(sizes)];
        made.tags[tag.number] = {tag.type, tag.count, 8 + tag.offset, made.bytesAt(8 + tag.offset, bytes)};
    }
    return made;
}

/// 2009-03-19 12:34:56 on the clock of the instruments below.
inline constexpr double clockS = 1237466096;

/// Gatan's tags: the scale of x, twice of y, three times of z.
inline std::vector<MadeTag> gatanTags(LaidOut& beside, std::string_view unit, double scale, bool isStack = false) {
    std::vector<MadeTag> tags;
    for (std::uint16_t axis = 0; axis < (isStack ? 3 : 2); ++axis) {
        tags.push_back({static_cast<std::uint16_t>(65003 + axis), 2, static_cast<std::uint32_t>(unit.size() + 1), beside.size()});
        beside.putText(unit).put(std::uint8_t{0});
    }
    for (std::uint16_t axis = 0; axis < (isStack ? 3 : 2); ++axis) {
        tags.push_back({static_cast<std::uint16_t>(65009 + axis), 12, 1, beside.size()});
        beside.put(scale * (axis + 1));
    }
    return tags;
}

/// TVIPS' structure of version 2: 0.5 and 0.75 nm.
inline LaidOut tvipsHeader() {
    LaidOut header;
    constexpr std::size_t second = 244;
    header.putAt(0, std::int32_t{2});
    header.putAt(second + 340, std::int32_t{(2009 << 16) + (3 << 8) + 19}).putAt(second + 344, std::int32_t{45296});
    header.putAt(second + 2724, 0.5F).putAt(second + 2728, 0.75F).putAt(second + 3288, std::int32_t{1});
    header.putAt(second + 6064, std::uint32_t{0xAAAAAAAA});
    return header;
}

/// The structure of Olympus' SIS at the file's offset 8: 125 and 130 nm.
inline LaidOut sisBlocks() {
    LaidOut sis;
    sis.putText("SIS0").putAt(10, std::int16_t{34}).putAt(12, std::int16_t{12}).putAt(14, std::int16_t{19});
    sis.putAt(16, std::int16_t{2}).putAt(18, std::int16_t{109}).putAt(58, std::uint16_t{2});
    sis.putAt(60, std::int16_t{10}).putAt(62, std::int16_t{1}).putAt(64, std::uint32_t{9999});
    sis.putAt(68, std::int16_t{1}).putAt(70, std::int16_t{1}).putAt(72, std::uint32_t{8 + 100});
    sis.putAt(100 + 10, std::int16_t{-9}).putAt(100 + 12, 125.0).putAt(100 + 20, 130.0);
    return sis;
}

/// Zeiss' LSM structure at the file's offset 8: 0.1, 0.2 and 0.5 µm, a time stamp each 2.5 s.
inline LaidOut lsmInfo(int times, int slices, int channels, std::uint16_t scanType) {
    LaidOut info;
    info.putAt(0, std::uint32_t{67127628}).putAt(16, slices).putAt(20, channels).putAt(24, times);
    info.putAt(40, 1e-7).putAt(48, 2e-7).putAt(56, 5e-7).putAt(88, scanType).putAt(112, 1.5);
    info.putAt(132, std::uint32_t{8 + 400}).putAt(400, 8 + 8 * times).putAt(404, times);
    for (int i = 0; i < times; ++i)
        info.putAt(408 + 8 * static_cast<std::size_t>(i), 4000 + 2.5 * i);
    return info;
}

/// Words of a MetaMorph stack: 0.13 and 0.26 of a unit, a plane each 2.5 s.
struct StackRecipe {
    std::uint32_t planes = 4;
    std::string unit = "um";
    std::uint32_t isCalibrated = 1, stepAbove = 0, firstAbove = 0;
    std::uint32_t stepMs = 2500;
};

/// The tags of a MetaMorph stack of 2009-03-19 12:34:56.
inline std::vector<MadeTag> stackTags(LaidOut& beside, const StackRecipe& recipe = {}) {
    const std::uint32_t fractions = beside.size() + 8;
    beside.put(std::uint32_t{13}).put(std::uint32_t{100}).put(std::uint32_t{26}).put(std::uint32_t{100});
    const std::uint32_t text = beside.size() + 8;
    beside.put(static_cast<std::uint32_t>(recipe.unit.size() + 1)).putText(recipe.unit).put(std::uint8_t{0});
    const std::uint32_t first = beside.size();
    for (const auto& [id, value] : {std::pair{3U, recipe.isCalibrated}, {4U, fractions}, {5U, fractions + 8}, {6U, text}})
        beside.put(std::uint32_t{id}).put(std::uint32_t{value});
    const std::uint32_t second = beside.size();
    for (std::uint32_t i = 0; i < recipe.planes; ++i) {
        beside.put(i == 0 ? recipe.firstAbove : recipe.stepAbove).put(std::uint32_t{10});
        beside.put(std::uint32_t{2440587 + 14322}).put(45296000 + i * recipe.stepMs).put(std::uint32_t{0}).put(std::uint32_t{0});
    }
    return {{33628, 4, 4, first}, {33629, 5, recipe.planes, second}};
}

/// FEI's words of a picture of 8 x 6 pixels, the lowest row of which is an info bar.
inline const std::string feiText =
    "[User]\r\nDate=19.03.2009\r\nTime=12:34:56\r\n[Image]\r\nResolutionX=8\r\nResolutionY=5\r\n[Scan]\r\nPixelWidth=5e-09\r\n";

}  // namespace coarsen::test
