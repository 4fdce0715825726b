// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace coarsen {

struct FilterSize {
    int width = 0, height = 0;
    bool operator==(const FilterSize&) const = default;
};

/// Baseline that others of the same device, image and filter are compared with.
enum class ConvolutionBaseline { none, naive, fixed1x4, fft, library };

/// One way to convolve an image with one filter, whose answer was checked against cpu-direct before its time counted.
struct ConvolutionTiming {
    std::string device;         ///< "CPU, 1 thread", "NVIDIA H200": ratios are taken and peaks hold within one
    int width = 0, height = 0;  ///< of the image, float32
    FilterSize filter;
    bool isSeparable = false;  ///< the filter is of rank 1
    std::string engine;        ///< "cpu-simd", "gpu-direct", "naive", "fixed 1x4", "cuDNN", "OpenCV filter2D"
    ConvolutionBaseline baseline = ConvolutionBaseline::none;  ///< the part that this one plays for the others
    std::string tiles, block;  ///< answers of one thread, "8x4", and threads of a block, "32x8"; empty where there are none
    long sharedBytes = -1;     ///< shared memory of a block; -1: there is none
    double ms = 0;             ///< median; on a GPU between events on the device, for images that lie there already
    double peakGflops = 0;     ///< the device's float32 multiply-adds, measured in the same run; 0: not measured
    bool isAuto = false;       ///< `auto` takes this engine for this filter, among those of the device
    int tilesOf48KB = 0;       ///< N of the adaptive 1 x N tiles in blocks of 16 x 32 on the paper's chip
    double maxError = 0;       ///< largest difference from cpu-direct, over (largest pixel) x (sum of the taps without signs)

    double gflops() const {  ///< 2 for each tap and pixel, whatever the engine computes instead
        return 2e-6 * width * height * filter.width * filter.height / ms;
    }
};

/// The paper's largest filter has 43 x 43; its kernels' single float32 sums lose digits beyond.
inline constexpr int mostTapsOfLadder = 43 * 43;

namespace gpu {

/// Times our kernels and their baselines on the first GPU for these filter sizes and tells each as it is done. Does nothing
/// without a GPU. Throws EngineError, also when an answer is wrong.
void benchmarkConvolution(const std::vector<FilterSize>& sizes, const std::function<void(const ConvolutionTiming&)>& done);

/// The paper's kernels alone, for filters of any shape of at most mostTapsOfLadder: the ladder, adaptive tiles of other blocks,
/// and every N of the paper's block. Throws like benchmarkConvolution.
void benchmarkConvolutionLadder(const std::vector<FilterSize>& sizes, const std::function<void(const ConvolutionTiming&)>& done);

}  // namespace gpu

}  // namespace coarsen
