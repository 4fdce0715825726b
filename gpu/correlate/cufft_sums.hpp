// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/engine.hpp"
#include "gpu/correlate/kernels/fused_fft.hpp"
#include "gpu/device/buffer.hpp"

#include <memory>
#include <string>

namespace coarsen::gpu {

/// How cuFFT is used: one two-dimensional transform, or rows and columns apart, where empty rows are left out.
enum class CufftWay { twoDimensional, pruned };

/// Lag sums by cuFFT, for sizes beyond the fused kernels and to check them.
///
/// Use, given `const PlanShape& shape, const Stream& stream, const DevicePlanes& planes, float* answers`:
///
///     const CufftSums sums(shape, stream);
///     sums.run(planes, 0, answers);
class CufftSums {
public:
    /// The quicker way, found by timing both once. Throws EngineError without the library.
    CufftSums(const PlanShape& shape, const Stream& stream);
    /// A way and a padded size of one's own; the sides must hold width + R and height + R, and the width be even. Only the
    /// two-dimensional way takes several frames at once.
    CufftSums(const PlanShape& shape, const Stream& stream, CufftWay way, int paddedWidth, int paddedHeight, int frames = 1);
    ~CufftSums();
    CufftSums(CufftSums&&) noexcept;

    /// Queues the frames from `frame` on of these planes; the answers are laid out like LagSums.
    void run(const DevicePlanes& planes, int frame, float* answers) const;

    std::string variant() const;

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

/// The next even length that cuFFT transforms quickly: no prime factor beyond 7.
int cufftLength(int length);

}  // namespace coarsen::gpu
