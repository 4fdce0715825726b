// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/growth/growth_fit.hpp"
#include "core/growth/nonlinear_fit.hpp"

#include <gsl/gsl_fit.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace coarsen {

namespace {

/// Nothing has grown yet where the cube is negative.
double lengthOf(const std::vector<double>& p, double t) {
    return std::cbrt(std::max(0.0, p[1] + p[0] * t));
}

std::vector<double> gradientOf(const std::vector<double>& p, double t) {
    const double length = lengthOf(p, t);
    if (!(length > 0)) return {0, 0};
    const double byCube = 1 / (3 * length * length);
    return {t * byCube, byCube};
}

ModelFit fitLsw(const WeightedPoints& points) {
    if (haveOneTime(points)) return {"all frames have the same time", {}, {}};
    // The start: a straight line through the cubes, whose errors are 3 R^2 times those of the lengths.
    std::vector<double> cubes, weights;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const double length = points.length[i];
        cubes.push_back(std::pow(length, 3));
        weights.push_back(points.weight[i] / (9 * std::pow(length, 4)));
    }
    double cube = 0, rate = 0, varianceCube = 0, covariance = 0, varianceRate = 0, chi2 = 0;
    gsl_fit_wlinear(points.t.data(), 1, weights.data(), 1, cubes.data(), 1, points.size(), &cube, &rate, &varianceCube,
                    &covariance, &varianceRate, &chi2);
    // Where that line falls below nothing among the frames there is no length to start from: it begins at their own.
    std::vector<double> start{rate, cube};
    for (const double t : points.t)
        if (!(lengthOf(start, t) > 0)) start = {0, std::pow(points.length.front(), 3)};
    return nonlinearFit(points, {lengthOf, gradientOf}, start);
}

}  // namespace

/// Coarsening by diffusion through the matrix: Lifshitz and Slyozov, J. Phys. Chem. Solids 19 (1961) 35; Wagner,
/// Z. Elektrochem. 65 (1961) 581. Its cube is what grows linearly, from whatever it was when t begins to count.
GrowthModel lsw() {
    return {
        .key = "lsw",
        .label = "Diffusive coarsening (LSW)",
        .equation = "R_max^3 = R0^3 + K t",
        .formula = "R_max³ = R₀³ + K t",
        .parameters = {{"K", "K", 3, -1}, {"R0_cubed", "R₀³", 3}},
        .offered = Offered::whenChosen,
        .fit = fitLsw,
        .value = lengthOf,
        .gradient = gradientOf,
    };
}

}  // namespace coarsen
