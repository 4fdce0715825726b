// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/volume/formats/chunk_packing.hpp"
#include "core/volume/formats/formats.hpp"

#include <zstd.h>

namespace coarsen::volumes {

void unpackZstd(std::span<const std::byte> packed, std::span<std::byte> to, const std::filesystem::path& file) {
    const std::size_t got = ZSTD_decompress(to.data(), to.size(), packed.data(), packed.size());
    if (ZSTD_isError(got)) throw damaged(file, std::string("its packed data are broken: ") + ZSTD_getErrorName(got));
    if (got < to.size()) throw damaged(file, "its packed data are shorter than a chunk of its array");
}

}  // namespace coarsen::volumes
