// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/volume/volume.hpp"
#include "gpu/device/buffer.hpp"
#include "gpu/register/kernels/voxel_tasks.hpp"

#include <span>

namespace coarsen::gpu {

VolumeSides sidesOf(const VolumeSize& size);

/// core's GaussianSmoothing on the device: sums up to a standard deviation of 3 voxels, Deriche's recursion above.
class DeviceGaussian {
public:
    /// Throws EngineError where a line is too long.
    DeviceGaussian(double sigma, const VolumeSize& largest);

    /// Queues it along that axis, in place, of up to three volumes. `room` holds one of them.
    void along(int axis, std::span<float* const> volumes, const VolumeSize& size, float* room, const Stream& stream) const;
    /// Along all axes.
    void operator()(float* volume, const VolumeSize& size, float* room, const Stream& stream) const;

private:
    bool isNone_, isRecursive_;
    RecursiveTask recursive_{};
    DeviceBuffer<float> weights_;  ///< of sums
};

}  // namespace coarsen::gpu
