// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/typed_length.hpp"

#include "core/base/numbers.hpp"
#include "core/base/units.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace coarsen {

std::optional<double> typedLengthUm(std::string_view text, double bareUm) {
    const auto withoutEnds = [](std::string_view part) {
        const auto first = part.find_first_not_of(" \t");
        return first == std::string_view::npos ? std::string_view()
                                               : part.substr(first, part.find_last_not_of(" \t") - first + 1);
    };
    std::string plain(withoutEnds(text));
    for (const std::string_view space : {"\u2009", "\u00A0"})  // that numbers are shown with
        if (const auto at = plain.find(space); at != std::string::npos) plain.replace(at, space.size(), " ");
    if (std::ranges::count(plain, ',') == 1 && plain.find('.') == std::string::npos) std::ranges::replace(plain, ',', '.');
    const std::size_t end = plain.find_last_of("0123456789.");
    if (end == std::string::npos) return std::nullopt;
    const std::string_view unit = withoutEnds(std::string_view(plain).substr(end + 1));
    const auto value = parseNumber(withoutEnds(std::string_view(plain).substr(0, end + 1)));
    const auto um = unit.empty() ? std::optional(bareUm) : micrometresIn(unit);
    return value && um && std::isfinite(*value * *um) ? std::optional(*value * *um) : std::nullopt;
}

}  // namespace coarsen
