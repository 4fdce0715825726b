// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/displace/track_backend.hpp"
#include "gpu/device/buffer.hpp"
#include "gpu/device/device.hpp"
#include "gpu/displace/kernels/track.hpp"

namespace coarsen::gpu {

/// Follows pictures without masks: one copy to the device and one launch for each, and the answer comes back by itself.
class DeviceTracker final : public TrackPlan {
public:
    /// `shape` is one that canFollow(). Throws EngineError.
    DeviceTracker(const PlanShape& shape, TrackReference reference, const Device& device);

    FoundShift next(const MaskedImage& picture) override;
    bool isReadable() const override { return answer().outcome != TrackOutcome::noContrast; }

    // The parts of next(), for who times them.
    void take(const Image& picture);  ///< into memory that the device copies from
    void start() const;               ///< its copy and all that is computed
    void wait() const;
    FoundShift found() const;
    const TrackAnswer& answer() const { return *answer_.get(); }
    const Stream& stream() const { return stream_; }

private:
    /// Makes the device current before the members that need it are made.
    static bool madeOn(const Device& device) {
        device.makeCurrent();
        return true;
    }
    void forget();
    void warmUp();

    PlanShape shape_;
    Device device_;
    [[maybe_unused]] bool made_;
    Stream stream_;
    TrackTask task_{};
    int grid_ = 0;
    PinnedBuffer<std::byte> here_;
    PinnedBuffer<TrackAnswer> answer_;
    DeviceBuffer<std::byte> pixels_;
    DeviceBuffer<TrackMemory> memory_;
    DeviceBuffer<float> smooth_[2], coarse_[2], drawn_;
    DeviceBuffer<float2> samples_;
    DeviceBuffer<double> coarseFacts_, lagSums_, momentSums_, stepSums_, lookSums_;
    DeviceBuffer<unsigned> ticket_;
};

/// True where such pictures are followed on a device: none below what core takes, none with more lags than a transform is quicker
/// at.
bool canFollow(const PlanShape& shape);

}  // namespace coarsen::gpu
