// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/local_extremum.hpp"

#include "core/base/gsl_memory.hpp"
#include "core/measure/curve_spline.hpp"

#include <gsl/gsl_linalg.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace coarsen {

namespace {

constexpr double windowShare = 0.15;  // of R
constexpr double roundingOfSteps = 1e-6;
constexpr double largestFine = 20;  // px: up to there quarter pixels count
constexpr int mostRounds = 12;
constexpr double settledPx = 1e-3;
constexpr double farthestFromCubic = 0.05;  // of R: what is farther is another maximum

/// Samples that an extremum is refined on: those about it that hold numbers, and the smallest window there.
struct Samples {
    std::span<const double> r, value;
    double smallestHalfPx, stepsPerPx;
    double startPx;
};

Samples wholePixels(const RadialProfile& profile, std::size_t index) {
    std::size_t first = index, last = index;
    while (first > 0 && !std::isnan(profile.value[first - 1]))
        --first;
    while (last + 1 < profile.size() && !std::isnan(profile.value[last + 1]))
        ++last;
    const std::size_t count = last - first + 1;
    return {std::span(profile.r).subspan(first, count), std::span(profile.value).subspan(first, count), 2, 2, profile.r[index]};
}

/// From the quarter pixel that stands out most within a pixel of the sample.
std::optional<Samples> quarterPixels(const RadialProfile& profile, std::size_t index, int sign) {
    const FineCurve& fine = profile.fine;
    const double r = profile.r[index];
    if (r > largestFine || fine.r.empty() || r * (1 + windowShare) + 1 > fine.r.back()) return std::nullopt;
    std::size_t best = fine.r.size();
    for (std::size_t i = 0; i < fine.r.size(); ++i)
        if (std::abs(fine.r[i] - r) <= 1 && (best == fine.r.size() || sign * fine.value[i] > sign * fine.value[best])) best = i;
    return Samples{fine.r, fine.value, 0.75, 8, fine.r[best]};
}

/// c0 + c1 u + ... in powers of u, the radius in units of the window's half width, where they stay of order 1.
struct Polynomial {
    std::vector<double> c;

    double at(double u) const {
        double value = 0;
        for (std::size_t i = c.size(); i > 0; --i)
            value = value * u + c[i - 1];
        return value;
    }

    double slope(double u) const {
        double value = 0;
        for (std::size_t i = c.size(); i > 1; --i)
            value = value * u + static_cast<double>(i - 1) * c[i - 1];
        return value;
    }

    /// The place of a cubic's maximum (`sign` +1) or minimum (-1) between two places.
    std::optional<double> extremumOfCubic(double from, double to, int sign) const {
        // Roots of c1 + 2 c2 u + 3 c3 u^2, in the form that stays accurate when c3 is nearly 0.
        const double discriminant = c[2] * c[2] - 3 * c[1] * c[3];
        if (discriminant < 0) return std::nullopt;
        const double s = -(c[2] + std::copysign(std::sqrt(discriminant), c[2]));
        for (const double u : {s / (3 * c[3]), c[1] / s}) {
            const double curvature = 2 * c[2] + 6 * c[3] * u;
            if (std::isfinite(u) && u >= from && u <= to && sign * curvature < 0) return u;
        }
        return std::nullopt;
    }

    /// The same of any degree; of several the one nearest to 0.
    std::optional<double> extremumNearestToZero(double from, double to, int sign) const {
        constexpr int steps = 64, halvings = 40;
        std::optional<double> nearest;
        for (int i = 0; i < steps; ++i) {
            double low = from + (to - from) * i / steps, high = from + (to - from) * (i + 1) / steps;
            if (!(sign * slope(low) > 0) || sign * slope(high) > 0) continue;
            for (int halving = 0; halving < halvings; ++halving) {
                const double middle = (low + high) / 2;
                (sign * slope(middle) > 0 ? low : high) = middle;
            }
            if (!nearest || std::abs(low) < std::abs(*nearest)) nearest = low;
        }
        return nearest;
    }
};

Polynomial bySingularValues(const std::vector<double>& u, const std::vector<double>& values, std::size_t degree) {
    const std::size_t terms = degree + 1;
    const GslOwned<gsl_matrix> powers(gsl_matrix_alloc(u.size(), terms)), covariance(gsl_matrix_alloc(terms, terms));
    const GslOwned<gsl_vector> right(gsl_vector_alloc(u.size())), c(gsl_vector_alloc(terms));
    for (std::size_t row = 0; row < u.size(); ++row) {
        double power = 1;
        for (std::size_t column = 0; column < terms; ++column, power *= u[row])
            gsl_matrix_set(powers.get(), row, column, power);
        gsl_vector_set(right.get(), row, values[row]);
    }
    const GslOwned<gsl_multifit_linear_workspace> workspace(gsl_multifit_linear_alloc(u.size(), terms));
    double chi2 = 0;
    gsl_multifit_linear(powers.get(), right.get(), c.get(), covariance.get(), &chi2, workspace.get());
    Polynomial fitted;
    for (std::size_t i = 0; i < terms; ++i)
        fitted.c.push_back(gsl_vector_get(c.get(), i));
    return fitted;
}

Polynomial byNormalEquations(const std::vector<double>& u, const std::vector<double>& values, std::size_t degree) {
    const std::size_t terms = degree + 1;
    std::vector<double> sums(2 * degree + 1), right(terms), normal(terms * terms);
    for (std::size_t i = 0; i < u.size(); ++i) {
        double power = 1;
        for (std::size_t k = 0; k < sums.size(); ++k, power *= u[i]) {
            sums[k] += power;
            if (k < terms) right[k] += power * values[i];
        }
    }
    for (std::size_t row = 0; row < terms; ++row)
        for (std::size_t column = 0; column < terms; ++column)
            normal[row * terms + column] = sums[row + column];
    Polynomial fitted{std::vector<double>(terms)};
    gsl_matrix_view matrix = gsl_matrix_view_array(normal.data(), terms, terms);
    const gsl_vector_const_view b = gsl_vector_const_view_array(right.data(), terms);
    gsl_vector_view c = gsl_vector_view_array(fitted.c.data(), terms);
    gsl_linalg_cholesky_decomp1(&matrix.matrix);
    gsl_linalg_cholesky_solve(&matrix.matrix, &b.vector, &c.vector);
    return fitted;
}

/// A degree, and the part of its place over which it is fitted to either side.
struct Top {
    std::size_t degree;
    double share;
};
constexpr Top cubicTop{3, windowShare}, quinticTop{5, 0.2};

/// From `start` on with a window that moves with the place; nothing where one has no extremum inside.
std::optional<Extremum> followed(const Samples& samples, const CurveSpline& curve, Extremum found, const Top& top, int sign,
                                 PolynomialFit fit) {
    for (int round = 0; round < mostRounds; ++round) {
        // The window is that of the place found last: one that keeps to the highest sample is lopsided by up to half a pixel,
        // and where the top is flat by several.
        const double half = std::max(samples.smallestHalfPx, top.share * found.r);
        const double from = std::max(found.r - half, samples.r.front()), to = std::min(found.r + half, samples.r.back());
        // Rounding in the last digit of a width of whole steps must not add one more.
        const auto steps = static_cast<std::size_t>(std::ceil(samples.stepsPerPx * (to - from) - roundingOfSteps));
        if (steps < top.degree + 1) return std::nullopt;
        std::vector<double> u, values;
        for (std::size_t i = 0; i <= steps; ++i) {
            const double r = std::min(to, from + (to - from) * static_cast<double>(i) / static_cast<double>(steps));
            u.push_back((r - found.r) / half);
            values.push_back(curve.at(r));
        }
        const Polynomial fitted = fit == PolynomialFit::bySingularValues ? bySingularValues(u, values, top.degree)
                                                                         : byNormalEquations(u, values, top.degree);
        const std::optional<double> place = top.degree == 3 ? fitted.extremumOfCubic(u.front(), u.back(), sign)
                                                            : fitted.extremumNearestToZero(u.front(), u.back(), sign);
        if (!place) return std::nullopt;
        found = {found.r + half * *place, fitted.at(*place)};
        if (half * std::abs(*place) < settledPx) break;
    }
    return found;
}

}  // namespace

std::optional<Extremum> refined(const RadialProfile& profile, std::size_t index, int sign, Refining refining, PolynomialFit fit) {
    if (std::isnan(profile.value[index])) return std::nullopt;
    const std::optional<Samples> quarters = quarterPixels(profile, index, sign);
    const Samples samples = quarters ? *quarters : wholePixels(profile, index);
    if (samples.r.size() < 4) return std::nullopt;
    const CurveSpline curve(samples.r, samples.value);
    const std::optional<Extremum> cubic = followed(samples, curve, {samples.startPx, profile.value[index]}, cubicTop, sign, fit);
    if (!cubic || !quarters || refining == Refining::coarse) return cubic;
    const std::optional<Extremum> quintic = followed(samples, curve, *cubic, quinticTop, sign, fit);
    return quintic && std::abs(quintic->r - cubic->r) < farthestFromCubic * cubic->r ? quintic : cubic;
}

}  // namespace coarsen
