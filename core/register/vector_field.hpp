// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/volume/volume.hpp"

#include <array>
#include <cstddef>
#include <vector>

namespace coarsen {

/// A vector at every voxel, in voxels along x, y and z; each component is laid out as a volume's values are.
template <typename Real>
struct VectorField {
    VolumeSize size;
    std::array<std::vector<Real>, 3> along;

    VectorField() = default;
    explicit VectorField(const VolumeSize& size, const std::array<Real, 3>& everywhere = {}) : size(size) {
        for (std::size_t axis = 0; axis < 3; ++axis)
            along[axis].assign(size.voxels(), everywhere[axis]);
    }
};

/// The displacement u of a registration, and what moves it.
using Flow = VectorField<float>;

}  // namespace coarsen
