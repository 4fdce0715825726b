// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/growth/nonlinear_fit.hpp"

#include "core/base/gsl_memory.hpp"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_multifit_nlinear.h>

#include <cmath>
#include <memory>

namespace coarsen {

namespace {

constexpr int mostSteps = 200;

enum class Residuals { weighted, whitened };

struct Problem {
    const WeightedPoints& points;
    const Curve& curve;
    Residuals kind;

    /// One residual or derivative a point, as the solver is to see them.
    std::vector<double> seen(std::vector<double> values) const {
        return kind == Residuals::whitened ? points.errors.whitened(values) : values;
    }
    std::vector<double> residuals(const std::vector<double>& parameters) const {
        std::vector<double> values;
        for (std::size_t i = 0; i < points.size(); ++i)
            values.push_back(curve.value(parameters, points.t[i]) - points.length[i]);
        return seen(std::move(values));
    }
};

std::vector<double> plain(const gsl_vector* vector) {
    std::vector<double> values(vector->size);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = gsl_vector_get(vector, i);
    return values;
}

int residuals(const gsl_vector* p, void* context, gsl_vector* out) {
    const std::vector<double> values = static_cast<const Problem*>(context)->residuals(plain(p));
    for (std::size_t i = 0; i < values.size(); ++i)
        gsl_vector_set(out, i, values[i]);
    return GSL_SUCCESS;
}

int jacobian(const gsl_vector* p, void* context, gsl_matrix* out) {
    const Problem& problem = *static_cast<const Problem*>(context);
    const std::vector<double> parameters = plain(p);
    std::vector<std::vector<double>> columns(parameters.size());
    for (const double t : problem.points.t) {
        const std::vector<double> gradient = problem.curve.gradient(parameters, t);
        for (std::size_t k = 0; k < gradient.size(); ++k)
            columns[k].push_back(gradient[k]);
    }
    for (std::size_t k = 0; k < columns.size(); ++k) {
        const std::vector<double> column = problem.seen(std::move(columns[k]));
        for (std::size_t i = 0; i < column.size(); ++i)
            gsl_matrix_set(out, i, k, column[i]);
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

using Solver = GslOwned<gsl_multifit_nlinear_workspace>;

/// The solver where it has settled, or nothing. `problem` must outlive it.
Solver solved(Problem& problem, const std::vector<double>& start) {
    gsl_multifit_nlinear_parameters options = gsl_multifit_nlinear_default_parameters();
    Solver solver(gsl_multifit_nlinear_alloc(gsl_multifit_nlinear_trust, &options, problem.points.size(), start.size()));
    gsl_multifit_nlinear_fdf functions{};
    functions.f = residuals;
    functions.df = jacobian;
    functions.n = problem.points.size();
    functions.p = start.size();
    functions.params = &problem;
    const gsl_vector_const_view from = gsl_vector_const_view_array(start.data(), start.size());
    if (problem.kind == Residuals::weighted) {
        const gsl_vector_const_view weights = gsl_vector_const_view_array(problem.points.weight.data(), problem.points.size());
        gsl_multifit_nlinear_winit(&from.vector, &weights.vector, &functions, solver.get());
    } else {
        gsl_multifit_nlinear_init(&from.vector, &functions, solver.get());
    }
    return settles(solver.get()) ? std::move(solver) : Solver();
}

}  // namespace

ModelFit nonlinearFit(const WeightedPoints& points, const Curve& curve, const std::vector<double>& start) {
    Problem problem{points, curve, Residuals::weighted};
    const Solver solver = solved(problem, start);
    if (!solver) return {"the fit did not settle in " + std::to_string(mostSteps) + " steps", {}, {}};

    const std::size_t count = start.size();
    const GslOwned<gsl_matrix> covariance(gsl_matrix_alloc(count, count));
    gsl_multifit_nlinear_covar(gsl_multifit_nlinear_jac(solver.get()), 0, covariance.get());
    ModelFit fit;
    fit.parameters = plain(gsl_multifit_nlinear_position(solver.get()));
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t j = 0; j < count; ++j)
            fit.covariance.push_back(gsl_matrix_get(covariance.get(), i, j));
    for (const double value : fit.parameters)
        if (!std::isfinite(value)) return {"the fit found no finite parameters", {}, {}};
    return fit;
}

double generalisedSquares(const WeightedPoints& points, const Curve& curve, const std::vector<double>& start) {
    Problem problem{points, curve, Residuals::whitened};
    const auto squares = [&](const std::vector<double>& parameters) {
        double sum = 0;
        for (const double residual : problem.residuals(parameters))
            sum += residual * residual;
        return sum;
    };
    const double atStart = squares(start);
    const Solver solver = solved(problem, start);
    const double found = solver ? squares(plain(gsl_multifit_nlinear_position(solver.get()))) : atStart;
    return found < atStart ? found : atStart;
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
