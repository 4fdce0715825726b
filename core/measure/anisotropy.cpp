// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/anisotropy.hpp"

#include "core/base/gsl_memory.hpp"

#include <cmath>
#include <numbers>
#include <vector>

namespace coarsen {

namespace {

constexpr int rays = 36;  // over half a turn: an autocorrelation is even
constexpr double stepPx = 0.5;

double valueAt(const CorrelationMap& map, double x, double y) {
    const int left = static_cast<int>(std::floor(x)), top = static_cast<int>(std::floor(y));
    const double fx = x - left, fy = y - top;
    return (1 - fy) * ((1 - fx) * map.at(left, top) + fx * map.at(left + 1, top)) +
           fy * ((1 - fx) * map.at(left, top + 1) + fx * map.at(left + 1, top + 1));
}

/// Where C2D first falls to 0 along a ray, in pixels of the mean size; NaN when it does not.
double zeroAlong(const CorrelationMap& map, double angle, double aspect) {
    const double stretch = std::sqrt(aspect), x = std::cos(angle) * stretch, y = std::sin(angle) / stretch;
    double before = 1;
    for (double r = stepPx;; r += stepPx) {
        if (std::abs(r * x) >= map.maxLag() - 1 || std::abs(r * y) >= map.maxLag() - 1) return std::nan("");
        const double here = valueAt(map, r * x, r * y);
        if (std::isnan(here)) return here;
        if (here <= 0) return r - stepPx * here / (here - before);
        before = here;
    }
}

}  // namespace

Anisotropy anisotropy(const CorrelationMap& map, double aspect) {
    if (map.isEmpty()) return {};
    std::vector<double> angles, radii;
    for (int ray = 0; ray < rays; ++ray) {
        const double angle = std::numbers::pi * ray / rays, radius = zeroAlong(map, angle, aspect);
        if (!(radius > 0)) continue;
        angles.push_back(angle);
        radii.push_back(radius);
    }
    if (3 * angles.size() < 2 * static_cast<std::size_t>(rays)) return {};

    const std::size_t count = angles.size();
    const GslOwned<gsl_matrix> design(gsl_matrix_alloc(count, 3)), covariance(gsl_matrix_alloc(3, 3));
    const GslOwned<gsl_vector> inverses(gsl_vector_alloc(count)), weights(gsl_vector_alloc(count)), answer(gsl_vector_alloc(3));
    const GslOwned<gsl_multifit_linear_workspace> workspace(gsl_multifit_linear_alloc(count, 3));
    for (std::size_t i = 0; i < count; ++i) {
        const double cosine = std::cos(angles[i]), sine = std::sin(angles[i]), r = radii[i];
        gsl_matrix_set(design.get(), i, 0, cosine * cosine);
        gsl_matrix_set(design.get(), i, 1, sine * sine);
        gsl_matrix_set(design.get(), i, 2, 2 * sine * cosine);
        gsl_vector_set(inverses.get(), i, 1 / (r * r));
        gsl_vector_set(weights.get(), i, r * r * r * r * r * r);  // radii, not their inverse squares, are equally sure
    }
    double squares = 0;
    gsl_multifit_wlinear(design.get(), weights.get(), inverses.get(), answer.get(), covariance.get(), &squares, workspace.get());
    const double a = gsl_vector_get(answer.get(), 0), b = gsl_vector_get(answer.get(), 1), c = gsl_vector_get(answer.get(), 2);
    const double mean = (a + b) / 2, spread = std::hypot((a - b) / 2, c);
    if (!(mean - spread > 0)) return {};
    Anisotropy found;
    found.elongation = std::sqrt((mean + spread) / (mean - spread)) - 1;
    // The longer axis has the smaller inverse square.
    const double degrees = std::atan2(-c, (b - a) / 2) / 2 * 180 / std::numbers::pi;
    found.angleDeg = degrees < 0 ? degrees + 180 : degrees;
    found.radiusPx = std::pow((mean + spread) * (mean - spread), -0.25);
    return found;
}

}  // namespace coarsen
