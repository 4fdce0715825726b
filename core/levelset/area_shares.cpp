// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/levelset/area_shares.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace coarsen {

std::size_t AreaShares::binOf(double value) const {
    if (!(most > 0)) return bins / 2;
    const double place = (value / most + 1) / 2 * static_cast<double>(bins);
    return static_cast<std::size_t>(std::clamp(place, 0.0, static_cast<double>(bins - 1)));
}

double mostOf(const std::vector<float>& values, const std::vector<double>& areas) {
    std::vector<double> sizes;
    for (std::size_t v = 0; v < values.size(); ++v)
        if (areas[v] > 0) sizes.push_back(std::abs(static_cast<double>(values[v])));
    if (sizes.empty()) return 0;
    const auto at = static_cast<std::ptrdiff_t>(static_cast<double>(sizes.size() - 1) * 0.99);
    std::ranges::nth_element(sizes, sizes.begin() + at);
    return sizes[static_cast<std::size_t>(at)];
}

AreaShares sharesOf(const std::vector<float>& values, const std::vector<double>& areas, double most) {
    AreaShares answer{most, std::vector<double>(AreaShares::bins)};
    const double all = std::accumulate(areas.begin(), areas.end(), 0.0);
    for (std::size_t v = 0; v < values.size(); ++v)
        if (areas[v] > 0) answer.shares[answer.binOf(static_cast<double>(values[v]))] += areas[v] / all;
    return answer;
}

}  // namespace coarsen
