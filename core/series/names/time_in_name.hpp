// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace coarsen::names {

/// A number in a plain name that is a time, or looks like one.
struct TimeInName {
    enum class Reading {
        elapsed,  ///< `value` is in seconds
        bare,     ///< marked, without a unit: t001
        refused,  ///< its unit is none that is taken
        apart,    ///< a unit of one letter stands apart from a number without a mark: 5_h
        unsure    ///< a minus or a hyphen: t-10s
    };
    Reading reading = Reading::elapsed;
    double value = 0;
    bool isMarked = false;  ///< by t or time
    std::string word;       ///< in front of it, in small letters
    std::string unit;       ///< of `refused` and `apart`, plainly spelled
    std::size_t from = 0, to = 0;
};

/// All of them from the left.
std::vector<TimeInName> timesIn(std::string_view text);

}  // namespace coarsen::names
