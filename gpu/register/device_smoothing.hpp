// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/register/interpolation.hpp"
#include "gpu/device/buffer.hpp"
#include "gpu/register/kernels/registration.hpp"

namespace coarsen::gpu {

/// core's GaussianSmoothing of a field on the device: sums up to a standard deviation of 3 voxels, Deriche's recursion above.
class DeviceSmoothing {
public:
    DeviceSmoothing(double sigma, const VolumeSize& size);

    /// Queues it along that axis, in place.
    void operator()(const FieldPointers& field, int axis, const Stream& stream) const;

private:
    VolumeSides size_;
    bool isRecursive_;
    RecursiveTask recursive_{};
    DeviceBuffer<float> weights_, room_;  ///< of sums; room for one component
};

VolumeSides sidesOf(const VolumeSize& size);

/// The numbers from which a volume is read between its voxels, as core's InterpolatedVolume makes them.
DeviceBuffer<float> deviceNumbers(const std::vector<float>& values, const VolumeSize& size, Sampling sampling,
                                  const Stream& stream);

}  // namespace coarsen::gpu
