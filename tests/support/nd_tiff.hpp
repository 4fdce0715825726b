// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace coarsen::test {

/// One page of an NDTiff file: pixels of one value, and the JSON of its tag 51123.
struct NdTiffPage {
    std::string json;
    std::uint8_t pixel = 0;
};

/// A file as NDTiff 3 lays it out: behind TIFF's header its own with the summary, then directories of the tags that it writes,
/// each followed by its pixels and its JSON, which no 0 ends. Its density is the 1 µm that it writes where no size is known.
inline std::vector<std::byte> ndTiffOf(std::string_view summary, const std::vector<NdTiffPage>& pages, std::uint32_t side = 1) {
    std::vector<std::byte> bytes;
    const auto put = [&](std::uint32_t value, int count) {
        for (int i = 0; i < count; ++i)
            bytes.push_back(static_cast<std::byte>(value >> 8 * i));
    };
    const auto putText = [&](std::string_view text) {
        for (const char c : text)
            bytes.push_back(static_cast<std::byte>(c));
    };
    constexpr std::size_t headerBytes = 28, entries = 13, directoryBytes = 2 + 12 * entries + 4, resolutionBytes = 16;
    put(0x002A4949, 4);
    put(static_cast<std::uint32_t>((headerBytes + summary.size() + 1) & ~std::size_t{1}), 4);
    for (const std::uint32_t word : {483729U, 3U, 3U, 2355492U, static_cast<std::uint32_t>(summary.size())})
        put(word, 4);
    putText(summary);
    for (std::size_t i = 0; i < pages.size(); ++i) {
        if (bytes.size() % 2 == 1) put(0, 1);
        const auto resolutionAt = static_cast<std::uint32_t>(bytes.size() + directoryBytes);
        const std::uint32_t pixelAt = resolutionAt + resolutionBytes, jsonAt = pixelAt + side * side;
        const auto jsonBytes = static_cast<std::uint32_t>(pages[i].json.size());
        const auto putEntry = [&](std::uint32_t tag, std::uint32_t type, std::uint32_t count, std::uint32_t value) {
            put(tag, 2), put(type, 2), put(count, 4), put(value, 4);
        };
        put(entries, 2);
        putEntry(256, 4, 1, side), putEntry(257, 4, 1, side), putEntry(258, 3, 1, 8), putEntry(259, 3, 1, 1),
            putEntry(262, 3, 1, 1);
        putEntry(273, 4, 1, pixelAt), putEntry(277, 3, 1, 1), putEntry(278, 4, 1, side), putEntry(279, 4, 1, side * side);
        putEntry(282, 5, 1, resolutionAt), putEntry(283, 5, 1, resolutionAt + 8), putEntry(296, 3, 1, 3);
        putEntry(51123, 2, jsonBytes, jsonAt);
        put(i + 1 < pages.size() ? (jsonAt + jsonBytes + 1) & ~1U : 0, 4);
        for (int axis = 0; axis < 2; ++axis)
            put(10000, 4), put(1, 4);
        for (std::uint32_t pixel = 0; pixel < side * side; ++pixel)
            put(pages[i].pixel, 1);
        putText(pages[i].json);
    }
    return bytes;
}

/// An NDTiff.index that names a file for each of its pictures.
inline std::vector<std::byte> ndTiffIndexOf(const std::vector<std::string>& files) {
    std::vector<std::byte> bytes;
    const auto put = [&](std::size_t value) {
        for (int i = 0; i < 4; ++i)
            bytes.push_back(static_cast<std::byte>(value >> 8 * i));
    };
    for (const std::string& file : files) {
        for (const std::string& text : {std::string(R"({"time": 0})"), file}) {
            put(text.size());
            for (const char c : text)
                bytes.push_back(static_cast<std::byte>(c));
        }
        for (int i = 0; i < 8; ++i)
            put(1);
    }
    return bytes;
}

}  // namespace coarsen::test
