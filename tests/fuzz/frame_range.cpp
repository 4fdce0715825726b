// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/image_series.hpp"
#include "tests/fuzz/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace coarsen;
    for (const int count : {1, 60})
        fuzz::parseOrRefuse([&] {
            for (const int frame : framesInRange(fuzz::textOf(data, size), count))
                fuzz::require(frame >= 0 && frame < count);
        });
    return 0;
}
