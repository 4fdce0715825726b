// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/volume/engine.hpp"
#include "core/measure/fine_spheres.hpp"
#include "core/measure/radial_profile.hpp"
#include "core/measure/spherical_mean.hpp"
#include "core/volume/volume.hpp"

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace coarsen {

/// C1D of a volume without one of its 2 x 2 x 2 blocks each, with the whole volume's mean: what a delete-one jack-knife needs.
/// Pairs lie within blocks. Up to one slice, row and column at the far faces belong to none. One thread at a time.
class LeaveOneBlockOut {
public:
    LeaveOneBlockOut(std::shared_ptr<C3dPlan> plan, const Spacing& spacing, int maxLagPx, SmallRadii smallRadii);

    /// Profiles of the volume that the plan took last: one a block, per pair and 1 at R = 0; none after a stop or where the
    /// blocks are too small. Throws EngineError.
    std::vector<RadialProfile> operator()(const Volume& volume, std::stop_token stop = {});

    static std::size_t bytes(const VolumeSize& whole, const Spacing& spacing, int maxLagPx, SmallRadii smallRadii, int threads);

private:
    std::vector<VoxelBox> blocks_;
    std::shared_ptr<C3dPlan> plan_;
    LagReach reach_;                           ///< within a block
    std::optional<SphericalMean> mean_;        ///< none where blocks are too small
    std::shared_ptr<const FineSpheres> fine_;  ///< none by whole pixels
};

}  // namespace coarsen
