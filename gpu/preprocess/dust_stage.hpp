// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/preprocess/dust.hpp"
#include "gpu/device/buffer.hpp"
#include "gpu/preprocess/kernels/dust.hpp"

#include <optional>
#include <vector>

namespace coarsen::gpu {

/// The dust step on the device: outliers, specks or thresholds, masked or filled by a copy of the picture beside.
class DustStage {
public:
    /// `image`: of that size, in units of a camera whose brightest value is `white`; `kept`: the final image.
    DustStage(const float* image, int width, int height, const Rectangle& kept, const Dust& settings, double white);

    const std::uint8_t* valid() const { return valid_.get(); }  ///< of the final image: 1 = valid
    /// The picture with its dust filled, written in the final image; null where dust is masked alone.
    const float* filled() const { return filled_.get(); }
    void queue(const Stream& stream) const;

private:
    void addSample(const std::vector<int>& places, int spacing, int alongRows, const std::vector<double>& percentiles);
    void addSamples(const Dust& settings);

    DeviceBuffer<DustLimits> limits_;
    DeviceBuffer<std::uint8_t> valid_, clean_;
    DeviceBuffer<float> filled_;
    DeviceBuffer<int> halfWidths_;
    std::vector<DeviceBuffer<int>> places_;
    std::vector<DeviceBuffer<unsigned>> keys_;
    std::vector<DeviceBuffer<Selection>> selections_;
    std::vector<DeviceBuffer<float>> quantiles_;
    DeviceBuffer<std::uint16_t> walked_;
    DeviceBuffer<SpeckSide> specks_, seeds_;
    DeviceBuffer<unsigned> ticket_, seedCounts_;
    std::optional<TailsTask> tails_;
    std::optional<SeedsTask> seedsTask_;
    MarkDustTask mark_{};
    CopyOverDustTask copy_{};
};

}  // namespace coarsen::gpu
