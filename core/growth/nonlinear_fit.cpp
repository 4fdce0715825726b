// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/growth/nonlinear_fit.hpp"

#include "core/growth/gsl_memory.hpp"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_multifit_nlinear.h>

#include <cmath>
#include <memory>

namespace coarsen {

namespace {

constexpr int mostSteps = 200;

struct Problem {
    const WeightedPoints& points;
    const Curve& curve;
};

std::vector<double> plain(const gsl_vector* vector) {
    std::vector<double> values(vector->size);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = gsl_vector_get(vector, i);
    return values;
}

int residuals(const gsl_vector* p, void* context, gsl_vector* out) {
    const auto& [points, curve] = *static_cast<const Problem*>(context);
    const std::vector<double> parameters = plain(p);
    for (std::size_t i = 0; i < points.size(); ++i)
        gsl_vector_set(out, i, curve.value(parameters, points.t[i]) - points.length[i]);
    return GSL_SUCCESS;
}

int jacobian(const gsl_vector* p, void* context, gsl_matrix* out) {
    const auto& [points, curve] = *static_cast<const Problem*>(context);
    const std::vector<double> parameters = plain(p);
    for (std::size_t i = 0; i < points.size(); ++i) {
        const std::vector<double> gradient = curve.gradient(parameters, points.t[i]);
        for (std::size_t k = 0; k < gradient.size(); ++k)
            gsl_matrix_set(out, i, k, gradient[k]);
    }
    return GSL_SUCCESS;
}

/// GSL's own driver goes on where no step lowers the sum of squares any more, as happens with lengths that have no scatter: the
/// tests of convergence then look at rounding errors.
bool settles(gsl_multifit_nlinear_workspace* workspace) {
    constexpr double tolerance = 1e-12;
    for (int step = 0; step < mostSteps; ++step) {
        int info = 0;
        if (gsl_multifit_nlinear_iterate(workspace) == GSL_ENOPROG) return true;
        if (gsl_multifit_nlinear_test(tolerance, tolerance, 0, &info, workspace) == GSL_SUCCESS) return true;
    }
    return false;
}

}  // namespace

ModelFit nonlinearFit(const WeightedPoints& points, const Curve& curve, const std::vector<double>& start) {
    Problem problem{points, curve};
    const std::size_t count = start.size();
    gsl_multifit_nlinear_parameters options = gsl_multifit_nlinear_default_parameters();
    const GslOwned<gsl_multifit_nlinear_workspace> workspace(
        gsl_multifit_nlinear_alloc(gsl_multifit_nlinear_trust, &options, points.size(), count));
    gsl_multifit_nlinear_fdf functions{};
    functions.f = residuals;
    functions.df = jacobian;
    functions.n = points.size();
    functions.p = count;
    functions.params = &problem;
    const gsl_vector_const_view startView = gsl_vector_const_view_array(start.data(), count);
    const gsl_vector_const_view weightView = gsl_vector_const_view_array(points.weight.data(), points.size());
    gsl_multifit_nlinear_winit(&startView.vector, &weightView.vector, &functions, workspace.get());
    if (!settles(workspace.get())) return {"the fit did not settle in " + std::to_string(mostSteps) + " steps", {}, {}};

    const GslOwned<gsl_matrix> covariance(gsl_matrix_alloc(count, count));
    gsl_multifit_nlinear_covar(gsl_multifit_nlinear_jac(workspace.get()), 0, covariance.get());
    ModelFit fit;
    fit.parameters = plain(gsl_multifit_nlinear_position(workspace.get()));
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t j = 0; j < count; ++j)
            fit.covariance.push_back(gsl_matrix_get(covariance.get(), i, j));
    for (const double value : fit.parameters)
        if (!std::isfinite(value)) return {"the fit found no finite parameters", {}, {}};
    return fit;
}

double weightedSquares(const WeightedPoints& points, const Curve& curve, const std::vector<double>& parameters) {
    double sum = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const double residual = curve.value(parameters, points.t[i]) - points.length[i];
        sum += points.weight[i] * residual * residual;
    }
    return sum;
}

std::vector<double> transformed(const std::vector<double>& covariance, const std::vector<double>& jacobian) {
    const auto count = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(covariance.size()))));
    std::vector<double> answer(covariance.size());
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t j = 0; j < count; ++j)
            for (std::size_t k = 0; k < count; ++k)
                for (std::size_t l = 0; l < count; ++l)
                    answer[i * count + j] += jacobian[i * count + k] * covariance[k * count + l] * jacobian[j * count + l];
    return answer;
}

}  // namespace coarsen
