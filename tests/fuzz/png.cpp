// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/formats/formats.hpp"
#include "tests/fuzz/picture.hpp"

#include <vector>

namespace {

/// The checksum of PNG's chunks (ISO 3309).
std::uint32_t checksum(const std::uint8_t* data, std::size_t size) {
    std::uint32_t sum = 0xffffffff;
    for (std::size_t i = 0; i < size; ++i) {
        sum ^= data[i];
        for (int bit = 0; bit < 8; ++bit)
            sum = sum >> 1 ^ (sum & 1 ? 0xedb88320u : 0u);
    }
    return ~sum;
}

/// Right checksums for all chunks: with a wrong one the reader looks no further.
void mendChecksums(std::vector<std::uint8_t>& png) {
    constexpr std::size_t signature = 8, head = 8;
    for (std::size_t at = signature; at + head + 4 <= png.size();) {
        std::size_t length = 0;
        for (std::size_t i = 0; i < 4; ++i)
            length = length << 8 | png[at + i];
        if (length > png.size() - at - head - 4) return;
        const std::uint32_t sum = checksum(png.data() + at + 4, length + 4);
        for (std::size_t i = 0; i < 4; ++i)
            png[at + head + length + i] = static_cast<std::uint8_t>(sum >> (24 - 8 * i));
        at += head + length + 4;
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const coarsen::ImageFormat format = coarsen::formats::png();
    std::vector<std::uint8_t> png(data, data + size);
    mendChecksums(png);
    return coarsen::fuzz::readPicture(format, png.data(), png.size());
}
