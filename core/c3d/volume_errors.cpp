// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/c3d/volume_errors.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace coarsen {

namespace {

struct VolumeLimit {
    double rise, k;
};
/// The last is carried on from those before it.
constexpr std::array<VolumeLimit, 8> limits = {
    {{0.345, 0.024}, {0.333, 0.028}, {0.296, 0.047}, {0.248, 0.066}, {0.2, 0.096}, {0.162, 0.14}, {0.131, 0.2}, {0.1, 0.33}}};

}  // namespace

double volumeErrorLimit(double relativeRise, double domains) {
    const double rise = std::clamp(relativeRise, limits.back().rise, limits.front().rise);
    std::size_t i = 0;
    while (i + 2 < limits.size() && rise < limits[i + 1].rise)
        ++i;
    const double part = std::log(rise / limits[i].rise) / std::log(limits[i + 1].rise / limits[i].rise);
    return limits[i].k * std::pow(limits[i + 1].k / limits[i].k, part) / std::sqrt(domains);
}

double volumeLengthFloor(std::string_view key) {
    constexpr std::array<std::pair<std::string_view, double>, 3> known = {{{"xi", 0.3}, {"xi_integral", 0.45}, {"xi_fit", 0.5}}};
    const auto* const found = std::ranges::find(known, key, [](const auto& entry) { return entry.first; });
    return found == known.end() ? 0 : found->second;
}

}  // namespace coarsen
