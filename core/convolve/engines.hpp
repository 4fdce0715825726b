// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/convolve/engine.hpp"

#include <string>
#include <string_view>

namespace coarsen {

/// THE LIST of CPU engines: cpu-direct, cpu-simd, cpu-separable, cpu-fft.
ConvolutionEngineList cpuConvolutionEngines();

/// Plain loops in double: the judge of every other engine. cpu_direct.cpp
std::shared_ptr<const ConvolutionEngine> cpuDirectConvolution();
/// The same sums in float32, vectorised over tiles that stay in registers, over all cores. cpu_simd.cpp
std::shared_ptr<const ConvolutionEngine> cpuSimdConvolution();
/// A row and a column instead of all taps, for filters of rank 1. cpu_separable.cpp
std::shared_ptr<const ConvolutionEngine> cpuSeparableConvolution();
/// Padded real FFT, float32. cpu_fft.cpp
std::shared_ptr<const ConvolutionEngine> cpuFftConvolution();

/// List of the engines, from main, and the name of the one asked for.
struct ConvolutionRequest {
    ConvolutionEngineList engines = cpuConvolutionEngines();
    std::string name = "auto";
};

struct ConvolutionEngineChoice {
    std::shared_ptr<const ConvolutionEngine> engine;
    std::string reason;  ///< one sentence
};

/// Answers `auto` and names for this shape and filter. Throws SettingError: unknown name; engine not available here (with the
/// reason).
ConvolutionEngineChoice chooseConvolution(const ConvolutionEngineList& engines, std::string_view name,
                                          const ConvolutionShape& shape, const Filter& filter);

}  // namespace coarsen
