// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/lengths.hpp"
#include "core/measure/level_crossing.hpp"
#include "core/measure/removed_mean.hpp"
#include "core/measure/xi_amplitude.hpp"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_multifit_nlinear.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <numbers>
#include <optional>
#include <span>
#include <vector>

namespace coarsen {

namespace {

constexpr double fitEnd = 0.1;  // of A: what lies below is mostly chance
constexpr std::size_t fewestRadii = 4;
constexpr int mostEnds = 20, mostSteps = 100;
constexpr double settled = 1e-10;

/// A exp(-R / xi)
struct Exponential {
    double amplitude, xiPx;
};

/// C1D at the radii that are fitted.
struct FittedPart {
    std::span<const double> r, value;
};

int offsFrom(const gsl_vector* p, void* context, gsl_vector* out) {
    const auto& part = *static_cast<const FittedPart*>(context);
    for (std::size_t i = 0; i < part.r.size(); ++i)
        gsl_vector_set(out, i, gsl_vector_get(p, 0) * std::exp(-part.r[i] / gsl_vector_get(p, 1)) - part.value[i]);
    return GSL_SUCCESS;
}

int slopesOf(const gsl_vector* p, void* context, gsl_matrix* out) {
    const auto& part = *static_cast<const FittedPart*>(context);
    const double amplitude = gsl_vector_get(p, 0), xiPx = gsl_vector_get(p, 1);
    for (std::size_t i = 0; i < part.r.size(); ++i) {
        const double fall = std::exp(-part.r[i] / xiPx);
        gsl_matrix_set(out, i, 0, fall);
        gsl_matrix_set(out, i, 1, amplitude * fall * part.r[i] / (xiPx * xiPx));
    }
    return GSL_SUCCESS;
}

struct FreeSolver {
    void operator()(gsl_multifit_nlinear_workspace* solver) const { gsl_multifit_nlinear_free(solver); }
};

/// Least squares (GSL, Levenberg-Marquardt); none where they do not settle on a falling curve.
std::optional<Exponential> leastSquares(FittedPart part, const Exponential& start) {
    const gsl_multifit_nlinear_parameters options = gsl_multifit_nlinear_default_parameters();
    const std::unique_ptr<gsl_multifit_nlinear_workspace, FreeSolver> solver(
        gsl_multifit_nlinear_alloc(gsl_multifit_nlinear_trust, &options, part.r.size(), 2));
    gsl_multifit_nlinear_fdf functions{};
    functions.f = offsFrom;
    functions.df = slopesOf;
    functions.n = part.r.size();
    functions.p = 2;
    functions.params = &part;
    const double from[] = {start.amplitude, start.xiPx};
    const gsl_vector_const_view at = gsl_vector_const_view_array(from, 2);
    gsl_multifit_nlinear_init(&at.vector, &functions, solver.get());
    for (int step = 0, info = 0; step < mostSteps; ++step)
        if (gsl_multifit_nlinear_iterate(solver.get()) != GSL_SUCCESS ||
            gsl_multifit_nlinear_test(settled, settled, 0, &info, solver.get()) == GSL_SUCCESS)
            break;
    const gsl_vector* const found = gsl_multifit_nlinear_position(solver.get());
    const Exponential curve{gsl_vector_get(found, 0), gsl_vector_get(found, 1)};
    const bool isFalling = curve.amplitude > 0 && curve.xiPx > 0 && std::isfinite(curve.amplitude) && std::isfinite(curve.xiPx);
    return isFalling ? std::optional(curve) : std::nullopt;
}

/// The same least squares by Gauss and Newton's steps from a start near the answer; none where these do not settle.
std::optional<Exponential> leastSquaresNear(FittedPart part, const Exponential& start) {
    constexpr int fewSteps = 12;
    Exponential curve = start;
    for (int step = 0; step < fewSteps; ++step) {
        double aa = 0, ab = 0, bb = 0, a = 0, b = 0;  // sums of products of the two slopes, and of each with what is left
        for (std::size_t i = 0; i < part.r.size(); ++i) {
            const double fall = std::exp(-part.r[i] / curve.xiPx);
            const double byXi = curve.amplitude * fall * part.r[i] / (curve.xiPx * curve.xiPx);
            const double left = part.value[i] - curve.amplitude * fall;
            aa += fall * fall;
            ab += fall * byXi;
            bb += byXi * byXi;
            a += fall * left;
            b += byXi * left;
        }
        const double determinant = aa * bb - ab * ab, byXi = (aa * b - ab * a) / determinant;
        curve.amplitude += (bb * a - ab * b) / determinant;
        curve.xiPx += byXi;
        if (!(curve.amplitude > 0) || !(curve.xiPx > 0) || !std::isfinite(curve.amplitude)) return std::nullopt;
        if (std::abs(byXi) < settled * curve.xiPx) return curve;
    }
    return std::nullopt;
}

/// `nearPx`: a length near the answer, where one is known.
LengthScale fitted(const RadialProfile& measured, const MeasureSettings& settings, std::optional<double> nearPx) {
    const RadialProfile profile = withRemovedPart(measured);
    gsl_set_error_handler_off();  // GSL would end the program; its answers are checked instead
    const Height height = xiAmplitude(profile, settings);
    const double amplitude = height.value;
    std::vector<double> values(profile.value);
    // Where no line has found it the height is a point like the others, and of a round curve the one that says most.
    if (isByShape(settings) && !values.empty() && !height.isOfLine) values[0] = amplitude;
    const std::span<const double> r(profile.r), value(values);
    const bool hasSpike = !r.empty() && amplitude < value[0];
    const auto first = std::max(static_cast<std::size_t>(std::ceil(2 * profile.smoothingPx)), std::size_t{hasSpike ? 1u : 0u});
    if (first >= r.size() || !(value[first] > 0)) return noLength("C1D does not reach beyond twice the field's own smoothing");
    const auto endFor = [&](double start) {
        std::size_t end = first;
        while (end < r.size() && value[end] >= fitEnd * start)
            ++end;
        return end;
    };
    Exponential curve{amplitude, firstCrossing(profile, amplitude / std::numbers::e)};
    if (!(curve.xiPx > 0)) curve.xiPx = r.back();
    std::size_t end = endFor(curve.amplitude);
    for (int round = 0; round < mostEnds; ++round) {  // the end hangs on A, which hangs on the end
        if (end - first < fewestRadii) return noLength("C1D falls within fewer than four pixels: too steep for a fit");
        const FittedPart part{r.subspan(first, end - first), value.subspan(first, end - first)};
        std::optional<Exponential> found;
        if (nearPx) found = leastSquaresNear(part, round == 0 ? Exponential{curve.amplitude, *nearPx} : curve);
        if (!found) found = leastSquares(part, curve);
        if (!found) return noLength("no falling exponential fits C1D");
        curve = *found;
        const std::size_t next = endFor(curve.amplitude);
        if (next == end) break;
        end = next;
    }
    if (curve.xiPx > 2 * r.back()) return noLength("C1D hardly falls within the largest offset; increase it");
    LengthScale length;
    length.px = curve.xiPx;
    length.fitFromPx = r[first];
    length.fitToPx = r[end - 1];
    length.c1d = curve.amplitude * std::exp(-1) - (profile.value[0] - measured.value[0]);
    length.quality = Quality::good;
    if (end == r.size()) length.message = "C1D does not fall to a tenth: the fit ends with the range";
    return length;
}

}  // namespace

LengthScale xiFit(const RadialProfile& measured, const MeasureSettings& settings) {
    return fitted(measured, settings, std::nullopt);
}

LengthScale xiFitNear(const RadialProfile& replicate, double wholePx, const MeasureSettings& settings) {
    return fitted(replicate, settings, wholePx);
}

}  // namespace coarsen
