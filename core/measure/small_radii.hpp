// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/folded_circles.hpp"
#include "core/measure/radial_profile.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace coarsen {

/// How far from the origin C2D has a say in C1D at quarter pixels: to 24 px and what the interpolation reaches beyond.
constexpr int centreReach = 30;
constexpr int fineStepsAPixel = 4;

/// One circle of the curve at quarter pixels.
struct FineCircle {
    double r = 0;           ///< pixels
    int reach = 0;          ///< the largest |X0| or |Y0| that it needs
    CircleWeights weights;  ///< at the offsets of a map with R = centreReach; the curve's value is their sum with the map's
};

/// Makes all circles of the curve, the smallest first. `aspect`: pixel height over width.
std::vector<FineCircle> fineCircles(double aspect);

/// Quarter-pixel curves of several even maps at once, which give their rows one after the other.
///
/// Use, given `std::span<const double* const> rowsAtX0, int maxLag`:
///
///     FineCurves curves(1.0, rowsAtX0.size(), maxLag);
///     curves.add(0, rowsAtX0);  // and so on to Y0 = centreReach
///     const FineCurve first = curves.of(0);
class FineCurves {
public:
    /// Up to 8 maps, R = `maxLag`. `aspect`: pixel height over width.
    FineCurves(double aspect, std::size_t maps, int maxLag);
    FineCurves(FineCurves&&) noexcept;
    ~FineCurves();

    /// Takes row Y0 = 0 ... R of each map, given by its value at X0 = 0. Those beyond the curves' reach are not looked at.
    void add(int Y0, std::span<const double* const> rows);

    /// C1D at quarter pixels up to 24 px, or as far as the map allows: its circles read by a windowed sinc, for bilinear reading
    /// flattens what bends within a few pixels (science/definitions.md). Empty where an offset that it needs is undefined.
    FineCurve of(std::size_t map) const;

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

/// The curve of one map, given by its rows Y0 = 0 ... R of 2R + 1 values.
FineCurve fineCurve(std::span<const double> halfPlane, int maxLag, double aspect);
FineCurve fineCurve(const CorrelationMap& map, double aspect);

}  // namespace coarsen
