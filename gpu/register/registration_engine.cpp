// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/register/registration_engine.hpp"

#include "gpu/device/memory.hpp"
#include "gpu/register/device_levels.hpp"

#include <atomic>
#include <string>
#include <utility>

namespace coarsen::gpu {

namespace {

/// A pair from the computer's memory, and a stream in which it was queued.
std::shared_ptr<const DeviceImages> imagesOf(const RegistrationPair& pair, const Stream& stream) {
    const auto images = std::make_shared<DeviceImages>();
    const std::size_t count = numbersOf(pair.size);
    images->size = pair.size;
    images->fixed = deviceCopy(pair.fixed), images->moved = deviceCopy(pair.moved);
    images->fixedValid = deviceCopy(pair.fixedValid), images->movedValid = deviceCopy(pair.movedValid);
    images->numbers = DeviceBuffer<float>(count);
    const DeviceBuffer<float> rooms(2 * count);
    DevicePrefilter{}(images->fixed.get(), pair.size, Sampling::cubic, images->numbers.get(), {rooms.get(), rooms.get() + count},
                      stream);
    stream.wait();
    return images;
}

class DirectRegistration final : public RegistrationEngine {
public:
    explicit DirectRegistration(std::vector<Device> devices) : devices_(std::move(devices)) {
        description_.name = "gpu-direct";
        description_.isGpu = true;
        description_.device = devices_.front().name;
        for (std::size_t i = 0; i < devices_.size(); ++i)
            conveyors_.push_back(std::make_shared<SharedConveyor>());
        if (devices_.size() > 1) description_.device = std::to_string(devices_.size()) + " x " + description_.device;
    }
    const RegistrationEngineDescription& description() const noexcept override { return description_; }
    std::unique_ptr<RegistrationLevel> level(const RegistrationPair& pair, const ForceSettings& settings,
                                             Flow start) const override {
        const std::size_t turn = next_++ % devices_.size();
        const Device& device = devices_[turn];
        device.makeCurrent();
        requireFree((3 * numbersOf(pair.size) + DeviceLevel::memoryFor(pair.size)) * sizeof(float), 0, "registration", pair.size);
        const auto stream = std::make_shared<const Stream>();
        auto made = std::make_unique<DeviceLevel>(device, stream, imagesOf(pair, *stream), settings,
                                                  std::make_shared<const DeviceLevel::Memory>(DeviceLevel::memoryFor(pair.size)),
                                                  conveyors_[turn]);
        made->begin(start);
        return made;
    }

    std::unique_ptr<RegistrationLevels> levels(const Volume& fixed, const Volume& moved,
                                               const LevelsSettings& settings) const override {
        const std::size_t turn = next_++ % devices_.size();
        return std::make_unique<DeviceLevels>(devices_[turn], conveyors_[turn], fixed, moved, settings);
    }

private:
    RegistrationEngineDescription description_;
    std::vector<Device> devices_;
    std::vector<std::shared_ptr<SharedConveyor>> conveyors_;  ///< one a device
    mutable std::atomic<std::size_t> next_ = 0;
};

}  // namespace

std::shared_ptr<const RegistrationEngine> directRegistration(std::vector<Device> devices) {
    return std::make_shared<DirectRegistration>(std::move(devices));
}

}  // namespace coarsen::gpu
