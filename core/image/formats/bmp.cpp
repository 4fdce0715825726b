// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files.hpp"
#include "core/image/conventions/density.hpp"
#include "core/image/formats/formats.hpp"

#include <cstdlib>

namespace coarsen::formats {

namespace {

constexpr std::size_t fileHeaderBytes = 14;

/// Reads little-endian numbers; the caller has checked that they are there.
std::uint32_t u32(std::span<const std::byte> bytes, std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = 4; i-- > 0;)
        value = value << 8 | std::to_integer<std::uint32_t>(bytes[at + i]);
    return value;
}
std::uint16_t u16(std::span<const std::byte> bytes, std::size_t at) {
    return static_cast<std::uint16_t>(std::to_integer<unsigned>(bytes[at]) | std::to_integer<unsigned>(bytes[at + 1]) << 8);
}

struct BmpHead {
    int width = 0, height = 0;
    bool isTopDown = false;
    unsigned bitsPerPixel = 0;
    std::size_t pixelsAt = 0, rowBytes = 0;
    std::vector<Rgb> palette;
    std::optional<Stated<PixelSize>> size;

    bool isGrey() const { return !palette.empty() && coarsen::formats::isGrey(palette); }
};

InputError unsupported(const std::filesystem::path& file, const std::string& what) {
    return InputError(displayName(file), what + ", which Coarsen does not read", "save it as PNG, or as BMP without compression");
}

BmpHead headOf(std::span<const std::byte> bytes, const std::filesystem::path& file) {
    const auto need = [&](std::size_t count) {
        if (bytes.size() < count) throw endsEarly(file, bytes.size(), count);
    };
    need(fileHeaderBytes + 4);
    const std::size_t headerBytes = u32(bytes, fileHeaderBytes);
    const bool isOld = headerBytes == 12;  // OS/2: 16-bit sizes, three bytes a palette entry
    if (!isOld && (headerBytes < 40 || headerBytes > 124))
        throw damaged(file, "a BMP header of " + std::to_string(headerBytes) + " bytes");
    const std::size_t headerEnd = fileHeaderBytes + headerBytes;
    need(headerEnd);

    BmpHead head;
    long long width = 0, height = 0;
    std::uint32_t compression = 0, colours = 0;
    if (isOld) {
        width = u16(bytes, 18);
        height = u16(bytes, 20);
        head.bitsPerPixel = u16(bytes, 24);
    } else {
        width = static_cast<std::int32_t>(u32(bytes, 18));
        height = static_cast<std::int32_t>(u32(bytes, 22));
        head.bitsPerPixel = u16(bytes, 28);
        compression = u32(bytes, 30);
        const auto perMetre = [&](std::size_t at) { return static_cast<double>(static_cast<std::int32_t>(u32(bytes, at))); };
        head.size = conventions::sizeOfDensity(perMetre(38), perMetre(42), "the BMP's density");
        colours = u32(bytes, 46);
    }
    head.isTopDown = height < 0;
    height = std::llabs(height);
    const unsigned bits = head.bitsPerPixel;
    if (compression == 1 || compression == 2) throw unsupported(file, "it is a BMP compressed by run lengths (RLE)");
    if (bits != 1 && bits != 4 && bits != 8 && bits != 24 && bits != 32)
        throw unsupported(file, "it is a BMP of " + std::to_string(bits) + " bits a pixel");
    checkDeclaredSize(file, width, height, 3, 1);
    head.width = static_cast<int>(width);
    head.height = static_cast<int>(height);

    std::size_t paletteAt = headerEnd;
    if (compression == 3 && bits == 32) {
        need(fileHeaderBytes + 40 + 12);
        const bool isUsual = u32(bytes, 54) == 0xff0000 && u32(bytes, 58) == 0xff00 && u32(bytes, 62) == 0xff;
        if (!isUsual) throw unsupported(file, "it is a BMP with an unusual order of colours");
        if (headerBytes == 40) paletteAt += 12;
    } else if (compression != 0) {
        throw unsupported(file, "it is a BMP with compression " + std::to_string(compression));
    }
    if (bits <= 8) {
        const std::size_t entryBytes = isOld ? 3 : 4, most = std::size_t{1} << bits;
        const std::size_t entries = colours == 0 || colours > most ? most : colours;
        need(paletteAt + entries * entryBytes);
        for (std::size_t i = 0; i < entries; ++i) {
            const auto* entry = reinterpret_cast<const std::uint8_t*>(bytes.data()) + paletteAt + i * entryBytes;
            head.palette.push_back({entry[2], entry[1], entry[0]});
        }
    }
    head.pixelsAt = u32(bytes, 10);
    head.rowBytes = (static_cast<std::size_t>(width) * bits + 31) / 32 * 4;
    return head;
}

RawImage decodeBmp(std::span<const std::byte> bytes, const std::filesystem::path& file, int) {
    const BmpHead head = headOf(bytes, file);
    const auto width = static_cast<std::size_t>(head.width), height = static_cast<std::size_t>(head.height);
    const std::size_t needed = head.pixelsAt + head.rowBytes * height;
    if (bytes.size() < needed) throw endsEarly(file, bytes.size(), needed);

    const auto* pixels = reinterpret_cast<const std::uint8_t*>(bytes.data()) + head.pixelsAt;
    const auto row = [&](std::size_t y) { return pixels + (head.isTopDown ? y : height - 1 - y) * head.rowBytes; };
    RawImage raw;
    raw.format = "BMP";
    if (head.bitsPerPixel <= 8) {
        const unsigned bits = head.bitsPerPixel, largest = (1u << bits) - 1;
        std::vector<std::uint8_t> indices(width * height);
        for (std::size_t y = 0; y < height; ++y)
            for (std::size_t x = 0; x < width; ++x)
                indices[y * width + x] = static_cast<std::uint8_t>(row(y)[x * bits / 8] >> (8 - bits - x * bits % 8) & largest);
        raw.image = paletteImage(head.width, head.height, indices, head.palette);
    } else {
        const std::size_t step = head.bitsPerPixel / 8, planeSize = width * height;
        std::vector<std::uint8_t> planes(3 * planeSize);
        for (std::size_t y = 0; y < height; ++y)
            for (std::size_t x = 0; x < width; ++x)
                for (std::size_t channel = 0; channel < 3; ++channel)
                    planes[channel * planeSize + y * width + x] = row(y)[x * step + 2 - channel];
        raw.image = Image(head.width, head.height, std::move(planes), 3);
    }
    return raw;
}

ImageHeader bmpHeader(std::span<const std::byte> start, std::size_t, const std::filesystem::path& file) {
    const BmpHead head = headOf(start, file);
    ImageHeader header;
    header.width = head.width;
    header.height = head.height;
    header.channels = head.isGrey() ? 1 : 3;
    header.format = "BMP";
    if (head.size) header.facts.sizes.push_back(*head.size);
    return header;
}

bool isBmp(std::span<const std::byte> start) {
    if (start.size() < 2 || start[0] != std::byte{'B'} || start[1] != std::byte{'M'}) return false;
    // Two letters could begin a text: the size of the second header tells them apart.
    return start.size() < fileHeaderBytes + 4 || u32(start, fileHeaderBytes) <= 124;
}

}  // namespace

ImageFormat bmp() {
    return {"BMP", {".bmp", ".dib"}, isBmp, decodeBmp, bmpHeader, false, nullptr, true};
}

}  // namespace coarsen::formats
