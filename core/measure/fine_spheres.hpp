// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/volume/lag_sums.hpp"
#include "core/measure/radial_profile.hpp"
#include "core/volume/volume.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace coarsen {

constexpr double lastFineRadius = 24;  ///< px

/// Means over spheres at quarter pixels up to 24 px, or as far as the reach allows: C3D read by a windowed sinc, for trilinear
/// reading flattens what bends within a few voxels (science/definitions.md). Thread-safe.
class FineSpheres {
public:
    FineSpheres(const LagReach& reach, const Spacing& spacing, int threads);

    /// The one for this reach and spacing, the same for all who use it now: it takes 0.2 s to make.
    static std::shared_ptr<const FineSpheres> shared(const LagReach& reach, const Spacing& spacing, int threads);

    /// One mean a radius, of sums for Z >= 0; NaN where an offset that it needs is undefined.
    std::vector<double> meansOf(const VolumeLagSums& sums) const;
    /// Bytes that they take at most while they are made.
    static std::size_t bytes(const LagReach& reach, const Spacing& spacing, int threads);

    /// C1D at these radii, up to the first that is undefined.
    static FineCurve curve(std::vector<double> means);

private:
    struct Sphere {
        std::vector<std::uint32_t> cell;  ///< of sums with this reach
        std::vector<float> weight;
    };

    LagReach reach_;
    int threads_;
    std::vector<Sphere> spheres_;
};

}  // namespace coarsen
