// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/time_unit.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <cmath>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace coarsen;
    for (const TimeUnit bare : {TimeUnit::second, TimeUnit::day}) {
        const auto time = typedTime(fuzz::textOf(data, size), bare);
        fuzz::require(!time || std::isfinite(time->seconds));
    }
    return 0;
}
