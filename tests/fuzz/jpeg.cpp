// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/formats/formats.hpp"
#include "tests/fuzz/picture.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const coarsen::ImageFormat format = coarsen::formats::jpeg();
    return coarsen::fuzz::readPicture(format, data, size);
}
