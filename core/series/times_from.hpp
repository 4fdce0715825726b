// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/series/frame_times.hpp"

#include <string_view>

namespace coarsen {

/// One source of times that may be asked for.
struct TimesWord {
    TimeChoice::Kind kind;
    std::string_view word;         ///< "names"
    const char *problem, *remedy;  ///< where a series has none
};
/// The word of a source; null of what other options say.
const TimesWord* timesWordOf(TimeChoice::Kind kind);

/// "--times-from names"
std::string timesFlag(TimeChoice::Kind kind);

}  // namespace coarsen
