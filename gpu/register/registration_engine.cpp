// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/register/registration_engine.hpp"

#include "gpu/register/device_levels.hpp"

#include <atomic>
#include <string>

namespace coarsen::gpu {

namespace {

/// A pair from the computer's memory, and the memory of its level.
std::shared_ptr<const DeviceImages> sent(const RegistrationPair& pair, RegistrationPrecision precision, Workplace& place,
                                         std::byte*& memory) {
    const bool isFixedMasked = !pair.fixedValid.empty(), isMovedMasked = !pair.movedValid.empty();
    const std::size_t bytes = DeviceLevel::bytesOf(pair.size, precision);
    place.clear(DeviceImages::bytesOf(pair.size, precision, isFixedMasked, isMovedMasked) + bytes, pair.size);
    memory = place.take<std::byte>(bytes);
    const auto images = std::make_shared<DeviceImages>(place, pair.size, precision, isFixedMasked, isMovedMasked);
    const auto send = [&](const auto& values, auto* to) {
        place.conveyor().send(values.data(), to, values.size() * sizeof values[0], place.device(), place.stream(), {});
    };
    send(pair.fixed, images->fixed), send(pair.moved, images->moved);
    send(pair.fixedValid, images->fixedValid), send(pair.movedValid, images->movedValid);
    auto* const room = reinterpret_cast<float*>(memory);
    images->prepare({room, room + numbersOf(pair.size)}, place.stream());
    return images;
}

class DirectRegistration final : public RegistrationEngine {
public:
    DirectRegistration(const std::vector<Device>& devices, RegistrationPrecision precision) : precision_(precision) {
        description_.name = precision == RegistrationPrecision::half ? "gpu-direct" : "gpu-direct-single";
        description_.isGpu = true;
        description_.device = devices.front().name;
        for (const Device& device : devices)
            places_.emplace_back(device);
        if (devices.size() > 1) description_.device = std::to_string(devices.size()) + " x " + description_.device;
    }
    const RegistrationEngineDescription& description() const noexcept override { return description_; }
    std::unique_ptr<RegistrationLevel> level(const RegistrationPair& pair, const ForceSettings& settings,
                                             Flow start) const override {
        const auto place = nextPlace();
        std::byte* memory = nullptr;
        const auto images = sent(pair, precision_, *place, memory);
        auto made = std::make_unique<DeviceLevel>(place, images, settings, precision_, LevelRoom{memory, 0});
        made->begin(start);
        return made;
    }

    std::unique_ptr<RegistrationLevels> levels(const Volume& fixed, const Volume& moved,
                                               const LevelsSettings& settings) const override {
        return std::make_unique<DeviceLevels>(nextPlace(), precision_, fixed, moved, settings);
    }

private:
    std::shared_ptr<Workplace> nextPlace() const { return places_[next_++ % places_.size()].borrow(); }

    RegistrationEngineDescription description_;
    RegistrationPrecision precision_;
    std::vector<Workplaces> places_;  ///< one a device
    mutable std::atomic<std::size_t> next_ = 0;
};

}  // namespace

std::shared_ptr<const RegistrationEngine> directRegistration(const std::vector<Device>& devices,
                                                             RegistrationPrecision precision) {
    return std::make_shared<DirectRegistration>(devices, precision);
}

}  // namespace coarsen::gpu
