// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/curve_spline.hpp"

#include <gsl/gsl_spline.h>

namespace coarsen {

struct CurveSpline::Spline {
    explicit Spline(std::size_t samples) : held(gsl_spline_alloc(gsl_interp_cspline, samples)) {}
    ~Spline() { gsl_spline_free(held); }
    Spline(const Spline&) = delete;
    Spline& operator=(const Spline&) = delete;
    gsl_spline* held;
};

CurveSpline::CurveSpline(std::span<const double> r, std::span<const double> values)
    : spline_(std::make_unique<Spline>(r.size())) {
    gsl_spline_init(spline_->held, r.data(), values.data(), r.size());
}

CurveSpline::~CurveSpline() = default;
CurveSpline::CurveSpline(CurveSpline&&) noexcept = default;

double CurveSpline::at(double r) const {
    return gsl_spline_eval(spline_->held, r, nullptr);
}

}  // namespace coarsen
