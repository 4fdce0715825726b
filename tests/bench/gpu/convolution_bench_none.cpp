// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/gpu/convolution_bench.hpp"

namespace coarsen::gpu {

void benchmarkConvolution(const std::vector<FilterSize>&, const std::function<void(const ConvolutionTiming&)>&) {}

void benchmarkConvolutionLadder(const std::vector<FilterSize>&, const std::function<void(const ConvolutionTiming&)>&) {}

}  // namespace coarsen::gpu
