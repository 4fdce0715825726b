// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/facts.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace coarsen::conventions {

/// A tag of a TIFF's directory as it lies in the file.
struct PrivateTag {
    std::uint16_t type = 0;        ///< TIFF's: 2 text, 3 and 4 whole numbers of 16 and 32 bits, 5 fraction, 12 double, ...
    std::uint64_t count = 0;       ///< says how many values, as its writer has it: MetaMorph's stand for more bytes than that
    std::uint64_t offset = 0;      ///< is what its entry holds: where its values lie, or, if few bytes, these themselves
    std::vector<std::byte> bytes;  ///< its values, as far as the file holds them, and not all of a long one
};

/// Bytes of the file from an offset on; fewer where it ends.
using BytesAt = std::function<std::vector<std::byte>(std::uint64_t offset, std::size_t count)>;

/// Source of instruments' words: private tags of the directory of a TIFF's first picture, and what they point to.
struct InstrumentTags {
    std::map<std::uint16_t, PrivateTag> tags = {};
    bool isLittle = true;       ///< the file's order of bytes
    BytesAt bytesAt = {};       ///< not called where it is empty
    int width = 0, height = 0;  ///< sides of the picture as it is stored
    int pictures = 1;           ///< number in the file

    const PrivateTag* find(std::uint16_t tag) const {
        const auto found = tags.find(tag);
        return found == tags.end() ? nullptr : &found->second;
    }
    std::vector<std::byte> bytesFrom(std::uint64_t offset, std::size_t count) const {
        return bytesAt ? bytesAt(offset, count) : std::vector<std::byte>();
    }
};

/// The numbers of the tags that instruments write.
inline constexpr std::uint16_t instrumentTagNumbers[] = {33560, 33628, 33629, 34118, 34412, 34680, 34682, 34683,
                                                         37706, 65003, 65004, 65005, 65009, 65010, 65011};

/// Reads how many rows stand above the info bar, where the tags state one.
std::optional<Stated<int>> pictureRowsOf(const InstrumentTags& tags);

/// Reads what the instrument that wrote the tags states; nothing where none did. Sizes and times are `Trust::stated`.
std::optional<FileFacts> instrumentFacts(const InstrumentTags& tags);

}  // namespace coarsen::conventions
