// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/series/image_series.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace coarsen {

/// Adds what the user should know, unless it was said before.
inline void say(ImageSeries& series, std::string code, std::string text, std::string flag = {}, std::string advice = {}) {
    Said said{std::move(code), std::move(text), std::move(flag), std::move(advice)};
    if (std::ranges::find(series.notes, said) == series.notes.end()) series.notes.push_back(std::move(said));
}

/// Takes back what was said of something, as "time." or "time.gap".
inline void unsay(ImageSeries& series, std::string_view beginning) {
    std::erase_if(series.notes, [&](const Said& said) { return said.code.starts_with(beginning); });
}

/// "a, b, c and 12 more".
std::string enumeration(std::vector<std::string> names);

}  // namespace coarsen
