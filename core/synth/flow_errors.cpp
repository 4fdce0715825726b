// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/synth/flow_errors.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace coarsen {

double EndPointErrors::mean() const {
    return std::accumulate(sorted.begin(), sorted.end(), 0.0) / static_cast<double>(sorted.size());
}

double EndPointErrors::percentile(double part) const {
    return sorted[static_cast<std::size_t>(part * static_cast<double>(sorted.size() - 1))];
}

EndPointErrors endPointErrors(const VolumeSize& size, const std::array<std::vector<float>, 3>& u,
                              const std::array<std::vector<float>, 3>& truth) {
    constexpr float margin = 4;
    const auto isInside = [](float at, int side) {
        return side == 1 || (at > margin && at < static_cast<float>(side - 1) - margin);
    };
    EndPointErrors errors;
    std::size_t i = 0;
    for (int z = 0; z < size.depth; ++z)
        for (int y = 0; y < size.height; ++y)
            for (int x = 0; x < size.width; ++x, ++i)
                if (isInside(float(x), size.width) && isInside(float(y), size.height) && isInside(float(z), size.depth) &&
                    isInside(float(x) - truth[0][i], size.width) && isInside(float(y) - truth[1][i], size.height) &&
                    isInside(float(z) - truth[2][i], size.depth))
                    errors.sorted.push_back(
                        static_cast<double>(std::hypot(u[0][i] - truth[0][i], u[1][i] - truth[1][i], u[2][i] - truth[2][i])));
    std::ranges::sort(errors.sorted);
    return errors;
}

}  // namespace coarsen
