// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/displace/device_tracking.hpp"

#include "gpu/displace/device_tracker.hpp"

#include <atomic>
#include <utility>

namespace coarsen::gpu {

namespace {

class DeviceTracking final : public TrackBackend {
public:
    DeviceTracking(std::string engine, std::vector<Device> devices) : engine_(std::move(engine)), devices_(std::move(devices)) {}

    const std::string& engine() const noexcept override { return engine_; }

    std::unique_ptr<TrackPlan> trackPlan(const PlanShape& shape, TrackReference reference) const override {
        if (!canFollow(shape)) return nullptr;
        return std::make_unique<DeviceTracker>(shape, reference, devices_[next_++ % devices_.size()]);
    }

private:
    std::string engine_;
    std::vector<Device> devices_;
    mutable std::atomic<std::size_t> next_ = 0;
};

}  // namespace

std::shared_ptr<const TrackBackend> deviceTracking(std::string engine, std::vector<Device> devices) {
    return std::make_shared<DeviceTracking>(std::move(engine), std::move(devices));
}

}  // namespace coarsen::gpu
