// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/correlate/kernels/fused_fft.hpp"
#include "gpu/device/buffer.hpp"

namespace coarsen::gpu {

/// The factors that transforms of one shape read, in device memory.
struct FusedFftTables {
    FusedFftTables() = default;
    explicit FusedFftTables(const FusedFftShape& shape);

    DeviceBuffer<float2> rowTwiddles, columnTwiddles;
};

/// Buffers that some frames need on their way through a fused transform.
struct FusedFftBuffers {
    FusedFftBuffers() = default;
    FusedFftBuffers(const FusedFftShape& shape, int frames);
    FusedFftMemory memory(const FusedFftTables& tables) const;

    DeviceBuffer<float2> spectra, products;
    DeviceBuffer<float> answers;
};

}  // namespace coarsen::gpu
