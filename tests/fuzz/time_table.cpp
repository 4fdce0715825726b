// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/time_table.hpp"

#include "core/series/frame_times.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tests/fuzz/memory_file.hpp"

#include <cmath>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace coarsen;
    const fuzz::MemoryFile file(data, size);
    fuzz::parseOrRefuse([&] {
        for (const auto& [frame, seconds] : readTimeTable(file.path()).seconds)
            fuzz::require(!frame.first.empty() && frame.second >= 0 && std::isfinite(seconds));
    });
    fuzz::parseOrRefuse([&] {
        for (const TimedRow& row : TableOfTimes(file.path(), {}).timedRows())
            fuzz::require(row.page >= 0 && std::isfinite(row.seconds));
    });
    return 0;
}
