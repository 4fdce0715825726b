// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/register/node_response.hpp"

#include <cmath>
#include <cstddef>
#include <numbers>

namespace coarsen::gpu {

namespace {

double cubicSpline(double x) {
    const double away = std::abs(x);
    if (away >= 2) return 0;
    return away < 1 ? 2.0 / 3 - away * away * (1 - away / 2) : (2 - away) * (2 - away) * (2 - away) / 6;
}

/// Cosines of what has no direction, going round `period`: the transform and, but for a factor, its inverse are the same.
class Cosines {
public:
    explicit Cosines(std::size_t period) : values_(period) {
        for (std::size_t i = 0; i < period; ++i)
            values_[i] = std::cos(2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(period));
    }

    /// The first `count` of `side`, which has the number at 0 and those on one side.
    std::vector<double> transform(std::span<const double> side, std::size_t count) const {
        std::vector<double> all(count);
        for (std::size_t k = 0; k < count; ++k)
            for (std::size_t x = 0, at = 0; x < side.size(); ++x) {
                all[k] += (x > 0 && 2 * x != values_.size() ? 2 : 1) * side[x] * values_[at];
                at += k;
                if (at >= values_.size()) at -= values_.size();
            }
        return all;
    }

private:
    std::vector<double> values_;
};

}  // namespace

std::vector<double> nodeResponse(std::span<const float> response, int every) {
    const std::size_t last = response.size() - 1, period = 2 * last, step = period / static_cast<std::size_t>(every);
    const Cosines cosines(period);
    std::vector<double> spline;
    for (int x = 0; x <= 2 * every; ++x)
        spline.push_back(cubicSpline(static_cast<double>(x) / every));
    const std::vector<double> wanted = cosines.transform(std::vector<double>(response.begin(), response.end()), last + 1),
                              drawn = cosines.transform(spline, period);
    // What lies at k comes out at k and, for nodes are few, at k + step, k + 2 step ... as much as the spline lets through there.
    std::vector<double> nodes(last + 1);
    for (std::size_t k = 0; k <= last; ++k) {
        double squares = 0;
        for (int i = 0; i < every; ++i)
            squares += std::pow(drawn[(k + static_cast<std::size_t>(i) * step) % period], 2);
        nodes[k] = every * wanted[k] * drawn[k] / squares;
    }
    std::vector<double> answer = cosines.transform(nodes, last + 1);
    for (double& number : answer)
        number /= static_cast<double>(period);
    return answer;
}

}  // namespace coarsen::gpu
