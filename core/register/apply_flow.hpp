// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/threads.hpp"
#include "core/register/interpolation.hpp"
#include "core/register/known_flow.hpp"
#include "core/settings/field.hpp"
#include "core/volume/volume.hpp"

#include <array>
#include <optional>

namespace coarsen {

/// Volume to which things are carried, of the two that a displacement was found between.
enum class CarriedTo { moved, fixed };

/// How a displacement is put on other things.
struct ApplySettings {
    CarriedTo to = CarriedTo::moved;
    Sampling sampling = Sampling::cubic;  ///< between voxels, of grey values and of u

    static const Fields<ApplySettings>& fields();
};

/// Values between voxels of what is drawn along by a displacement.
enum class DrawnBy {
    cubic,   ///< cubic B-spline
    linear,  ///< between the eight neighbours
    nearest  ///< the nearest voxel's own, for labels, of which no mean makes sense
};

/// The volume drawn to where the displacement says: at each voxel x of the answer its value at x - u(x), on the voxels of the
/// displacement. Masked where u is not known, where that lies outside (outside the outer voxels' centres, with `nearest` their
/// faces), and where a voxel that would be taken part of is masked. `volume` has as many voxels as the flow.
Volume drawnAlong(const Volume& volume, const KnownFlow& flow, DrawnBy by, const Threads& threads);

/// A place in voxels: 0, 0, 0 is the middle of the first one.
using VoxelPlace = std::array<double, 3>;

/// A displacement between its voxels.
///
/// Use, given `const KnownFlow& flow, const Threads& threads`:
///
///     const FlowBetweenVoxels between(flow, Sampling::cubic, threads);
///     const std::optional<VoxelPlace> u = between.at({3.5, 4.25, 5});
class FlowBetweenVoxels {
public:
    /// `flow` outlives it.
    FlowBetweenVoxels(const KnownFlow& flow, Sampling sampling, const Threads& threads);

    /// u at that place; nothing outside the middles of the outer voxels, and where it is not known.
    std::optional<VoxelPlace> at(const VoxelPlace& place) const;

    /// u at places within the volume, 0 to side - 1 along each axis, whether it is known there or not.
    void at(const InterpolationPlaces& places, const std::array<float*, 3>& u) const;

    const KnownFlow& flow() const noexcept { return flow_; }

private:
    const KnownFlow& flow_;
    std::array<InterpolatedVolume, 3> along_;
};

}  // namespace coarsen
