// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/analysis/device_frames.hpp"

#include "gpu/analysis/device_frame_plan.hpp"
#include "gpu/analysis/device_recipe.hpp"

#include <atomic>
#include <optional>
#include <utility>

namespace coarsen::gpu {

namespace {

class DeviceFrames final : public FrameBackend {
public:
    DeviceFrames(std::string engine, std::vector<Device> devices) : engine_(std::move(engine)), devices_(std::move(devices)) {}

    const std::string& engine() const noexcept override { return engine_; }

    std::unique_ptr<FramePlan> framePlan(const RawKind& kind, const Recipe& recipe,
                                         const Calibration& calibration) const override {
        const std::optional<DeviceRecipe> device = deviceRecipe(recipe);
        if (!device || !isPossible(kind, *device)) return nullptr;
        return deviceFramePlan(kind, *device, calibration.aspect(), devices_[next_++ % devices_.size()]);
    }

private:
    std::string engine_;
    std::vector<Device> devices_;
    mutable std::atomic<std::size_t> next_ = 0;
};

}  // namespace

std::shared_ptr<const FrameBackend> deviceFrames(std::string engine, std::vector<Device> devices) {
    return std::make_shared<DeviceFrames>(std::move(engine), std::move(devices));
}

}  // namespace coarsen::gpu
