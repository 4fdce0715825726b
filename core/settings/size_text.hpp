// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/volume/volume.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace coarsen {

/// The two numbers of "A<separator>B", or nothing.
inline std::optional<std::pair<double, double>> numberPair(std::string_view text, char separator) {
    const auto cut = text.find(separator);
    if (cut == std::string_view::npos) return std::nullopt;
    const auto first = parseNumber(text.substr(0, cut)), second = parseNumber(text.substr(cut + 1));
    if (!first || !second || !std::isfinite(*first) || !std::isfinite(*second)) return std::nullopt;
    return std::pair{*first, *second};
}

/// The three numbers of "A<separator>B<separator>C", or nothing.
inline std::optional<std::array<double, 3>> numberTriple(std::string_view text, char separator) {
    const auto cut = text.find(separator);
    if (cut == std::string_view::npos) return std::nullopt;
    const auto first = parseNumber(text.substr(0, cut));
    const auto others = numberPair(text.substr(cut + 1), separator);
    if (!first || !others || !std::isfinite(*first)) return std::nullopt;
    return std::array{*first, others->first, others->second};
}

/// Width, height and depth of "96x96x96", 8 to 4096 each. Throws SettingError naming the option.
inline VolumeSize volumeSizeFromText(std::string_view text, const std::string& option) {
    constexpr double least = 8, most = 4096;
    const auto size = numberTriple(text, 'x');
    if (!size || std::ranges::any_of(*size, [](double side) { return !(side >= least && side <= most); }))
        throw SettingError(option, "'" + std::string(text) + "' is no size of 8 to 4096 voxels along each axis",
                           "write width, height and depth, as 96x96x96");
    return {static_cast<int>((*size)[0]), static_cast<int>((*size)[1]), static_cast<int>((*size)[2])};
}

/// Width and height of "960x720". Throws SettingError naming the option.
inline std::pair<int, int> sizeFromText(std::string_view text, const std::string& option) {
    const auto size = numberPair(text, 'x');
    if (!size || size->first < 1 || size->second < 1 || size->first > 65536 || size->second > 65536)
        throw SettingError(option, "'" + std::string(text) + "' is no size", "write width and height in pixels, as 960x720");
    return {static_cast<int>(size->first), static_cast<int>(size->second)};
}

}  // namespace coarsen
