// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/register/known_flow.hpp"

#include <array>
#include <cmath>
#include <cstddef>

namespace coarsen::test {

/// A displacement made by a formula: `u(x, y, z)` gives its three components in voxels.
template <typename Formula>
KnownFlow flowOf(const VolumeSize& size, Formula u, const Spacing& spacing = {}) {
    KnownFlow flow;
    flow.u = Flow(size);
    flow.header.size = size;
    flow.header.spacing = spacing;
    for (int z = 0; z < size.depth; ++z)
        for (int y = 0; y < size.height; ++y)
            for (int x = 0; x < size.width; ++x) {
                const std::array<double, 3> here = u(double(x), double(y), double(z));
                for (std::size_t axis = 0; axis < 3; ++axis)
                    flow.u.along[axis][size.index(x, y, z)] = static_cast<float>(here[axis]);
            }
    return flow;
}

/// Size of volumes that are carried, and their middle.
inline constexpr VolumeSize carriedSize{40, 36, 32};
inline constexpr std::array<double, 3> carriedMiddle{19.5, 17.5, 15.5};

/// u = a sin(k y) along x: a shear, which x + a sin(k y) undoes exactly.
struct ShearWave {
    double a = 3, k = 2 * M_PI / 24;
    std::array<double, 3> operator()(double, double y, double) const { return {a * std::sin(k * y), 0, 0}; }
};

/// u = g (x - middle) along x, -g/2 along y and z: h = x - u is affine, and so is its inverse.
struct Stretch {
    double g = 0.1;
    std::array<double, 3> middle{};
    std::array<double, 3> operator()(double x, double y, double z) const {
        return {g * (x - middle[0]), -g / 2 * (y - middle[1]), -g / 2 * (z - middle[2])};
    }
    /// The x with x - u(x) = X.
    std::array<double, 3> inverse(double x, double y, double z) const {
        return {middle[0] + (x - middle[0]) / (1 - g), middle[1] + (y - middle[1]) / (1 + g / 2),
                middle[2] + (z - middle[2]) / (1 + g / 2)};
    }
};

}  // namespace coarsen::test
