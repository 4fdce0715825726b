// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/growth/parameter_unit.hpp"

#include <cstdlib>

namespace coarsen {

namespace {

std::string power(const std::string& unit, int exponent) {
    return std::abs(exponent) == 1 ? unit : unit + '^' + std::to_string(std::abs(exponent));
}

}  // namespace

std::string unitOf(const ModelParameter& parameter, const std::string& lengthUnit, const std::string& timeUnit) {
    std::string text = parameter.length == 0 ? "" : power(lengthUnit, parameter.length);
    if (parameter.time > 0) text += (text.empty() ? "" : " ") + power(timeUnit, parameter.time);
    if (parameter.time < 0) text += (text.empty() ? "1/" : "/") + power(timeUnit, parameter.time);
    if (!parameter.exponent.empty()) text += '/' + timeUnit + '^' + parameter.exponent;
    return text;
}

}  // namespace coarsen
