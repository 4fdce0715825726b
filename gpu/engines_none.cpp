// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/engines.hpp"
#include "gpu/unavailable_engine.hpp"

namespace coarsen::gpu {

Engines engines(const std::vector<int>&) {
    const std::string reason = "this program was built without CUDA";
    Engines unavailable({unavailableEngine("gpu-direct", "", reason), unavailableEngine("gpu-fft", "", reason)},
                        {unavailableConvolution("gpu-direct", "", reason), unavailableConvolution("gpu-separable", "", reason),
                         unavailableConvolution("gpu-fft", "", reason)},
                        {unavailableC3d("gpu-fft", "", reason)});
    unavailable.nlm.push_back(unavailableNlm("gpu-direct", "", reason));
    return unavailable;
}

}  // namespace coarsen::gpu
