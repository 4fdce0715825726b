// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace coarsen {

/// Coordinate from -1 to 1 across a picture of that width or height, where powers stay of order 1; 0 across a single pixel.
constexpr double placeAcross(double position, int length) {
    return length > 1 ? 2 * position / (length - 1) - 1 : 0;
}

inline constexpr int highestPolynomialDegree = 6;

/// Light over a picture as a polynomial of the place. It gives its rows one by one, so that no picture of it is made. A pixel's
/// light (float32) is the same number asked for alone and in its row.
class PolynomialLight {
public:
    /// The sum of coefficients[k] x^i y^j, {i, j} = powers[k], none of them above `degree`, which is highestPolynomialDegree at
    /// most; x and y as placeAcross.
    PolynomialLight(int width, int height, int degree, std::span<const std::pair<int, int>> powers,
                    std::span<const double> coefficients);

    float at(int x, int y) const;
    void row(int y, std::span<float> light) const;  ///< `light`: a value a pixel of the row

private:
    const float* inX(int y) const { return inX_.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(degree_ + 1); }

    int degree_;
    float start_ = 0, step_ = 0;  ///< x of a row's first pixel, and from one pixel to the next
    std::vector<float> inX_;      ///< coefficients of each row's polynomial in x, from power 0 on
};

}  // namespace coarsen
