// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/formats/exif.hpp"

#include "tests/fuzz/fuzz.hpp"

#include <cmath>

/// A camera's EXIF block, and a time as it stands in one.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace coarsen;
    const formats::ExifFacts facts = formats::exifFacts(fuzz::bytesOf(data, size));
    fuzz::require(facts.orientation >= 1 && facts.orientation <= 8);
    fuzz::require(!facts.time || (std::isfinite(facts.time->value.seconds) && facts.time->value.isClock));
    const auto time = formats::exifTimeS(fuzz::textOf(data, size));
    fuzz::require(!time || std::isfinite(*time));
    FileFacts added;
    formats::addExifDensity(facts, added);
    formats::addExifDensity(facts, added);
    for (const Stated<PixelSize>& density : added.sizes)
        fuzz::require(std::isfinite(density.value.x) && density.value.x > 0 && added.sizes.size() == 1);
    return 0;
}
