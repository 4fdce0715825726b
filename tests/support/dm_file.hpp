// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/byte_writer.hpp"

#include <cstdint>
#include <string>
#include <vector>

/// DigitalMicrograph's files, made without the code that reads them.
namespace coarsen::test {

/// A tree of tags, written as DM3 or DM4 have it.
class DmWriter {
public:
    explicit DmWriter(int version, bool isLittle = true) : version_(version), isLittle_(isLittle) {}

    void group(ByteWriter& out, std::string_view name, std::uint64_t entries) const {
        head(out, 20, name);
        out.put(std::uint8_t{1}).put(std::uint8_t{0});
        count(out, entries);
    }
    template <typename T>
    void number(ByteWriter& out, std::string_view name, std::uint32_t type, T value) const {
        head(out, 21, name);
        out.put(std::string_view("%%%%"));
        count(out, 1);
        count(out, type);
        ByteWriter one(!isLittle_);
        out.put(one.put(value).bytes());
    }
    void array(ByteWriter& out, std::string_view name, std::uint32_t type, std::uint64_t length,
               const std::vector<std::byte>& bytes) const {
        head(out, 21, name);
        out.put(std::string_view("%%%%"));
        count(out, 3);
        count(out, 20);
        count(out, type);
        count(out, length);
        out.put(bytes);
    }
    void text(ByteWriter& out, std::string_view name, std::u16string_view text) const {
        ByteWriter letters(!isLittle_);
        for (const char16_t letter : text)
            letters.put(static_cast<std::uint16_t>(letter));
        array(out, name, 4, text.size(), letters.bytes());
    }
    void count(ByteWriter& out, std::uint64_t number) const {
        if (version_ == 4)
            out.put(number);
        else
            out.put(static_cast<std::uint32_t>(number));
    }
    ByteWriter start() const {
        ByteWriter out(true);
        out.put(static_cast<std::uint32_t>(version_));
        count(out, 0);
        out.put(std::uint32_t{isLittle_ ? 1u : 0u});
        out.put(std::uint8_t{1}).put(std::uint8_t{0});
        return out;
    }

private:
    void head(ByteWriter& out, std::uint8_t kind, std::string_view name) const {
        out.put(kind).put(static_cast<std::uint16_t>(name.size())).put(name);
        if (version_ == 4) out.put(std::uint64_t{0});
    }

    int version_;
    bool isLittle_;
};

struct DmAxisRecipe {
    int side = 1;
    float scale = 1;
    std::u16string unit{};
};

/// A thumbnail, then the image.
inline std::vector<std::byte> dmOf(int version, bool isLittle, const std::vector<DmAxisRecipe>& axes, std::int32_t dataType,
                                   const std::vector<std::byte>& samples, std::uint64_t count) {
    const DmWriter dm(version, isLittle);
    ByteWriter out = dm.start();
    dm.count(out, 1);
    dm.group(out, "ImageList", 2);
    for (const bool isThumbnail : {true, false}) {
        dm.group(out, "", 1);
        dm.group(out, "ImageData", 4);
        dm.group(out, "Calibrations", 1);
        dm.group(out, "Dimension", axes.size());
        for (const DmAxisRecipe& axis : axes) {
            dm.group(out, "", 2);
            dm.number(out, "Scale", 6, isThumbnail ? 77.0F : axis.scale);
            dm.text(out, "Units", axis.unit);
        }
        dm.array(out, "Data", isThumbnail ? 10u : 2u, isThumbnail ? 4 : count, isThumbnail ? std::vector<std::byte>(4) : samples);
        dm.number(out, "DataType", 3, isThumbnail ? std::int32_t{9} : dataType);
        dm.group(out, "Dimensions", axes.size());
        for (const DmAxisRecipe& axis : axes)
            dm.number(out, "", 5, static_cast<std::uint32_t>(isThumbnail ? 2 : axis.side));
    }
    return out.bytes();
}

}  // namespace coarsen::test
