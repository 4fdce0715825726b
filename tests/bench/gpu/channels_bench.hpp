// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/lag_sums.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace coarsen {

/// The problem of Bordawekar et al. (2010): 500 x 500 pixels of four float32 channels, lags 0 to 249 both ways;
/// or a smaller one of its kind.
struct ChannelsProblem {
    static constexpr int channels = 4;

    int side = 500;             ///< even, pixels
    std::vector<float> planes;  ///< plane after plane, with a mean of about 0
    LagSums judged;             ///< the half plane's sums, exact but for their last rounding

    int lags() const { return side / 2; }
    int maxLag() const { return lags() - 1; }
    std::size_t planeSize() const { return static_cast<std::size_t>(side) * static_cast<std::size_t>(side); }

    /// Pixel after pixel, its channels side by side.
    std::vector<float> pixels() const;

    /// Largest difference from `judged` over its value at no lag: of answers laid out like LagSums, or of lags from 0 on alone.
    double errorOfHalfPlane(const float* answer) const;
    double errorOfQuadrant(const float* answer) const;

    /// Multiply-adds of the paper's lags (8.8e9 pixels times four channels), and of the half plane that C2D needs.
    double productsOfQuadrant() const;
    double productsOfHalfPlane() const;
};

/// One way to solve it, whose answer was checked before its time counted.
struct ChannelsTiming {
    std::string device;     ///< "CPU, 1 thread", "NVIDIA H200"
    std::string engine;     ///< "cpu-simd", "the paper's tile, float4"
    double products = 0;    ///< multiply-adds of the lags that it answers
    int frames = 1;         ///< images at once
    double ms = 0;          ///< median, of one image; on a GPU between events on the device
    double peakGflops = 0;  ///< the device's float32 multiply-adds, measured in the same run
    double maxError = 0;    ///< of N(0, 0)

    /// 2 for each product of the lags that it answers, whatever it computes instead.
    double gflops() const { return 2e-6 * products / ms; }
};

/// Ours may differ by the first, single sums of float32 in a plain order by the second.
inline constexpr double channelsTolerance = 1e-5, plainSumsTolerance = 1e-4;

namespace gpu {

/// The paper's tile, cuFFT and gpu-fft on the first GPU, for images that lie there as float32. Does nothing without a GPU. Throws
/// EngineError, also when an answer is wrong.
void benchmarkChannels(const ChannelsProblem& problem, const std::function<void(const ChannelsTiming&)>& done);

}  // namespace gpu

}  // namespace coarsen
