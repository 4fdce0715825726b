// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/local_extremum.hpp"

#include <gsl/gsl_multifit.h>

#include <algorithm>
#include <cmath>
#include <memory>

namespace coarsen {

namespace {

template <auto release>
struct Release {
    template <typename T>
    void operator()(T* object) const {
        release(object);
    }
};
using Matrix = std::unique_ptr<gsl_matrix, Release<gsl_matrix_free>>;
using Vector = std::unique_ptr<gsl_vector, Release<gsl_vector_free>>;
using Workspace = std::unique_ptr<gsl_multifit_linear_workspace, Release<gsl_multifit_linear_free>>;

}  // namespace

std::optional<Extremum> refined(const RadialProfile& profile, std::size_t index, int sign) {
    const double centre = profile.r[index];
    const auto half = static_cast<std::size_t>(std::max(2.0, std::round(0.15 * centre)));
    std::size_t first = index > half ? index - half : 0, last = std::min(profile.size() - 1, index + half);
    while (first < index && std::isnan(profile.value[first]))
        ++first;  // no extremum is looked for where nothing is defined
    while (last > index && std::isnan(profile.value[last]))
        --last;
    std::size_t count = 0;
    for (std::size_t i = first; i <= last; ++i)
        count += !std::isnan(profile.value[i]);
    if (count < 4) return std::nullopt;

    // In units of the window, where the powers of the cubic stay of order 1.
    const double scale = static_cast<double>(half);
    const Matrix powers(gsl_matrix_alloc(count, 4));
    const Vector values(gsl_vector_alloc(count)), c(gsl_vector_alloc(4));
    const Matrix covariance(gsl_matrix_alloc(4, 4));
    std::size_t row = 0;
    for (std::size_t i = first; i <= last; ++i) {
        if (std::isnan(profile.value[i])) continue;
        const double u = (profile.r[i] - centre) / scale;
        for (std::size_t power = 0; power < 4; ++power)
            gsl_matrix_set(powers.get(), row, power, std::pow(u, static_cast<double>(power)));
        gsl_vector_set(values.get(), row++, profile.value[i]);
    }
    const Workspace workspace(gsl_multifit_linear_alloc(count, 4));
    double chi2 = 0;
    gsl_multifit_linear(powers.get(), values.get(), c.get(), covariance.get(), &chi2, workspace.get());

    const auto coefficient = [&](std::size_t i) { return gsl_vector_get(c.get(), i); };
    const double c1 = coefficient(1), c2 = coefficient(2), c3 = coefficient(3);
    const double lowest = (profile.r[first] - centre) / scale, highest = (profile.r[last] - centre) / scale;
    // Roots of c1 + 2 c2 u + 3 c3 u^2, in the form that stays accurate when c3 is nearly 0.
    const double discriminant = c2 * c2 - 3 * c1 * c3;
    if (discriminant < 0) return std::nullopt;
    const double s = -(c2 + std::copysign(std::sqrt(discriminant), c2));
    std::optional<Extremum> best;
    for (const double u : {s / (3 * c3), c1 / s}) {
        const double curvature = 2 * c2 + 6 * c3 * u;
        if (!std::isfinite(u) || u < lowest || u > highest || sign * curvature >= 0) continue;
        best = Extremum{centre + scale * u, coefficient(0) + u * (c1 + u * (c2 + u * c3))};
    }
    return best;
}

}  // namespace coarsen
