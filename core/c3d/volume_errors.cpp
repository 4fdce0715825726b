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
constexpr std::array<VolumeLimit, 5> limits = {{{0.40, 0.02}, {0.32, 0.03}, {0.24, 0.05}, {0.16, 0.1}, {0.1, 0.25}}};

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
