// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/growth/robust.hpp"

#include <algorithm>
#include <cmath>

namespace coarsen {

namespace {

constexpr double reach = 4.685, perDeviation = 1.4826;  // of the biweight; standard deviations in a median absolute deviation
constexpr int mostRounds = 100;
constexpr double settled = 1e-10;  // relative change of every parameter

bool areClose(const std::vector<double>& a, const std::vector<double>& b) {
    return std::ranges::equal(a, b, [](double x, double y) { return std::abs(x - y) <= settled * (std::abs(x) + std::abs(y)); });
}

}  // namespace

ModelFit robustFit(const GrowthModel& model, WeightedPoints& points) {
    const std::vector<double> given = points.weight;
    ModelFit fit = model.fit(points);
    for (int round = 0; round < mostRounds && fit.reason.empty(); ++round) {
        std::vector<double> sizes;
        for (std::size_t i = 0; i < points.size(); ++i)
            sizes.push_back(std::sqrt(given[i]) * std::abs(points.length[i] - model.value(fit.parameters, points.t[i])));
        std::vector<double> sorted = sizes;
        const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
        std::ranges::nth_element(sorted, middle);
        const double limit = reach * perDeviation * *middle;
        if (!(limit > 0)) break;  // more than half of the points lie on the curve
        for (std::size_t i = 0; i < points.size(); ++i) {
            const double part = std::min(sizes[i] / limit, 1.0);
            points.weight[i] = given[i] * (1 - part * part) * (1 - part * part);
        }
        ModelFit next = model.fit(points);
        const bool isSettled = next.reason.empty() && areClose(next.parameters, fit.parameters);
        fit = std::move(next);
        if (isSettled) break;
    }
    return fit;
}

}  // namespace coarsen
