// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

namespace coarsen {

/// An engine's answer: N(X0, Y0) = sum over pixels of a(x, y) b(x - X0, y - Y0), for -R <= X0 <= R and minY <= Y0 <= R.
/// minY is 0 for an autocorrelation (the other half plane follows by symmetry) and -R for a cross-correlation.
struct LagSums {
    int maxLag = 0;              ///< R, pixels
    int minY = 0;                ///< first row's Y0
    std::vector<double> values;  ///< rows of 2R+1 values from Y0 = minY to R

    LagSums() = default;
    LagSums(int maxLag, int minY)
        : maxLag(maxLag),
          minY(minY),
          values(static_cast<std::size_t>(2 * maxLag + 1) * static_cast<std::size_t>(maxLag - minY + 1)) {}

    int rowLength() const { return 2 * maxLag + 1; }
    std::size_t index(int X0, int Y0) const {
        return static_cast<std::size_t>(Y0 - minY) * static_cast<std::size_t>(rowLength()) +
               static_cast<std::size_t>(X0 + maxLag);
    }
    double& at(int X0, int Y0) { return values[index(X0, Y0)]; }
    double at(int X0, int Y0) const { return values[index(X0, Y0)]; }
};

}  // namespace coarsen
