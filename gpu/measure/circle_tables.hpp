// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/device/buffer.hpp"
#include "gpu/device/device.hpp"
#include "gpu/measure/folded_circles.hpp"
#include "gpu/measure/kernels/azimuthal_average.hpp"

#include <memory>

namespace coarsen::gpu {

/// The rows of foldedCircles() in the memory of the current device.
class CircleTables {
public:
    CircleTables(int maxLag, double aspect, bool withFine);

    CircleRows rows() const { return {first_.get(), cells_.get(), weights_.get()}; }
    const FoldedCircles& circles() const { return circles_; }  ///< without its rows

    /// The same for all plans on this GPU, which is the current one. Throws EngineError.
    static std::shared_ptr<const CircleTables> shared(const Device& device, int maxLag, double aspect, bool withFine);

private:
    FoldedCircles circles_;
    DeviceBuffer<int> first_;
    DeviceBuffer<FoldedCell> cells_;
    DeviceBuffer<double> weights_;
};

}  // namespace coarsen::gpu
