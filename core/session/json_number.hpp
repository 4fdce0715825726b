// SPDX-License-Identifier: GPL-3.0-or-later
// For .cpp files of the session: how its JSON holds numbers.
#pragma once

#include <nlohmann/json.hpp>

#include <limits>

namespace coarsen {

/// Keeps the order that a reader expects; writes NaN as null.
using Json = nlohmann::ordered_json;

/// The number that `value` holds; NaN of null. Throws nlohmann::json::exception of anything else.
inline double numberFrom(const Json& value) {
    return value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>();
}

}  // namespace coarsen
