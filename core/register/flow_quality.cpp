// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/register/flow_quality.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace coarsen {

JacobianStatistics statisticsOf(const std::vector<float>& jacobian) {
    JacobianStatistics all;
    if (jacobian.empty()) return all;
    const auto [least, greatest] = std::ranges::minmax(jacobian);
    all.least = static_cast<double>(least), all.greatest = static_cast<double>(greatest);
    const auto count = static_cast<double>(jacobian.size());
    const auto logarithm = [](float j) { return std::log(std::max(static_cast<double>(j), 1e-6)); };
    for (const float j : jacobian) {
        all.mean += static_cast<double>(j) / count;
        all.logMean += logarithm(j) / count;
    }
    double second = 0, third = 0;
    for (const float j : jacobian) {
        const double off = logarithm(j) - all.logMean;
        second += off * off / count, third += off * off * off / count;
    }
    all.logSd = std::sqrt(second);
    all.logSkew = second > 0 ? third / (second * all.logSd) : 0;
    return all;
}

double leastInside(const Flow& u, const std::vector<float>& jacobian, const Threads& threads) {
    const VolumeSize& size = u.size;
    const auto isInside = [](double at, int side) { return side == 1 || (at > faceMargin && at < side - 1 - faceMargin); };
    std::vector<float> least(static_cast<std::size_t>(size.depth), std::numeric_limits<float>::infinity());
    parallelFor(least.size(), threads, [&](std::size_t slice) {
        const auto z = static_cast<int>(slice);
        if (!isInside(z, size.depth)) return;
        for (int y = 0; y < size.height; ++y) {
            for (int x = 0; x < size.width; ++x) {
                const std::size_t voxel = size.index(x, y, z);
                const auto was = [&](int at, std::size_t axis) { return at - static_cast<double>(u.along[axis][voxel]); };
                if (isInside(x, size.width) && isInside(was(x, 0), size.width) && isInside(was(y, 1), size.height) &&
                    isInside(was(z, 2), size.depth))
                    least[slice] = std::min(least[slice], jacobian[voxel]);
            }
        }
    });
    const float found = std::ranges::min(least);
    return std::isfinite(found) ? static_cast<double>(found) : std::numeric_limits<double>::quiet_NaN();
}

double correlationAfter(const Flow& u, const RegistrationPair& smoothed, const Threads& threads) {
    const WarpedValues drawn = warped(smoothed.fixed, smoothed.fixedValid, u, Sampling::cubic, threads);
    const auto counts = [&](std::size_t i) {
        return drawn.valid[i] != 0 && (smoothed.movedValid.empty() || smoothed.movedValid[i] != 0);
    };
    double count = 0, a = 0, b = 0;
    for (std::size_t i = 0; i < drawn.values.size(); ++i)
        if (counts(i)) ++count, a += static_cast<double>(drawn.values[i]), b += static_cast<double>(smoothed.moved[i]);
    if (count == 0) return std::numeric_limits<double>::quiet_NaN();
    a /= count, b /= count;
    double aa = 0, ab = 0, bb = 0;
    for (std::size_t i = 0; i < drawn.values.size(); ++i) {
        if (!counts(i)) continue;
        const double p = static_cast<double>(drawn.values[i]) - a, q = static_cast<double>(smoothed.moved[i]) - b;
        aa += p * p, ab += p * q, bb += q * q;
    }
    return aa > 0 && bb > 0 ? ab / std::sqrt(aa * bb) : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace coarsen
