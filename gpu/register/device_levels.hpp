// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/register/device_level.hpp"
#include "gpu/register/kernels/images.hpp"
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
    std::array<PhaseMeans, 2> phases() const override { return phases_; }
    std::vector<BlockGreys> drawnGreys(const RegistrationLevel& finest, const BlockGrid& grid) override;
    std::vector<BlockGreys> movedGreys(const BlockGrid& grid) const override;
    PhaseMeans undo(const SlowBrightness& slow) override;

private:
    using Images = std::shared_ptr<DeviceImages>;
    /// One of the two volumes of a pair of images.
    struct Which {
        float* DeviceImages::*values;
        std::uint8_t* DeviceImages::*valid;
    };
    static constexpr Which ofFixed{&DeviceImages::fixed, &DeviceImages::fixedValid},
        ofMoved{&DeviceImages::moved, &DeviceImages::movedValid};

    void takeRoom();
    Images newImages(const VolumeSize& size) const;
    void send(const Volume& fixed, const Volume& moved);
    ValidValues valuesOf(const Which& which) const;  ///< of the finest level
    void scale(const Which& which, const PhaseMeans& phases) const;
    void takeOut(const SlowBrightness& slow) const;
    /// Makes the smoothed volumes of all levels from what lies scaled in the finest.
    void makeLevels(const Which& which) const;
    void smooth(DeviceImages& images, const Which& which, double sigma) const;
    void halve(const DeviceImages& fine, DeviceImages& coarse, const Which& which) const;
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
    Volume moved_;
    std::array<PhaseMeans, 2> phases_;
    std::vector<UndoneBrightness> undone_;
    std::byte* memories_[2];           ///< of levels 0, 2, 4... and 1, 3, 5...
    std::uint8_t* counted_ = nullptr;  ///< of levels that are matched: the voxels that drawnGreys went by,
    double* blockSums_ = nullptr;      ///< and room for sums of blocks
    std::vector<Images> levels_;
    Images alike_;                              ///< smoothed for the correlation; often the finest level itself
    mutable std::optional<Compared> compared_;  ///< the last displacement of all, for the energy there is asked for, too
};

}  // namespace coarsen::gpu
