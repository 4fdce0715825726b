// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/named_engine.hpp"
#include "core/correlate/volume/lag_sums.hpp"
#include "core/volume/volume.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace coarsen {

/// Factor of the products, voxel by voxel; 0 where a voxel is not valid: the value less the mean, its square, 1.
enum class C3dField { centred, squared, valid };

/// The level of a volume's values.
struct C3dLevel {
    std::optional<double> mean;  ///< taken off every value; none: they stay as they are
    double deviation = 1;        ///< root mean square of what remains
};

/// Sizes that a plan is made for, voxels. Boxes and reaches that are asked for are not larger.
struct C3dShape {
    VolumeSize size;
    LagReach reach;
    int threads = 0;  ///< 0: all cores
};

/// One engine, prepared for volumes of one size. Belongs to one thread at a time; keeps its plans and buffers.
///
/// Use, given `const C3dEngine& engine, const Volume& volume`:
///
///     const LagReach reach{10, 10, 10};
///     const std::unique_ptr<C3dPlan> plan = engine.plan({.size = volume.size(), .reach = reach});
///     plan->take(volume, {.mean = 128});
///     const std::optional<VolumeLagSums> sums = plan->ofItself(C3dField::centred, wholeOf(volume.size()), reach);
class C3dPlan {
public:
    virtual ~C3dPlan() = default;
    virtual const C3dShape& shape() const noexcept = 0;

    /// The volume that sums are asked of from now on; it must live as long as they are. After a stop there are none.
    /// Throws EngineError: it has another size than the plan, or the device fails.
    virtual void take(const Volume& volume, const C3dLevel& level, std::stop_token stop = {}) = 0;

    /// Nothing more is asked of the volume that it took: what it holds of a device may serve others until the next is taken. A
    /// thread that has several of one shape lets one rest before it takes a volume into the next.
    virtual void rest() noexcept {}
    /// The values of sums that nobody reads any more: their memory serves the next ones, for a new one is slow to fill.
    void useAgain(std::vector<double> spent) noexcept { spare_ = std::move(spent); }

    /// sum over x of a(x) a(x - X) within a box of it, Z >= 0. Nothing after a stop. Throws EngineError.
    virtual std::optional<VolumeLagSums> ofItself(C3dField a, const VoxelBox& box, const LagReach& reach,
                                                  std::stop_token stop = {}) = 0;
    /// sum over x of a(x) b(x - X) within a box of it, from Z = -reach.z on. Nothing after a stop. Throws EngineError.
    virtual std::optional<VolumeLagSums> ofBoth(C3dField a, C3dField b, const VoxelBox& box, const LagReach& reach,
                                                std::stop_token stop = {}) = 0;

protected:
    /// Room for sums, with memory used again where there is some; what stands in it means nothing.
    VolumeLagSums room(const LagReach& reach, int minZ) { return {reach, minZ, spare()}; }
    std::vector<double> spare() noexcept { return std::exchange(spare_, {}); }

private:
    std::vector<double> spare_;
};

struct C3dEngineDescription : NamedEngine {
    /// Time that C3D of that shape takes, milliseconds, roughly: `auto` takes the cheapest. Empty: only by name.
    std::function<double(const C3dShape&)> cost = {};
};

/// Computes exactly one thing, sums of products over offsets; means, norms and spheres are written once for all engines.
class C3dEngine : public EngineFamily<C3dEngineDescription, C3dPlan, const C3dShape&> {};

using C3dEngineList = std::vector<std::shared_ptr<const C3dEngine>>;

}  // namespace coarsen
