// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/preprocess/flatten.hpp"
#include "gpu/device/buffer.hpp"
#include "gpu/preprocess/kernels/flatten.hpp"

namespace coarsen::gpu {

/// The flatten step on the device: a polynomial of the settings' order, or one chosen from the picture.
class FlattenStage {
public:
    /// `judged`: the pixels that the light is fitted to; the answer goes to `flat`, of the picture's size.
    FlattenStage(const GreyPlane& raw, const Rectangle& judged, const Flatten& settings, float* flat);

    /// Where a frame's light is to be written; before the first queue().
    void putLight(FittedLight* light) { task_.light = light; }
    void queue(const Stream& stream) const;

private:
    FlattenTask task_{};
    DeviceBuffer<double> matrix_, means_, blockSums_, blockSquares_, fitted_, partial_, contrast_;
    DeviceBuffer<int> places_;
    DeviceBuffer<unsigned> ticket_;
};

}  // namespace coarsen::gpu
