// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/synth/flow_errors.hpp"

#include "core/base/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace coarsen {

namespace {
constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
}

double EndPointErrors::mean() const {
    if (of.empty()) return unknown;
    return std::accumulate(of.begin(), of.end(), 0.0) / static_cast<double>(of.size());
}

double EndPointErrors::percentile(double part) const {
    if (of.empty()) return unknown;
    std::vector<float> parted = of;
    const auto at = parted.begin() + static_cast<std::ptrdiff_t>(part * static_cast<double>(of.size() - 1));
    std::ranges::nth_element(parted, at);
    return static_cast<double>(*at);
}

EndPointErrors endPointErrors(const VolumeSize& size, const std::array<std::vector<float>, 3>& u,
                              const std::array<std::vector<float>, 3>& truth, int threads) {
    constexpr float margin = 4;
    const auto isInside = [](float at, int side) {
        return side == 1 || (at > margin && at < static_cast<float>(side - 1) - margin);
    };
    std::vector<std::vector<float>> slices(static_cast<std::size_t>(size.depth));
    parallelFor(slices.size(), threads, [&](std::size_t slice) {
        const int z = static_cast<int>(slice);
        std::size_t i = slice * size.slice();
        for (int y = 0; y < size.height; ++y)
            for (int x = 0; x < size.width; ++x, ++i)
                if (isInside(float(x), size.width) && isInside(float(y), size.height) && isInside(float(z), size.depth) &&
                    isInside(float(x) - truth[0][i], size.width) && isInside(float(y) - truth[1][i], size.height) &&
                    isInside(float(z) - truth[2][i], size.depth))
                    slices[slice].push_back(std::hypot(u[0][i] - truth[0][i], u[1][i] - truth[1][i], u[2][i] - truth[2][i]));
    });
    EndPointErrors errors;
    for (const std::vector<float>& slice : slices)
        errors.of.insert(errors.of.end(), slice.begin(), slice.end());
    return errors;
}

}  // namespace coarsen
