// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/c3d/volume_errors.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace coarsen {

namespace {

struct VolumeLimit {
    double rise, k;
};
/// The last is carried on from those before it.
constexpr std::array<VolumeLimit, 8> limits = {
    {{0.345, 0.016}, {0.333, 0.025}, {0.296, 0.043}, {0.248, 0.06}, {0.2, 0.088}, {0.162, 0.13}, {0.131, 0.19}, {0.1, 0.32}}};

}  // namespace

double volumeErrorLimit(double relativeRise, double domains) {
    const double rise = std::clamp(relativeRise, limits.back().rise, limits.front().rise);
    std::size_t i = 0;
    while (i + 2 < limits.size() && rise < limits[i + 1].rise)
        ++i;
    const double part = std::log(rise / limits[i].rise) / std::log(limits[i + 1].rise / limits[i].rise);
    return limits[i].k * std::pow(limits[i + 1].k / limits[i].k, part) / std::sqrt(domains);
}

}  // namespace coarsen
