// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/volume_files/read_volume.hpp"
#include "tests/fuzz/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace coarsen;
    fuzz::parseOrRefuse([&] {
        const RawLayout layout = rawLayoutFromText(fuzz::textOf(data, size));
        fuzz::require(layout.size.width > 0 && layout.size.height > 0 && layout.size.depth > 0);
        fuzz::require(rawLayoutFromText(textOf(layout)) == layout);
    });
    return 0;
}
