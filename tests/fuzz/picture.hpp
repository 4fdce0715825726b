// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/image/decode.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <set>

namespace coarsen::fuzz {

/// Reads a picture's header and its first, second and last page. Where both are read they say the same of the picture's shape.
/// Pictures that are long to decode are not decoded; whoever has one waits for it.
inline int readPicture(const ImageFormat& format, const std::uint8_t* data, std::size_t size) {
    constexpr std::int64_t mostSamples = 1 << 22;
    const auto bytes = bytesOf(data, size);
    if (!format.recognises(bytes)) return -1;  // no reader of ours ever sees it: it is not kept
    parseOrRefuse([&] { format.header(bytes.first(size / 2), size, "half"); });
    ImageHeader header;
    bool isHeaderRead = false;
    parseOrRefuse([&] {
        header = format.header(bytes, size, "picture");
        isHeaderRead = true;
    });
    if (isHeaderRead && std::int64_t{header.width} * header.height * header.channels > mostSamples) return 0;
    for (const int page : std::set{0, 1, header.pages - 1})
        parseOrRefuse([&] {
            const RawImage raw = format.decode(bytes, "picture", page);
            if (page > 0 || !isHeaderRead) return;
            require(raw.image.width() == header.width && raw.image.height() == header.height);
            require(raw.image.channels() == header.channels && raw.bitsPerSample == header.bitsPerSample);
        });
    return 0;
}

}  // namespace coarsen::fuzz
