// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/volume/formats/chunk_packing.hpp"

namespace coarsen::volumes {

void unpackBlosc(std::span<const std::byte>, std::span<std::byte>, const std::filesystem::path& file) {
    throw InputError(displayName(file), "it is packed by blosc, and this Coarsen is built without it",
                     "build it with libblosc (package libblosc-dev), or save the array packed by zlib or gzip");
}

}  // namespace coarsen::volumes
