// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <span>

namespace coarsen {

/// A natural cubic spline through at least three samples of a curve.
class CurveSpline {
public:
    CurveSpline(std::span<const double> r, std::span<const double> values);
    ~CurveSpline();
    CurveSpline(CurveSpline&&) noexcept;
    double at(double r) const;

private:
    struct Spline;
    std::unique_ptr<Spline> spline_;
};

}  // namespace coarsen
