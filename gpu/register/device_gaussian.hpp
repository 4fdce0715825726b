// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/volume/volume.hpp"
#include "gpu/device/buffer.hpp"
#include "gpu/register/kernels/node_smoothing.hpp"
#include "gpu/register/kernels/sums.hpp"
#include "gpu/register/kernels/voxel_tasks.hpp"

#include <array>
#include <cstddef>
#include <optional>

namespace coarsen::gpu {

VolumeSides sidesOf(const VolumeSize& size);

/// core's GaussianSmoothing on the device: sums up to a standard deviation of 3 voxels, Deriche's recursion above.
class DeviceGaussian {
public:
    /// Throws EngineError where a line is too long.
    DeviceGaussian(double sigma, const VolumeSize& largest);

    /// Queues it along that axis, in place. `room` holds one of the volumes.
    void along(int axis, const VolumesTask& volumes, const VolumeSize& size, void* room, const Stream& stream) const;
    /// Along all axes.
    void operator()(float* volume, const VolumeSize& size, float* room, const Stream& stream) const;
    /// Only every second voxel along each axis of more than one, of a Gaussian done by sums. The volume stays; the rooms hold
    /// half of it and a quarter.
    void halve(const float* volume, const VolumeSize& size, float* to, const std::array<float*, 2>& rooms,
               const Stream& stream) const;

private:
    bool isNone_, isRecursive_;
    RecursiveTask recursive_{};
    SumTask sums_{};
};

/// The same filter as a banded matrix, cut where 1e-3 of it is left; none where it reaches too far.
std::optional<BandTask> bandsOf(double sigma);

/// The same filter to a spline's nodes, cut where 1e-4 of it is left; none where it is too narrow for these or reaches too far.
/// `sharedBytes`: what a block of the device may have.
std::optional<NodeTask> nodesOf(double sigma, std::size_t sharedBytes);

}  // namespace coarsen::gpu
