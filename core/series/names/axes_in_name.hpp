// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/series/names.hpp"
#include "core/series/names/plain_name.hpp"

#include <string_view>
#include <utility>
#include <vector>

namespace coarsen::names {

/// True where letters at the place name an axis and a number follows at once: "xy02" of t01xy02c1.
bool beginsAxis(std::string_view text, std::size_t place);

/// Parts of a plain name that say something else, from `first` to before `second`.
using Spans = std::vector<std::pair<std::size_t, std::size_t>>;

/// A well by a letter that names no axis: B03 does, C03 and F03 do not.
bool hasClearWell(std::string_view text);

/// Axes that the name states outside of `taken`. `areWells`: C03 and F03 are wells, too, for other names of the series have some.
FactsOfNames::Axes axesIn(const PlainName& name, const Spans& taken, bool areWells);

}  // namespace coarsen::names
