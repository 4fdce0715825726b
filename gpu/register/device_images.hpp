// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/register/engine.hpp"
#include "gpu/register/gpu_arena.hpp"
#include "gpu/register/precision.hpp"

#include <array>
#include <cstdint>

namespace coarsen::gpu {

/// How many numbers a volume of that size takes that is read between its voxels.
std::size_t numbersOf(const VolumeSize& size);
/// And how many quads.
std::size_t quadsOf(const VolumeSize& size);

/// Queues what makes of values the numbers from which core's InterpolatedVolume reads; each of `rooms` holds numbersOf(size).
void prefilter(const float* values, const VolumeSize& size, Sampling sampling, float* to, const std::array<float*, 2>& rooms,
               const Stream& stream);

/// The two volumes of one level, in an arena's memory.
struct DeviceImages {
    VolumeSize size;
    float *fixed, *moved, *numbers;         ///< these of `fixed`, cubic
    Quad* quads;                            ///< of the numbers; null in single precision
    std::uint8_t *fixedValid, *movedValid;  ///< null: all

    /// Takes room for what a pair like that needs, except for whole masks. Throws EngineError where more than 2^32 quads are
    /// needed, whose lines along x take room for 32 voxels at least.
    DeviceImages(GpuArena& place, const VolumeSize& size, RegistrationPrecision precision, bool isFixedMasked,
                 bool isMovedMasked);
    static std::size_t bytesOf(const VolumeSize& size, RegistrationPrecision precision, bool isFixedMasked, bool isMovedMasked);

    /// Queues the making of numbers and quads; each of `rooms` holds numbersOf(size).
    void prepare(const std::array<float*, 2>& rooms, const Stream& stream);
    VolumePair pair() const {
        return {{{size.width, size.height, size.depth}, numbers, true, quads}, moved, fixedValid, movedValid};
    }
};

}  // namespace coarsen::gpu
