// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/growth/logarithms.hpp"

#include <gsl/gsl_fit.h>

#include <cmath>
#include <numeric>

namespace coarsen {

double LogPoints::meanTime() const {
    return std::accumulate(t.begin(), t.end(), 0.0) / static_cast<double>(t.size());
}

LogPoints logarithms(const WeightedPoints& points, double quench) {
    LogPoints logs;
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (!(points.t[i] > quench) || !(points.length[i] > 0)) continue;
        logs.t.push_back(std::log(points.t[i] - quench));
        logs.length.push_back(std::log(points.length[i]));
        logs.weight.push_back(points.weight[i] * points.length[i] * points.length[i]);
    }
    return logs;
}

StraightLine straightLine(const LogPoints& points) {
    StraightLine line;
    double cov00 = 0, cov01 = 0, cov11 = 0;
    gsl_fit_wlinear(points.t.data(), 1, points.weight.data(), 1, points.length.data(), 1, points.t.size(), &line.intercept,
                    &line.slope, &cov00, &cov01, &cov11, &line.squares);
    return line;
}

}  // namespace coarsen
