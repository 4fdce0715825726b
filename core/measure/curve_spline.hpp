// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gsl/gsl_spline.h>

#include <memory>
#include <span>

namespace coarsen {

/// A natural cubic spline through at least three samples of a curve.
class CurveSpline {
public:
    CurveSpline(std::span<const double> r, std::span<const double> values)
        : spline_(gsl_spline_alloc(gsl_interp_cspline, r.size())) {
        gsl_spline_init(spline_.get(), r.data(), values.data(), r.size());
    }
    double at(double r) const { return gsl_spline_eval(spline_.get(), r, nullptr); }

private:
    struct Free {
        void operator()(gsl_spline* spline) const { gsl_spline_free(spline); }
    };
    std::unique_ptr<gsl_spline, Free> spline_;
};

}  // namespace coarsen
