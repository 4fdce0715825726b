// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/units.hpp"

#include "tests/fuzz/fuzz.hpp"

#include <cmath>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace coarsen;
    const std::string_view unit = fuzz::textOf(data, size);
    for (const UnitDialect dialect : {UnitDialect::any, UnitDialect::imageJ, UnitDialect::xml}) {
        const auto um = micrometresIn(unit, dialect), seconds = secondsIn(unit, dialect);
        fuzz::require(!um || (std::isfinite(*um) && *um > 0));
        fuzz::require(!seconds || (std::isfinite(*seconds) && *seconds > 0));
        fuzz::require(!(um && seconds) && !(isNoUnit(unit) && (um || seconds)));
    }
    return 0;
}
