// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/formats/exif.hpp"

#include "tests/fuzz/fuzz.hpp"

#include <cmath>

/// A camera's EXIF block, and a time as it stands in one.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace coarsen;
    const formats::ExifFacts facts = formats::exifFacts(fuzz::bytesOf(data, size));
    fuzz::require(facts.orientation >= 1 && facts.orientation <= 8);
    for (const auto& time : {facts.timeS, formats::exifTimeS(fuzz::textOf(data, size))})
        fuzz::require(!time || std::isfinite(*time));
    return 0;
}
