// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/convolve/engine.hpp"

#include <string>
#include <vector>

namespace coarsen::bench {

struct ConvolutionBenchOptions {
    std::vector<std::string> filterSizes;
    int width = 1500, height = 750;  ///< of the CPU's image
    int threads = 0;                 ///< 0: one, and all
    double seconds = 0;
    bool asJson = false;
};

/// `coarsen-bench --suite convolution`: the engines, OpenCV and the GPU's ladder side by side; CSV or JSON on standard output,
/// the columns of reference/engines.md.
void benchConvolution(const ConvolutionEngineList& engines, const ConvolutionBenchOptions& options);

/// `coarsen-bench --suite convolution-ladder`: the paper's kernels on a GPU, filters over width and height, every block and N.
/// Throws EngineError where there is no GPU, or an answer is wrong.
void benchConvolutionLadder(const std::vector<std::string>& filterSizes, bool asJson);

}  // namespace coarsen::bench
