// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/series/names/time_in_name.hpp"

#include <vector>

namespace coarsen::names {

/// Readings of one place of every name, in the names' order.
using Place = std::vector<TimeInName>;

/// The places that all names share. They are told by the word in front where the names have the same words, else counted from the
/// left where all have as many; else only words that every name has tell one.
std::vector<Place> placesOf(const std::vector<std::vector<TimeInName>>& names);

}  // namespace coarsen::names
