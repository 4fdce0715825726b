// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/c3d/lent_plan.hpp"

#include <utility>

namespace coarsen::gpu {

namespace {
constexpr int mostPlans = 3;  // of one shape on a device: the sums of two volumes hide behind the spheres of the third
}  // namespace

C3dPlanPool::C3dPlanPool(const C3dShape& shape, const Device& device) : shape_(shape), device_(device) {
    idle_.push_back(std::make_unique<DeviceC3dPlan>(shape_, device_));
}

std::unique_ptr<DeviceC3dPlan> C3dPlanPool::borrow(std::stop_token stop) {
    std::unique_lock lock(mutex_);
    if (!returned_.wait(lock, stop, [&] { return !idle_.empty() || made_ < mostPlans; })) return nullptr;
    if (!idle_.empty()) {
        auto plan = std::move(idle_.back());
        idle_.pop_back();
        return plan;
    }
    ++made_;
    lock.unlock();
    try {
        return std::make_unique<DeviceC3dPlan>(shape_, device_);
    } catch (...) {
        lock.lock();
        --made_;
        returned_.notify_one();
        throw;
    }
}

void C3dPlanPool::giveBack(std::unique_ptr<DeviceC3dPlan> plan) {
    {
        const std::lock_guard lock(mutex_);
        idle_.push_back(std::move(plan));
    }
    returned_.notify_one();
}

void LentC3dPlan::take(const Volume& volume, const C3dLevel& level, std::stop_token stop) {
    if (!plan_) plan_ = pool_->borrow(stop);
    if (plan_) plan_->take(volume, level, stop);
}

void LentC3dPlan::rest() noexcept {
    if (plan_) pool_->giveBack(std::move(plan_));
}

std::optional<VolumeLagSums> LentC3dPlan::ofItself(C3dField a, const VoxelBox& box, const LagReach& reach, std::stop_token stop) {
    if (!plan_) return std::nullopt;
    plan_->useAgain(spare());
    return plan_->ofItself(a, box, reach, stop);
}

std::optional<VolumeLagSums> LentC3dPlan::ofBoth(C3dField a, C3dField b, const VoxelBox& box, const LagReach& reach,
                                                 std::stop_token stop) {
    if (!plan_) return std::nullopt;
    return plan_->ofBoth(a, b, box, reach, stop);
}

}  // namespace coarsen::gpu
