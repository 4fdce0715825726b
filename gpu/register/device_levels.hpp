// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/register/device_level.hpp"
#include "gpu/register/level_sharing.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace coarsen::gpu {

/// All of a registration on a GPU, but what it lets others share: the volumes cross the link once, and only numbers and the
/// answers come back (and the coarsest level of a very large volume, for the drift's whole voxels).
class DeviceLevels final : public RegistrationLevels {
public:
    DeviceLevels(std::shared_ptr<GpuArena> place, std::unique_ptr<LevelSharing> sharing, RegistrationPrecision precision,
                 const Volume& fixed, const Volume& moved, const LevelsSettings& settings);
    ~DeviceLevels() override;

    std::size_t count() const override { return levels_.size(); }
    std::array<double, 3> drift() const override;
    std::unique_ptr<RegistrationLevel> level(std::size_t level, const ForceSettings& force,
                                             const std::array<double, 3>& displacement) const override;
    std::unique_ptr<RegistrationLevel> finer(const RegistrationLevel& coarser, std::size_t level,
                                             const ForceSettings& force) const override;
    double correlation(const std::array<double, 3>& displacement) const override;
    double correlation(const RegistrationLevel& finest) const override;
    double mismatch(const std::array<double, 3>& displacement, const ForceSettings& force) const override;

private:
    using Images = std::shared_ptr<DeviceImages>;

    void takeRoom(const Volume& fixed, const Volume& moved);
    Images newImages(const VolumeSize& size) const;
    void send(const Volume& fixed, const Volume& moved, const DeviceImages& to);
    void scale(DeviceImages& images, void* room);
    void smooth(float* values, const std::uint8_t* valid, const VolumeSize& size, double sigma) const;
    void smoothBoth(DeviceImages& images, double sigma) const;
    void halve(const DeviceImages& fine, DeviceImages& coarse) const;
    void prepare(DeviceImages& images) const;
    RegistrationPair coarsest() const;
    std::unique_ptr<DeviceLevel> emptyLevel(std::size_t level, const ForceSettings& force) const;
    std::unique_ptr<DeviceLevel> levelFrom(std::size_t level, const ForceSettings& force,
                                           const std::array<double, 3>& displacement) const;
    /// Means of fixed(x - u(x)) = a and moved(x) = b over the voxels valid in both.
    struct MeansOfProducts {
        double voxels, a, b, aa, ab, bb;
    };
    MeansOfProducts meansOfProducts(const DeviceImages& images, const FieldPointers& u) const;
    static double correlationOf(const MeansOfProducts& means);
    struct Compared {
        std::array<double, 3> displacement;
        MeansOfProducts means;  ///< of `alike_`
    };
    const Stream& stream() const { return place_->stream(); }
    float* room() const { return reinterpret_cast<float*>(memories_[0]); }  ///< before there are levels

    std::shared_ptr<GpuArena> place_;
    std::unique_ptr<LevelSharing> sharing_;
    RegistrationPrecision precision_;
    LevelsSettings settings_;
    std::vector<VolumeSize> sizes_;
    bool isFixedMasked_, isMovedMasked_;
    std::byte* memories_[2];  ///< of levels 0, 2, 4... and 1, 3, 5...
    std::vector<Images> levels_;
    Images alike_;                              ///< smoothed for the correlation; often the finest level itself
    mutable std::optional<Compared> compared_;  ///< the last displacement of all, for the energy there is asked for, too
};

}  // namespace coarsen::gpu
