// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/register/registration_engine.hpp"

#include "gpu/device/named_engine.hpp"
#include "gpu/device/peers.hpp"
#include "gpu/register/device_levels.hpp"

#include <atomic>
#include <mutex>
#include <string>
#include <utility>

namespace coarsen::gpu {

namespace {

/// A pair from the computer's memory, and the memory of its level.
std::shared_ptr<const DeviceImages> sent(const RegistrationPair& pair, RegistrationPrecision precision, GpuArena& place,
                                         std::byte*& memory) {
    const bool isFixedMasked = !pair.fixedValid.empty(), isMovedMasked = !pair.movedValid.empty();
    const std::size_t bytes = DeviceLevel::bytesOf(pair.size, precision);
    place.clear(DeviceImages::bytesOf(pair.size, precision, isFixedMasked, isMovedMasked) + bytes, pair.size);
    memory = place.take<std::byte>(bytes);
    const auto images = std::make_shared<DeviceImages>(place, pair.size, precision, isFixedMasked, isMovedMasked);
    place.copier().send(std::array{HostDeviceCopier::Load(std::span(pair.fixed), images->fixed),
                                   HostDeviceCopier::Load(std::span(pair.moved), images->moved),
                                   HostDeviceCopier::Load(std::span(pair.fixedValid), images->fixedValid),
                                   HostDeviceCopier::Load(std::span(pair.movedValid), images->movedValid)},
                        place.device(), place.stream(), {});
    auto* const room = reinterpret_cast<float*>(memory);
    images->prepare({room, room + numbersOf(pair.size)}, place.stream());
    return images;
}

class DirectRegistration final : public Described<RegistrationEngine> {
public:
    DirectRegistration(const std::vector<Device>& devices, RegistrationPrecision precision, std::size_t leastVoxels)
        : devices_(devices), precision_(precision), leastVoxels_(leastVoxels) {
        description_ = namedEngine(precision == RegistrationPrecision::half ? "gpu-direct" : "gpu-direct-single", devices);
        for (const Device& device : devices)
            places_.emplace_back(device);
    }
    std::unique_ptr<RegistrationLevel> plan(const RegistrationPair& pair, const ForceSettings& settings,
                                            Flow start) const override {
        const std::size_t turn = next_++;
        const auto place = placeOf(turn);
        std::byte* memory = nullptr;
        const auto images = sent(pair, precision_, *place, memory);
        LevelSharing sharing = sharingOf(turn, pair.size, false);
        sharing.makeRoom({{pair.size, precision_, !pair.fixedValid.empty(), !pair.movedValid.empty()}});
        place->device().makeCurrent();
        auto made = std::make_unique<DeviceLevel>(place, images, settings, precision_, LevelRoom{memory, 0});
        made->begin(start);
        return sharing.shared(std::move(made), 0, *images, settings.sigma);
    }

    std::unique_ptr<RegistrationLevels> levels(const Volume& fixed, const Volume& moved,
                                               const LevelsSettings& settings) const override {
        const std::size_t turn = next_++;
        auto sharing = std::make_unique<LevelSharing>(sharingOf(turn, fixed.size(), settings.isOneOfMany));
        return std::make_unique<DeviceLevels>(placeOf(turn), std::move(sharing), precision_, fixed, moved, settings);
    }

private:
    std::shared_ptr<GpuArena> placeOf(std::size_t turn) const { return places_[turn % places_.size()].borrow(); }

    /// By all but the one whose turn it is.
    LevelSharing sharingOf(std::size_t turn, const VolumeSize& size, bool isOneOfMany) const {
        std::vector<std::shared_ptr<GpuArena>> others;
        if (!isOneOfMany && size.voxels() >= leastVoxels_ && mayShare())
            for (std::size_t i = 1; i < places_.size(); ++i)
                others.push_back(placeOf(turn + i));
        return {std::move(others), leastVoxels_};
    }

    bool mayShare() const {
        std::call_once(askedPeers_, [this] { arePeers_ = letEachReadAll(devices_); });
        return arePeers_;
    }

    std::vector<Device> devices_;
    RegistrationPrecision precision_;
    std::size_t leastVoxels_;
    std::vector<GpuArenas> places_;  ///< one a device
    mutable std::once_flag askedPeers_;
    mutable bool arePeers_ = false;
    mutable std::atomic<std::size_t> next_ = 0;
};

}  // namespace

std::shared_ptr<const RegistrationEngine> directRegistration(const std::vector<Device>& devices, RegistrationPrecision precision,
                                                             std::size_t leastVoxels) {
    return std::make_shared<DirectRegistration>(devices, precision, leastVoxels);
}

}  // namespace coarsen::gpu
