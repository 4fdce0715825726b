// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/volume/volume.hpp"
#include "gpu/device/buffer.hpp"

#include <cufft.h>

namespace coarsen::gpu {

/// cuFFT, opened when first asked for: it is 287 MB, and a program linked to it would not start without it.
class CufftLibrary {
public:
    /// Throws EngineError where the library cannot be opened.
    static const CufftLibrary& get();

    decltype(&::cufftPlanMany) planMany;
    decltype(&::cufftSetStream) setStream;
    decltype(&::cufftExecR2C) execR2C;
    decltype(&::cufftExecC2R) execC2R;
    decltype(&::cufftExecC2C) execC2C;
    decltype(&::cufftExecD2Z) execD2Z;
    decltype(&::cufftExecZ2D) execZ2D;
    decltype(&::cufftCreate) create;
    decltype(&::cufftSetAutoAllocation) setAutoAllocation;
    decltype(&::cufftMakePlanMany64) makePlanMany64;
    decltype(&::cufftSetWorkArea) setWorkArea;
    decltype(&::cufftDestroy) destroy;

private:
    CufftLibrary();
};

/// A layout that cuFFT transforms: `count` transforms of `sizes` (rank 1 or 2), elements `stride` and transforms `distance`
/// apart.
struct CufftLayout {
    int rank;
    int sizes[2];
    cufftType type;
    int count;
    int inStride, inDistance, outStride, outDistance;
};

/// One of cuFFT's plans, on a stream.
///
/// Use, given `const Stream& stream, float* numbers, float2* spectrum`:
///
///     const CufftPlan plan({.rank = 2, .sizes = {48, 64}, .type = CUFFT_R2C, .count = 1, .inStride = 1, .inDistance = 48 * 64,
///                           .outStride = 1, .outDistance = 48 * 33}, stream);
///     plan.forward(numbers, spectrum);
class CufftPlan {
public:
    CufftPlan(const CufftLayout& layout, const Stream& stream);
    ~CufftPlan();
    CufftPlan(CufftPlan&& other) noexcept : plan_(std::exchange(other.plan_, none)) {}

    void forward(float* real, float2* complex) const;    ///< R2C
    void back(float2* complex, float* real) const;       ///< C2R
    void inPlace(float2* complex, int direction) const;  ///< C2C

private:
    static constexpr cufftHandle none = -1;
    cufftHandle plan_ = none;
};

/// A volume of real numbers transformed where it lies, and back without the scale. Rows of reals are 2 (width / 2 + 1) long,
/// those of the spectrum half as many complex numbers. Works in memory that others may use in between.
class CufftVolume {
public:
    CufftVolume(const VolumeSize& padded, bool isDouble, const Stream& stream);
    ~CufftVolume();
    CufftVolume(CufftVolume&& other) noexcept
        : forward_(std::exchange(other.forward_, none)),
          back_(std::exchange(other.back_, none)),
          isDouble_(other.isDouble_),
          workBytes_(other.workBytes_) {}

    static std::size_t fieldBytes(const VolumeSize& padded, bool isDouble);
    std::size_t workBytes() const { return workBytes_; }
    void useWork(void* work) const;  ///< before the first transform

    void forward(void* field) const;
    void back(void* field) const;

private:
    static constexpr cufftHandle none = -1;
    cufftHandle forward_ = none, back_ = none;
    bool isDouble_;
    std::size_t workBytes_ = 0;
};

}  // namespace coarsen::gpu
