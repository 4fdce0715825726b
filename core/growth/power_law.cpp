// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/growth/models.hpp"
#include "core/growth/weighting.hpp"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_fit.h>
#include <gsl/gsl_multifit_nlinear.h>

#include <cmath>
#include <memory>

namespace coarsen {

namespace {

/// R = B (t / tRef)^n with tRef in the middle of the data, where B and n hardly know each other; A = B tRef^-n afterwards.
struct Problem {
    const WeightedPoints& points;
    double logTRef;
};

int residuals(const gsl_vector* p, void* context, gsl_vector* out) {
    const auto& [points, logTRef] = *static_cast<const Problem*>(context);
    const double B = gsl_vector_get(p, 0), n = gsl_vector_get(p, 1);
    for (std::size_t i = 0; i < points.size(); ++i)
        gsl_vector_set(out, i, B * std::exp(n * (std::log(points.t[i]) - logTRef)) - points.length[i]);
    return GSL_SUCCESS;
}

int jacobian(const gsl_vector* p, void* context, gsl_matrix* out) {
    const auto& [points, logTRef] = *static_cast<const Problem*>(context);
    const double B = gsl_vector_get(p, 0), n = gsl_vector_get(p, 1);
    for (std::size_t i = 0; i < points.size(); ++i) {
        const double logT = std::log(points.t[i]) - logTRef, power = std::exp(n * logT);
        gsl_matrix_set(out, i, 0, power);
        gsl_matrix_set(out, i, 1, B * power * logT);
    }
    return GSL_SUCCESS;
}

struct FreeMatrix {
    void operator()(gsl_matrix* matrix) const { gsl_matrix_free(matrix); }
};
struct FreeWorkspace {
    void operator()(gsl_multifit_nlinear_workspace* workspace) const { gsl_multifit_nlinear_free(workspace); }
};

GrowthFit fitPowerLaw(const GrowthModel& model, const std::vector<GrowthPoint>& used, const FitSettings& settings) {
    GrowthFit fit;
    fit.reason = tooFew(used.size(), 3);
    if (!fit.isFitted()) return fit;
    const WeightedPoints points = weighted(used, settings);
    if (haveOneTime(points)) {
        fit.reason = "all frames have the same time";
        return fit;
    }

    // Start from the straight line in log R against log t.
    std::vector<double> logT, logR;
    double logTRef = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        logT.push_back(std::log(points.t[i]));
        logR.push_back(std::log(points.length[i]));
        logTRef += logT.back() / static_cast<double>(points.size());
    }
    double intercept = 0, slope = 0, cov00 = 0, cov01 = 0, cov11 = 0, sumOfSquares = 0;
    gsl_fit_linear(logT.data(), 1, logR.data(), 1, logT.size(), &intercept, &slope, &cov00, &cov01, &cov11, &sumOfSquares);

    Problem problem{points, logTRef};
    gsl_multifit_nlinear_parameters options = gsl_multifit_nlinear_default_parameters();
    const std::unique_ptr<gsl_multifit_nlinear_workspace, FreeWorkspace> workspace(
        gsl_multifit_nlinear_alloc(gsl_multifit_nlinear_trust, &options, points.size(), 2));
    gsl_multifit_nlinear_fdf functions{};
    functions.f = residuals;
    functions.df = jacobian;
    functions.n = points.size();
    functions.p = 2;
    functions.params = &problem;
    const double start[] = {std::exp(intercept + slope * logTRef), slope};
    const gsl_vector_const_view startView = gsl_vector_const_view_array(start, 2);
    const gsl_vector_const_view weightView = gsl_vector_const_view_array(points.weight.data(), points.size());
    gsl_multifit_nlinear_winit(&startView.vector, &weightView.vector, &functions, workspace.get());
    int info = 0;
    if (gsl_multifit_nlinear_driver(200, 1e-12, 1e-12, 0, nullptr, nullptr, &info, workspace.get()) == GSL_EMAXITER) {
        fit.reason = "the fit did not settle in 200 steps";
        return fit;
    }

    const std::unique_ptr<gsl_matrix, FreeMatrix> inner(gsl_matrix_alloc(2, 2));
    gsl_multifit_nlinear_covar(gsl_multifit_nlinear_jac(workspace.get()), 0, inner.get());
    const gsl_vector* const best = gsl_multifit_nlinear_position(workspace.get());
    const double B = gsl_vector_get(best, 0), n = gsl_vector_get(best, 1);
    const double A = B * std::exp(-n * logTRef);
    const double dAdB = A / B, dAdn = -A * logTRef;
    const double bb = gsl_matrix_get(inner.get(), 0, 0), bn = gsl_matrix_get(inner.get(), 0, 1),
                 nn = gsl_matrix_get(inner.get(), 1, 1);
    const double aa = dAdB * dAdB * bb + 2 * dAdB * dAdn * bn + dAdn * dAdn * nn, an = dAdB * bn + dAdn * nn;

    fit.parameters = {{.name = "A", .value = A}, {.name = "n", .value = n}};
    fit.covariance = {aa, an, an, nn};
    completeStatistics(fit, model, points, true);
    return fit;
}

}  // namespace

GrowthModel powerLaw() {
    return {
        .key = "power",
        .label = "Power law",
        .equation = "R_max = A t^n",
        .parameters = {"A", "n"},
        .fit = fitPowerLaw,
        .value = [](const std::vector<double>& p, double t) { return t > 0 ? p[0] * std::pow(t, p[1]) : std::nan(""); },
        .gradient =
            [](const std::vector<double>& p, double t) {
                const double power = std::pow(t, p[1]);
                return std::vector<double>{power, p[0] * power * std::log(t)};
            },
    };
}

}  // namespace coarsen
