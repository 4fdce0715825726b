// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/register/registration_engine.hpp"

#include "gpu/register/device_level.hpp"

#include <atomic>
#include <string>
#include <utility>

namespace coarsen::gpu {

namespace {

class DirectRegistration final : public RegistrationEngine {
public:
    explicit DirectRegistration(std::vector<Device> devices) : devices_(std::move(devices)) {
        description_.name = "gpu-direct";
        description_.isGpu = true;
        description_.device = devices_.front().name;
        if (devices_.size() > 1) description_.device = std::to_string(devices_.size()) + " x " + description_.device;
    }
    const RegistrationEngineDescription& description() const noexcept override { return description_; }
    std::unique_ptr<RegistrationLevel> level(const RegistrationPair& pair, const ForceSettings& settings,
                                             Flow start) const override {
        return std::make_unique<DeviceLevel>(pair, settings, start, devices_[next_++ % devices_.size()]);
    }

private:
    RegistrationEngineDescription description_;
    std::vector<Device> devices_;
    mutable std::atomic<std::size_t> next_ = 0;
};

}  // namespace

std::shared_ptr<const RegistrationEngine> directRegistration(std::vector<Device> devices) {
    return std::make_shared<DirectRegistration>(std::move(devices));
}

}  // namespace coarsen::gpu
