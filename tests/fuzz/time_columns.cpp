// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/time_columns.hpp"

#include "core/base/clock_time.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <cmath>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace coarsen;
    const std::string_view text = fuzz::textOf(data, size);
    fuzz::parseOrRefuse([&] {
        const TimeColumns columns = timeColumnsFrom(text);
        fuzz::require(timeColumnsFrom(textOf(columns)) == columns);
    });
    const auto moment = clockTime(text);
    fuzz::require(!moment || std::isfinite(moment->seconds));
    return 0;
}
