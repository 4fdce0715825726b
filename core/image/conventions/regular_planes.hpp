// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/facts.hpp"

#include <string_view>

namespace coarsen::conventions {

/// The largest number of pictures that a file is believed to promise.
inline constexpr int mostPromisedPlanes = 1 << 20;

/// Gives a scene its planes in an order such as "CZT", of which the first letter's index runs fastest; those from `pages` on were
/// promised and are not there. Whether there are few enough to be believed; without planes where there are not.
bool placeInOrder(SceneFacts& scene, std::string_view order, int pages);

}  // namespace coarsen::conventions
