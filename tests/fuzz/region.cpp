// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/imagej_roi.hpp"
#include "tests/fuzz/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace coarsen;
    fuzz::parseOrRefuse([&] {
        const Region region = unionOf(roisFromBytes(fuzz::bytesOf(data, size), "a.roi"));
        fuzz::require(!region.empty() && regionFrom(textOf(region), "") == region);
        maskOf(region, 64, 48);
    });
    fuzz::parseOrRefuse([&] {
        const Region region = regionFrom(fuzz::textOf(data, size), "crop.shapes");
        fuzz::require(regionFrom(textOf(region), "") == region);
        maskOf(region, 64, 48, 1);
        boxesOf(region, 64, 48);
    });
    return 0;
}
