// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/volume/formats/chunk_packing.hpp"
#include "core/volume/formats/formats.hpp"

#include <blosc.h>

namespace coarsen::volumes {

void unpackBlosc(std::span<const std::byte> packed, std::span<std::byte> to, const std::filesystem::path& file) {
    std::size_t unpacked = 0;
    const bool isWhole = packed.size() >= BLOSC_MIN_HEADER_LENGTH &&
                         blosc_cbuffer_validate(packed.data(), packed.size(), &unpacked) == 0 && unpacked == to.size();
    constexpr int ownThread = 1;
    const int got = isWhole ? blosc_decompress_ctx(packed.data(), to.data(), to.size(), ownThread) : -1;
    if (got < 0 || static_cast<std::size_t>(got) != to.size()) throw damaged(file, "its packed data are broken");
}

}  // namespace coarsen::volumes
