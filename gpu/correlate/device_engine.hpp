// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/engine.hpp"
#include "core/correlate/plan_shape.hpp"
#include "gpu/device/device.hpp"

#include <atomic>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace coarsen::gpu {

/// An engine whose plans are dealt out among several GPUs in turn. `Plan` is made from a shape and a device.
template <typename Plan>
class DeviceEngine final : public CorrelationEngine {
public:
    DeviceEngine(std::string name, Exactness exactness, std::function<double(const PlanShape&)> cost, std::vector<Device> devices)
        : devices_(std::move(devices)) {
        description_.name = std::move(name);
        description_.exactness = exactness;
        description_.cost = std::move(cost);
        description_.isGpu = true;
        description_.device = devices_.front().name;
        if (devices_.size() > 1) description_.device = std::to_string(devices_.size()) + " x " + description_.device;
    }
    const EngineDescription& description() const noexcept override { return description_; }
    std::unique_ptr<CorrelationPlan> plan(const PlanShape& shape) const override {
        checkPossible(shape);
        return std::make_unique<Plan>(shape, devices_[next_++ % devices_.size()]);
    }

private:
    EngineDescription description_;
    std::vector<Device> devices_;
    mutable std::atomic<std::size_t> next_ = 0;
};

}  // namespace coarsen::gpu
