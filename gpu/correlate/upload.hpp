// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/engine.hpp"
#include "gpu/correlate/kernels/fused_fft.hpp"
#include "gpu/device/buffer.hpp"

#include <span>

namespace coarsen::gpu {

/// Frames on their way to the device: means, pixels and masks in one pinned block that crosses the bus in one copy.
class Upload {
public:
    Upload(const PlanShape& shape, int frames);

    void clear();  ///< fills the block with zeros, as frames without masks

    /// Copies the frames into the pinned block; what was sent before must have arrived.
    void fill(std::span<const PlanePair> pairs);

    /// Queues the copy of the first `frames` frames.
    void send(int frames, const Stream& stream) const;

    bool isMasked() const { return isMasked_; }  ///< true where any frame given last has a mask
    DevicePlanes planes() const;                 ///< where the frames lie on the device

private:
    void fillPlane(const Plane& plane, std::size_t image);

    PlanShape shape_;
    std::size_t imagesPerFrame_, bytesPerPixel_;
    std::size_t pixelsAt_, masksAt_;  ///< in the block; the means stand at its beginning
    bool isMasked_ = false;
    PinnedBuffer<std::byte> here_;
    DeviceBuffer<std::byte> there_;
};

}  // namespace coarsen::gpu
