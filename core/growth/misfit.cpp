// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/growth/misfit.hpp"

#include <gsl/gsl_cdf.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace coarsen {

namespace {

// The errors of a series are themselves known to some 20 %: a test that takes them as exact must be stricter by far.
constexpr double tolerated = 1.5, byChance = 1e-5;
// Frames that show the same domains may all be off together: as often as one error is that large.
constexpr double toleratedTogether = 4.5;

}  // namespace

Misfit misfitOf(const std::vector<GrowthPoint>& points, const std::vector<double>& fitted, std::size_t parameters,
                double chi2Reduced, double squareLeft, bool robust) {
    Misfit misfit;
    std::vector<double> squares;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const double residual = points[i].length - fitted[i];
        if (const double part = std::abs(residual / fitted[i]); fitted[i] > 0 && (misfit.frame < 0 || part > misfit.largest)) {
            misfit.largest = part;
            misfit.frame = points[i].frame;
        }
        squares.push_back(residual * residual / (points[i].error * points[i].error));
    }
    const bool areErrorsKnown = std::ranges::all_of(points, [](const GrowthPoint& point) { return point.error > 0; });
    if (!areErrorsKnown || points.size() <= parameters) return misfit;

    const auto count = static_cast<double>(points.size()), degrees = count - static_cast<double>(parameters);
    double perDegree = chi2Reduced;
    if (robust) {
        const auto middle = squares.begin() + static_cast<std::ptrdiff_t>(squares.size() / 2);
        std::ranges::nth_element(squares, middle);
        const double usual = *middle / gsl_cdf_chisq_Pinv(0.5, 1);
        misfit.inErrors = std::sqrt(usual);
        perDegree = usual * count / degrees;
    } else {
        misfit.inErrors = std::sqrt(std::accumulate(squares.begin(), squares.end(), 0.0) / count);
    }
    const bool isNoScatter = perDegree > tolerated * tolerated && gsl_cdf_chisq_Q(perDegree * degrees, degrees) < byChance;
    misfit.isSure = isNoScatter || misfit.inErrors > toleratedTogether * std::sqrt(std::max(squareLeft, 1.0));
    return misfit;
}

std::string misfitWords(const Misfit& misfit) {
    if (!misfit.isSure) return {};
    return "misses its points by up to " + std::to_string(std::lround(100 * misfit.largest)) + " %";
}

}  // namespace coarsen
