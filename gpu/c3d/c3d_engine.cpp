// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/c3d/c3d_engine.hpp"

#include "core/base/in_use.hpp"
#include "gpu/c3d/device_plan.hpp"
#include "gpu/c3d/lent_plan.hpp"
#include "gpu/device/named_engine.hpp"

#include <atomic>
#include <string>
#include <tuple>
#include <utility>

namespace coarsen::gpu {

namespace {

// From the computer's memory and back (H200: 0.2 ms + 0.9 to 3e-7); 5 ms for a plan, which takes 20 to 240 ms once a series.
constexpr double millisecondsAVolume = 5, millisecondsAVoxel = 1.5e-7;

class FftC3d final : public Described<C3dEngine> {
public:
    explicit FftC3d(std::vector<Device> devices) : devices_(std::move(devices)) {
        static_cast<NamedEngine&>(description_) = namedEngine("gpu-fft", devices_);
        description_.cost = [](const C3dShape& shape) {
            return millisecondsAVolume +
                   millisecondsAVoxel * static_cast<double>(paddedOnDevice(shape.size, shape.reach).voxels());
        };
    }
    std::unique_ptr<C3dPlan> plan(const C3dShape& shape) const override {
        const std::size_t device = next_++ % devices_.size();
        const Key key{device,        shape.size.width, shape.size.height, shape.size.depth,
                      shape.reach.x, shape.reach.y,    shape.reach.z,     shape.threads};
        return std::make_unique<LentC3dPlan>(
            pools_.at(key, [&] { return std::make_shared<C3dPlanPool>(shape, devices_[device]); }));
    }

private:
    using Key = std::tuple<std::size_t, int, int, int, int, int, int, int>;

    std::vector<Device> devices_;
    mutable InUse<Key, C3dPlanPool> pools_;
    mutable std::atomic<std::size_t> next_ = 0;
};

}  // namespace

std::shared_ptr<const C3dEngine> fftC3d(std::vector<Device> devices) {
    return std::make_shared<FftC3d>(std::move(devices));
}

}  // namespace coarsen::gpu
