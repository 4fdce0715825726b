// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/synth/volume_tiff.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/numbers.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace coarsen {

namespace {

enum class TiffType : std::uint16_t { text = 2, whole16 = 3, whole32 = 4 };
constexpr std::size_t headerBytes = 8, entryBytes = 12;

/// Bytes of a little-endian TIFF.
class TiffBytes {
public:
    explicit TiffBytes(std::size_t room) { bytes_.reserve(room); }

    void put16(std::uint32_t value) { putLow(value, 2); }
    void put32(std::uint32_t value) { putLow(value, 4); }
    void put(std::uint16_t tag, TiffType type, std::uint32_t count, std::uint32_t value) {
        put16(tag);
        put16(static_cast<std::uint16_t>(type));
        put32(count);
        put32(value);
    }
    void put(const std::string& text) {
        for (const char letter : text)
            bytes_.push_back(static_cast<std::byte>(letter));
    }
    void putLow(std::uint32_t value, int count) {
        for (int i = 0; i < count; ++i)
            bytes_.push_back(static_cast<std::byte>(value >> (8 * i)));
    }
    const std::vector<std::byte>& bytes() const { return bytes_; }

private:
    std::vector<std::byte> bytes_;
};

std::string omeXml(const Volume& volume, int bits) {
    const VolumeSize& size = volume.size();
    std::string text =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><OME xmlns=\"http://www.openmicroscopy.org/Schemas/OME/2016-06\">"
        "<Image ID=\"Image:0\"><Pixels ID=\"Pixels:0\" DimensionOrder=\"XYZCT\" Type=\"uint" +
        std::to_string(bits) + "\" SizeX=\"" + std::to_string(size.width) + "\" SizeY=\"" + std::to_string(size.height) +
        "\" SizeZ=\"" + std::to_string(size.depth) + "\" SizeC=\"1\" SizeT=\"1\"";
    if (const Spacing& spacing = volume.spacing(); spacing.isInUm)
        text += " PhysicalSizeX=\"" + shortest(spacing.x) + "\" PhysicalSizeY=\"" + shortest(spacing.y) + "\" PhysicalSizeZ=\"" +
                shortest(spacing.z) + "\"";
    return text + "><TiffData/></Pixels></Image></OME>";
}

}  // namespace

void writeVolumeTiff(const std::filesystem::path& file, const Volume& volume, int bits) {
    constexpr std::uint16_t width = 256, height = 257, bitsPerSample = 258, compression = 259, photometric = 262,
                            description = 270, stripOffsets = 273, samplesPerPixel = 277, rowsPerStrip = 278,
                            stripByteCounts = 279;
    constexpr std::uint32_t entries = 10, none = 1, blackIsZero = 1;
    const VolumeSize& size = volume.size();
    std::string text = omeXml(volume, bits) + '\0';
    text.resize((text.size() + 3) / 4 * 4);
    const std::size_t slice = size.slice() * static_cast<std::size_t>(bits / 8), directory = 2 + entries * entryBytes + 4;
    const std::size_t pixels = headerBytes + text.size() + directory * static_cast<std::size_t>(size.depth);
    const std::size_t total = pixels + slice * static_cast<std::size_t>(size.depth);
    if (total > UINT32_MAX)
        throw SettingError("--size", "a volume of that size makes a TIFF beyond 4 GB", "make it smaller, or take 8 bits");

    TiffBytes tiff(total);
    tiff.put("II");
    tiff.put16(42);
    tiff.put32(static_cast<std::uint32_t>(headerBytes + text.size()));
    tiff.put(text);
    for (int z = 0; z < size.depth; ++z) {
        const bool isFirst = z == 0, isLast = z + 1 == size.depth;
        const auto at = static_cast<std::size_t>(z);
        tiff.put16(isFirst ? entries : entries - 1);
        tiff.put(width, TiffType::whole32, 1, static_cast<std::uint32_t>(size.width));
        tiff.put(height, TiffType::whole32, 1, static_cast<std::uint32_t>(size.height));
        tiff.put(bitsPerSample, TiffType::whole16, 1, static_cast<std::uint32_t>(bits));
        tiff.put(compression, TiffType::whole16, 1, none);
        tiff.put(photometric, TiffType::whole16, 1, blackIsZero);
        if (isFirst) tiff.put(description, TiffType::text, static_cast<std::uint32_t>(text.size()), headerBytes);
        tiff.put(stripOffsets, TiffType::whole32, 1, static_cast<std::uint32_t>(pixels + slice * at));
        tiff.put(samplesPerPixel, TiffType::whole16, 1, 1);
        tiff.put(rowsPerStrip, TiffType::whole32, 1, static_cast<std::uint32_t>(size.height));
        tiff.put(stripByteCounts, TiffType::whole32, 1, static_cast<std::uint32_t>(slice));
        tiff.put32(isLast ? 0 : static_cast<std::uint32_t>(headerBytes + text.size() + directory * (at + 1)));
        if (!isFirst) tiff.put(std::string(entryBytes, '\0'));  // every directory takes the first one's room
    }
    for (const float value : volume.values())
        tiff.putLow(static_cast<std::uint32_t>(value), bits / 8);
    writeWhole(file, tiff.bytes());
}

}  // namespace coarsen
