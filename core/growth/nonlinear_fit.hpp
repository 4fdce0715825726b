// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/growth/weighting.hpp"

#include <functional>
#include <vector>

namespace coarsen {

/// A curve with parameters that least squares find; both functions get the parameters and a time.
struct Curve {
    std::function<double(const std::vector<double>&, double)> value;
    std::function<std::vector<double>(const std::vector<double>&, double)> gradient;
};

/// Weighted least squares by Levenberg-Marquardt (GSL's trust region), from `start`.
ModelFit nonlinearFit(const WeightedPoints& points, const Curve& curve, const std::vector<double>& start);

/// The least sum of squares of whitened residuals (r^T Sigma^-1 r: generalised least squares) that the curve can have, from
/// `start`; that at the start where none is found below it.
double generalisedSquares(const WeightedPoints& points, const Curve& curve, const std::vector<double>& start);

/// Sum of weighted squares.
double weightedSquares(const WeightedPoints& points, const Curve& curve, const std::vector<double>& parameters);

/// J C J^T: the covariance of other parameters, of which `jacobian` holds the derivatives, row by row.
std::vector<double> transformed(const std::vector<double>& covariance, const std::vector<double>& jacobian);

}  // namespace coarsen
