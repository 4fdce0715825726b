// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/typed_length.hpp"

#include "core/base/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace coarsen {

std::optional<double> typedLengthUm(std::string_view text, double bareUm) {
    constexpr std::pair<std::string_view, double> units[] = {{"nm", 1e-3}, {"\u00B5m", 1}, {"\u03BCm", 1}, {"um", 1},
                                                             {"mm", 1e3},  {"cm", 1e4},    {"m", 1e6}};
    const auto withoutEnds = [](std::string_view part) {
        const auto first = part.find_first_not_of(" \t");
        return first == std::string_view::npos ? std::string_view()
                                               : part.substr(first, part.find_last_not_of(" \t") - first + 1);
    };
    std::string plain(withoutEnds(text));
    for (const std::string_view space : {"\u2009", "\u00A0"})  // that numbers are shown with
        if (const auto at = plain.find(space); at != std::string::npos) plain.replace(at, space.size(), " ");
    if (std::ranges::count(plain, ',') == 1 && plain.find('.') == std::string::npos) std::ranges::replace(plain, ',', '.');
    double factor = bareUm;
    std::string_view number = plain;
    for (const auto& [name, um] : units) {
        if (!number.ends_with(name)) continue;
        number = withoutEnds(number.substr(0, number.size() - name.size()));
        factor = um;
        break;
    }
    const auto value = parseNumber(number);
    return value && std::isfinite(*value * factor) ? std::optional(*value * factor) : std::nullopt;
}

}  // namespace coarsen
