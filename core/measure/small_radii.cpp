// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/small_radii.hpp"

#include "core/measure/sinc_weights.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <map>
#include <mutex>
#include <numbers>
#include <utility>

namespace coarsen {

namespace {

constexpr int taps = sincTaps;
constexpr double lastRadius = 24;

void addFineSample(std::vector<double>& plane, double x, double y, double share) {
    const int left = static_cast<int>(std::floor(x)), top = static_cast<int>(std::floor(y));
    const SincWeights across = sincWeights(x - left), down = sincWeights(y - top);
    for (int j = 0; j < 2 * taps; ++j)
        for (int i = 0; i < 2 * taps; ++i) {
            int X0 = left + i - taps + 1, Y0 = top + j - taps + 1;
            if (Y0 < 0 || (Y0 == 0 && X0 < 0)) X0 = -X0, Y0 = -Y0;
            plane[static_cast<std::size_t>(Y0 * (2 * centreReach + 1) + X0 + centreReach)] +=
                share * across[static_cast<std::size_t>(i)] * down[static_cast<std::size_t>(j)];
        }
}

/// The circles as sparse rows over the half plane of a map with R = centreReach.
std::vector<FineCircle> madeCircles(double aspect) {
    const double stretch = std::sqrt(aspect);
    std::vector<double> plane(static_cast<std::size_t>(2 * centreReach + 1) * static_cast<std::size_t>(centreReach + 1));
    std::vector<FineCircle> circles;
    for (int step = 0;; ++step) {
        const double r = static_cast<double>(step) / fineStepsAPixel;
        if (r > lastRadius || r * std::max(stretch, 1 / stretch) + taps > centreReach) return circles;
        std::ranges::fill(plane, 0.0);
        const int count = std::max(8, static_cast<int>(std::ceil(25 * r)));
        for (int k = 0; k < count; ++k) {
            const double angle = 2 * std::numbers::pi * k / count;
            addFineSample(plane, r * stretch * std::cos(angle), r / stretch * std::sin(angle), 1.0 / count);
        }
        FineCircle circle;
        circle.r = r;
        for (std::size_t i = 0; i < plane.size(); ++i) {
            if (plane[i] == 0) continue;
            const int X0 = static_cast<int>(i) % (2 * centreReach + 1) - centreReach,
                      Y0 = static_cast<int>(i) / (2 * centreReach + 1);
            circle.X0.push_back(X0);
            circle.Y0.push_back(Y0);
            circle.weight.push_back(plane[i]);
            circle.reach = std::max({circle.reach, std::abs(X0), Y0});
        }
        circles.push_back(std::move(circle));
    }
}

}  // namespace

std::shared_ptr<const std::vector<FineCircle>> fineCircles(double aspect) {
    static std::mutex mutex;
    static std::map<double, std::weak_ptr<const std::vector<FineCircle>>> known;
    static std::shared_ptr<const std::vector<FineCircle>> last;  // kept: frames follow one another
    const std::lock_guard lock(mutex);
    auto circles = known[aspect].lock();
    if (!circles) known[aspect] = circles = std::make_shared<const std::vector<FineCircle>>(madeCircles(aspect));
    return last = circles;
}

FineCurve fineCurve(std::span<const double> halfPlane, int maxLag, double aspect) {
    const auto circles = fineCircles(aspect);
    FineCurve curve;
    for (const FineCircle& circle : *circles) {
        if (circle.reach > maxLag) break;
        double sum = 0;
        for (std::size_t i = 0; i < circle.weight.size(); ++i)
            sum +=
                circle.weight[i] * halfPlane[static_cast<std::size_t>(circle.Y0[i] * (2 * maxLag + 1) + circle.X0[i] + maxLag)];
        if (std::isnan(sum)) return {};
        curve.r.push_back(circle.r);
        curve.value.push_back(sum);
    }
    return curve;
}

FineCurve fineCurve(const CorrelationMap& map, double aspect) {
    assert(map.isEven());
    return map.isEmpty() ? FineCurve{} : fineCurve(map.values(), map.maxLag(), aspect);
}

}  // namespace coarsen
