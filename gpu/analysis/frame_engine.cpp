// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/analysis/frame_engine.hpp"

#include "core/analysis/frame_backend.hpp"
#include "gpu/analysis/device_frame_plan.hpp"
#include "gpu/analysis/device_recipe.hpp"

#include <atomic>
#include <utility>

namespace coarsen::gpu {

namespace {

class FrameEngine final : public CorrelationEngine, public FrameBackend {
public:
    FrameEngine(std::shared_ptr<const CorrelationEngine> sums, std::vector<Device> devices)
        : sums_(std::move(sums)), devices_(std::move(devices)) {}

    const EngineDescription& description() const noexcept override { return sums_->description(); }
    std::unique_ptr<CorrelationPlan> plan(const PlanShape& shape) const override { return sums_->plan(shape); }

    std::unique_ptr<FramePlan> framePlan(const RawKind& kind, const Recipe& recipe,
                                         const Calibration& calibration) const override {
        const std::optional<DeviceRecipe> device = deviceRecipe(recipe);
        if (!device || !isPossible(kind, *device)) return nullptr;
        return deviceFramePlan(kind, *device, calibration.aspect(), devices_[next_++ % devices_.size()]);
    }

private:
    std::shared_ptr<const CorrelationEngine> sums_;
    std::vector<Device> devices_;
    mutable std::atomic<std::size_t> next_ = 0;
};

}  // namespace

std::shared_ptr<const CorrelationEngine> frameEngine(std::shared_ptr<const CorrelationEngine> sums, std::vector<Device> devices) {
    return std::make_shared<FrameEngine>(std::move(sums), std::move(devices));
}

}  // namespace coarsen::gpu
