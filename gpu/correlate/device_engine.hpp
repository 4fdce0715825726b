// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/engine.hpp"
#include "core/correlate/plan_shape.hpp"
#include "gpu/device/device.hpp"
#include "gpu/device/named_engine.hpp"

#include <atomic>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace coarsen::gpu {

/// An engine whose plans are dealt out among several GPUs in turn. `Plan` is made from a shape and a device.
template <typename Plan>
class DeviceEngine final : public Described<CorrelationEngine> {
public:
    DeviceEngine(std::string name, Exactness exactness, std::function<double(const PlanShape&)> cost, std::vector<Device> devices)
        : devices_(std::move(devices)) {
        static_cast<NamedEngine&>(description_) = namedEngine(std::move(name), devices_);
        description_.exactness = exactness;
        description_.cost = std::move(cost);
    }
    std::unique_ptr<CorrelationPlan> plan(const PlanShape& shape) const override {
        checkPossible(shape);
        return std::make_unique<Plan>(shape, devices_[next_++ % devices_.size()]);
    }

private:
    std::vector<Device> devices_;
    mutable std::atomic<std::size_t> next_ = 0;
};

}  // namespace coarsen::gpu
