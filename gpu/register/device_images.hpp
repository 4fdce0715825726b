// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/register/engine.hpp"
#include "gpu/device/buffer.hpp"
#include "gpu/register/kernels/voxel_tasks.hpp"

#include <array>
#include <cstdint>

namespace coarsen::gpu {

/// How many numbers a volume of that size takes that is read between its voxels.
std::size_t numbersOf(const VolumeSize& size);

/// Makes of values the numbers from which core's InterpolatedVolume reads.
class DevicePrefilter {
public:
    DevicePrefilter();
    /// Queues it; each of `rooms` holds numbersOf(size).
    void operator()(const float* values, const VolumeSize& size, Sampling sampling, float* to, const std::array<float*, 2>& rooms,
                    const Stream& stream) const;

private:
    DeviceBuffer<float> weights_;
};

/// The two volumes of one level.
struct DeviceImages {
    VolumeSize size;
    DeviceBuffer<float> fixed, moved, numbers;          ///< these of `fixed`, cubic
    DeviceBuffer<std::uint8_t> fixedValid, movedValid;  ///< empty: all

    VolumePair pair() const { return pair(numbers.get(), true); }
    VolumePair pair(const float* otherNumbers, bool isCubic) const;
};

/// What sums over all voxels need.
class SumMemory {
public:
    explicit SumMemory(const VolumeSize& size);
    static constexpr std::size_t places = 4;
    /// With its answer from there on in `answers()`: a multiple of mostSums.
    SumRoom room(std::size_t at = 0) const { return {parts_.get(), ticket_.get(), answers_.get() + at, kept_.get() + at}; }
    const PinnedBuffer<double>& answers() const { return answers_; }  ///< once the stream has got there

private:
    DeviceBuffer<double> parts_;
    DeviceBuffer<unsigned> ticket_;
    DeviceBuffer<double> kept_;
    PinnedBuffer<double> answers_;  ///< which the kernels write themselves
};

}  // namespace coarsen::gpu
