// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/register/device_level.hpp"

#include <memory>
#include <vector>

namespace coarsen::gpu {

/// All of a registration on a GPU: the volumes cross the link once, and only numbers, the coarsest level (for the drift's whole
/// voxels) and the answers come back.
class DeviceLevels final : public RegistrationLevels {
public:
    DeviceLevels(const Device& device, std::shared_ptr<SharedConveyor> conveyor, const Volume& fixed, const Volume& moved,
                 const LevelsSettings& settings);
    ~DeviceLevels() override;

    std::size_t count() const override { return levels_.size(); }
    std::array<double, 3> drift() const override;
    std::unique_ptr<RegistrationLevel> level(std::size_t level, const ForceSettings& force,
                                             const std::array<double, 3>& displacement) const override;
    std::unique_ptr<RegistrationLevel> finer(const RegistrationLevel& coarser, std::size_t level,
                                             const ForceSettings& force) const override;
    double likeness(const std::array<double, 3>& displacement) const override;
    double likeness(const RegistrationLevel& finest) const override;

private:
    using Images = std::shared_ptr<DeviceImages>;

    void send(const Volume& volume, DeviceBuffer<float>& values, DeviceBuffer<std::uint8_t>& valid);
    void scale(DeviceImages& images);
    void smooth(float* values, const DeviceBuffer<std::uint8_t>& valid, const VolumeSize& size, double sigma) const;
    void smoothBoth(DeviceImages& images, double sigma) const;
    Images halved(const DeviceImages& fine) const;
    void prepare(DeviceImages& images) const;
    std::unique_ptr<DeviceLevel> emptyLevel(std::size_t level, const ForceSettings& force) const;
    double likeness(const FieldPointers& u) const;

    Device device_;
    LevelsSettings settings_;
    std::shared_ptr<SharedConveyor> conveyor_;
    std::shared_ptr<const Stream> stream_;
    std::vector<Images> levels_;
    Images alike_;  ///< smoothed as likeness is told from; often the finest level itself
    DevicePrefilter prefilter_;
    SumMemory sums_;
    std::shared_ptr<const DeviceLevel::Memory> memories_[2];  ///< of levels 0, 2, 4... and 1, 3, 5...; room for all else before
};

}  // namespace coarsen::gpu
