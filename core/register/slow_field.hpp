// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/volume/volume.hpp"

#include <array>
#include <cstddef>
#include <vector>

namespace coarsen {

/// A polynomial of the place, along each axis from -1 at the first voxel to 1 at the last.
class SlowField {
public:
    /// Makes a field of up to third degree, and of no more along an axis than `places` there bear; all coefficients are 0.
    SlowField(const VolumeSize& size, const std::array<int, 3>& places);

    std::size_t terms() const { return powers_.size(); }
    /// Factors of the coefficients at a place in voxels.
    std::vector<double> basisAt(const std::array<double, 3>& place) const;
    /// Polynomial of the first coordinate alone, from the constant on, in the row of that y and z.
    std::array<double, 4> alongRow(double y, double z) const;
    double at(const std::array<double, 3>& place) const;
    /// The first coordinate of a voxel of a row.
    double coordinate(double x) const { return coordinateOf(x, size_.width); }

    /// Coefficients by their powers: that of x^i y^j z^k at i + 4 (j + 4 k).
    static constexpr std::size_t mostPowers = 4;
    std::array<double, mostPowers * mostPowers * mostPowers> byPowers() const;

    std::vector<double> coefficients;  ///< the first is of the constant

private:
    static double coordinateOf(double at, int side) { return side > 1 ? 2 * at / (side - 1) - 1 : 0; }

    VolumeSize size_;
    std::vector<std::array<int, 3>> powers_;
};

/// Polynomial from the constant on.
inline double polynomialAt(const std::array<double, 4>& row, double x) {
    return row[0] + x * (row[1] + x * (row[2] + x * row[3]));
}

/// Brightness that varies slowly from place to place: moved = e^logGain fixed + offset, in contrasts of the two phases of
/// `fixed`, its dark phase being 0.
struct SlowBrightness {
    SlowField logGain, offset;
};

}  // namespace coarsen
