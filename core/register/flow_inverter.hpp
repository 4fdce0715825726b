// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/register/apply_flow.hpp"
#include "core/settings/field.hpp"

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace coarsen {

/// How the inverse of a displacement is found: the x with x - u(x) = X.
struct InversionSettings {
    double tolerance = 0.001;  ///< |x - u(x) - X|, voxels, up to which x is found
    int iterations = 100;      ///< at most, for each place

    static const Fields<InversionSettings>& fields();
};

/// Solves x - u(x) = X for x by fixed-point iteration, x <- x + s (X - x + u(x)): s is 1, and half as much after each step that
/// led away. On its way outside the volume u is taken to go on as at the nearest face.
///
/// Use, given `const FlowBetweenVoxels& u, const InversionSettings& settings`:
///
///     const FlowInverter inverter(u, settings, 1);
///     const std::vector<VoxelPlace> before{{3.5, 4.25, 5}};
///     const std::vector<FlowInverter::Found> now = inverter(before);
class FlowInverter {
public:
    /// `u` outlives it.
    FlowInverter(const FlowBetweenVoxels& u, const InversionSettings& settings, const Threads& threads);

    /// Place x that X was carried to.
    struct Found {
        VoxelPlace place{};
        double residual = std::numeric_limits<double>::infinity();  ///< |x - u(x) - X|, voxels
        int iterations = 0;
        bool isFound = false;  ///< within the tolerance and the volume, where u is known and J = det(I - Du) > 0
    };
    /// An answer for each place.
    std::vector<Found> operator()(std::span<const VoxelPlace> places) const;

private:
    bool exists(const VoxelPlace& place) const;
    const FlowBetweenVoxels& u_;
    InversionSettings settings_;
    std::vector<std::uint8_t> isFolded_;  ///< empty: nowhere; else 1 at voxels where J <= 0
};

}  // namespace coarsen
