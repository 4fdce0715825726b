// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/length_scale.hpp"

#include "core/base/error.hpp"

#include <array>
#include <utility>

namespace coarsen {

namespace {
constexpr std::array<std::string_view, 5> names = {"good", "weak", "edge", "none", "manual"};
}  // namespace

std::string_view nameOf(Quality quality) {
    return names[static_cast<std::size_t>(quality)];
}

Quality qualityNamed(std::string_view name) {
    for (std::size_t i = 0; i < names.size(); ++i)
        if (names[i] == name) return static_cast<Quality>(i);
    throw InputError(std::string(name), "this is no quality", "good, weak, edge, none or manual");
}

LengthScale noLength(std::string reason) {
    LengthScale length;
    length.message = std::move(reason);
    return length;
}

}  // namespace coarsen
