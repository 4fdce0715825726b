// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <map>
#include <string>

namespace coarsen::gpu {

/// One timed thing. Kernel times are taken on the device between events, for frames that lie there already.
struct GpuTiming {
    std::string name;                       ///< the case: "1500x750 R250 u8, 64 frames at once"
    std::string engine;                     ///< program that ran: "gpu-fft (fused)", "Listing 1"
    double medianMs = 0, minMs = 0;         ///< of one frame
    std::map<std::string, double> ratioTo;  ///< how many times faster than the named one of the same case
    double floorMs = 0;                     ///< the least time that the chip allows; 0: not stated
    std::string floor;                      ///< limit that sets it
};

/// Name of the first GPU, for a report: product and driver; empty without one.
std::string gpuName();

/// Times our kernels, the paper's and cuFFT side by side on the first GPU, with the ceilings that the floors come from, and tells
/// each as it is done. Where there are several GPUs, they are compared with one instead. Does nothing without a GPU. Throws
/// EngineError, also when a baseline's answer is wrong.
void benchmark(const std::function<void(const GpuTiming&)>& done);

}  // namespace coarsen::gpu
