// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/convolve/engine.hpp"
#include "core/convolve/simd_kernels.hpp"

#include <memory>

namespace coarsen {

/// cpu-simd and cpu-separable with kernels of one's choice, so that tests reach those that this processor would not take.
std::shared_ptr<const ConvolutionEngine> cpuSimdConvolution(const ConvolutionKernelList& kernels);
std::shared_ptr<const ConvolutionEngine> cpuSeparableConvolution(const ConvolutionKernelList& kernels);

}  // namespace coarsen
