// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/frame_times.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <cmath>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace coarsen;
    const auto time = timeFromName(fuzz::textOf(data, size));
    fuzz::require(!time || std::isfinite(time->seconds));
    return 0;
}
