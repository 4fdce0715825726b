// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/preprocess/flatten.hpp"
#include "gpu/convolve/kernels/separable.hpp"
#include "gpu/device/buffer.hpp"
#include "gpu/preprocess/kernels/blurred_light.hpp"

namespace coarsen::gpu {

/// The flatten step on the device by a blurred background: divided by, or in the paper's Overlay blend.
class BlurredLightStage {
public:
    /// `judged`: the pixels that are blurred; `white`: the camera's brightest value; the answer goes to `flat`, of the picture's
    /// size.
    BlurredLightStage(const GreyPlane& raw, const Rectangle& judged, const Flatten& settings, double white, float* flat);

    /// Where a frame's light is to be written; before the first queue().
    void putLight(FittedLight* light) { task_.fitted = light; }
    void queue(const Stream& stream) const;

private:
    void queueBlur(const Stream& stream, float* blurred) const;

    BlurredLightTask task_{};
    int taps_ = 0;
    DeviceBuffer<float> line_, padded_, light_, counts_;
    DeviceBuffer<double> partial_;
    DeviceBuffer<unsigned> ticket_;
};

}  // namespace coarsen::gpu
