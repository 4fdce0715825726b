// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/volume/engine.hpp"
#include "gpu/c3d/device_plan.hpp"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <stop_token>
#include <vector>

namespace coarsen::gpu {

/// A few plans of one shape on one device for all who measure such volumes: one takes 0.2 s and much of the device's memory, and
/// works a small part of the time that a volume takes. Thread-safe.
class C3dPlanPool {
public:
    /// Makes the first plan, so that a shape too large for the device is refused at once. Throws EngineError.
    C3dPlanPool(const C3dShape& shape, const Device& device);

    const C3dShape& shape() const { return shape_; }
    /// One that nobody else uses; waits for it where all there may be are in use. Nothing after a stop. Throws EngineError.
    std::unique_ptr<DeviceC3dPlan> borrow(std::stop_token stop);
    void giveBack(std::unique_ptr<DeviceC3dPlan> plan);

private:
    C3dShape shape_;
    Device device_;
    std::mutex mutex_;
    std::condition_variable_any returned_;
    std::vector<std::unique_ptr<DeviceC3dPlan>> idle_;
    int made_ = 1;
};

/// The plan that one who measures sees: it has a device's plan from take() to rest().
class LentC3dPlan final : public C3dPlan {
public:
    explicit LentC3dPlan(std::shared_ptr<C3dPlanPool> pool) : pool_(std::move(pool)) {}
    ~LentC3dPlan() override { rest(); }

    const C3dShape& shape() const noexcept override { return pool_->shape(); }
    void take(const Volume& volume, const C3dLevel& level, std::stop_token stop) override;
    void rest() noexcept override;
    std::optional<VolumeLagSums> ofItself(C3dField a, const VoxelBox& box, const LagReach& reach, std::stop_token stop) override;
    std::optional<VolumeLagSums> ofBoth(C3dField a, C3dField b, const VoxelBox& box, const LagReach& reach,
                                        std::stop_token stop) override;

private:
    std::shared_ptr<C3dPlanPool> pool_;
    std::unique_ptr<DeviceC3dPlan> plan_;  ///< none before take(), after a stop and after rest()
};

}  // namespace coarsen::gpu
