// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/formats/tiff_scale.hpp"

#include "core/base/numbers.hpp"
#include "core/base/units.hpp"
#include "core/image/formats/formats.hpp"

#include <cmath>

namespace coarsen::formats {

namespace {

/// Micrometres in a unit of length as ImageJ and OME write it; nothing for a pixel or an inch.
std::optional<double> micrometresIn(std::string_view unit) {
    constexpr double inch = 25400;  // ImageJ makes inches of a printer's density that it found in the file
    const auto size = coarsen::micrometresIn(unit, UnitDialect::imageJ);
    return size == inch ? std::nullopt : size;
}

std::optional<double> omeSize(std::string_view description, std::string_view axis) {
    const std::string key = " PhysicalSize" + std::string(axis);
    const auto size = parseNumber(valueAfter(description, key + "=\"", "\""));
    const std::string_view unit = valueAfter(description, key + "Unit=\"", "\"");
    const auto micrometres = unit.empty() ? std::optional<double>(1) : micrometresIn(unit);
    return size && micrometres ? std::optional(*size * *micrometres) : std::nullopt;
}

}  // namespace

std::optional<double> positive(std::optional<double> value) {
    return value && std::isfinite(*value) && *value > 0 ? value : std::nullopt;
}

std::string_view valueAfter(std::string_view text, std::string_view key, std::string_view ends) {
    const std::size_t at = text.find(key);
    if (at == std::string_view::npos) return {};
    const std::string_view rest = text.substr(at + key.size());
    return rest.substr(0, rest.find_first_of(ends));
}

StatedScale statedScale(std::string_view description, double xResolution, double yResolution, int unit) {
    if (description.starts_with("<?xml") || description.starts_with("<OME"))
        return {omeSize(description, "X"), omeSize(description, "Y"), omeSize(description, "Z")};
    if (description.starts_with("ImageJ=")) {
        const auto micrometres = micrometresIn(valueAfter(description, "\nunit=", "\r\n"));
        if (!micrometres || xResolution == 0 || yResolution == 0) return {};
        const auto slices = parseNumber(valueAfter(description, "\nspacing=", "\r\n"));
        return {*micrometres / xResolution, *micrometres / yResolution,
                slices ? std::optional(*slices * *micrometres) : std::nullopt};
    }
    constexpr int centimetre = 3;
    if (unit != centimetre) return {};
    return {pixelSizeUm(100 * xResolution), pixelSizeUm(100 * yResolution)};
}

}  // namespace coarsen::formats
