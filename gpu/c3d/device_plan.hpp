// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/volume/engine.hpp"
#include "gpu/c3d/host_device_copier.hpp"
#include "gpu/device/buffer.hpp"
#include "gpu/device/cufft_library.hpp"
#include "gpu/device/device.hpp"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

namespace coarsen::gpu {

/// The sums of one box: of a with itself or with b.
struct SumsTask {
    C3dField a;
    std::optional<C3dField> b;
    VoxelBox box;
    LagReach reach;

    int minZ() const { return b ? -reach.z : 0; }
};

/// The size that a box is padded to.
VolumeSize paddedOnDevice(const VolumeSize& box, const LagReach& reach);

/// The volume crosses the link once; all fields are made from it there, and only offsets within reach come back. Values less
/// their mean are transformed in float32; counts, squares and values as they are in double, as their own mean would drown what
/// counts.
class DeviceC3dPlan final : public C3dPlan {
public:
    DeviceC3dPlan(const C3dShape& shape, const Device& device);

    const C3dShape& shape() const noexcept override { return shape_; }
    void take(const Volume& volume, const C3dLevel& level, std::stop_token stop) override;
    std::optional<VolumeLagSums> ofItself(C3dField a, const VoxelBox& box, const LagReach& reach, std::stop_token stop) override;
    std::optional<VolumeLagSums> ofBoth(C3dField a, C3dField b, const VoxelBox& box, const LagReach& reach,
                                        std::stop_token stop) override;

    /// Makes what is needed for that and queues it: the sums lie on the device when the stream gets there.
    void queue(const SumsTask& task);
    const Stream& stream() const { return stream_; }

private:
    struct Prepared {
        VolumeSize padded;
        bool isDouble;
        CufftVolume transform;
    };
    using Bytes = DeviceBuffer<std::byte>;

    std::optional<VolumeLagSums> run(const SumsTask& task, std::stop_token stop);
    VolumeLagSums answer(const SumsTask& task);
    bool isDouble(const SumsTask& task) const;
    double factor(const SumsTask& task) const;  ///< of a sum on the device
    const CufftVolume& transformFor(const VolumeSize& padded, bool isDouble);
    void makeRoom(std::initializer_list<std::pair<Bytes*, std::size_t>> rooms) const;
    template <typename Real, typename Complex>
    void queueIn(const SumsTask& task, const VolumeSize& padded, const CufftVolume& transform);
    template <typename Real>
    void fill(C3dField field, const VoxelBox& box, const VolumeSize& padded, Bytes& room);

    C3dShape shape_;
    Device device_;
    Stream stream_;
    std::optional<HostDeviceCopier> copier_;
    DeviceBuffer<float> values_;
    DeviceBuffer<std::uint8_t> valid_;
    bool isMasked_ = false, isCentred_ = false;
    double mean_ = 0;
    int exponent_ = 0;  ///< values are divided by 2 to that
    Bytes roomA_, roomB_, work_, sums_;
    PinnedBuffer<std::byte> sumsHere_;
    std::vector<Prepared> prepared_;
};

}  // namespace coarsen::gpu
