// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace coarsen {

/// A round of non-local means over the band of a bicontinuous surface; times are medians in milliseconds, from memory to memory.
struct NlmTiming {
    std::string engine, device;
    std::size_t elements = 0;
    int m = 0;
    double firstMs = 0;            ///< of a round whose memory is not there yet
    double searchMs = 0;           ///< all pairs, the lists staying where they are
    double sweepsMs = 0;           ///< weights and three sweeps
    double roundMs = 0;            ///< search, c2 and sweeps
    double tensorTflops = 0;       ///< what products of 16-bit numbers reach on this GPU; 0: the row of a CPU or of several GPUs
    std::size_t doubtfulRows = 0;  ///< looked at again in float32
    double agreement = 0;          ///< of neighbours with those of all pairs in float32, over some rows

    double tflops() const { return 2e-9 * 128 * static_cast<double>(elements) * static_cast<double>(elements) / searchMs; }
};

/// The same search as the paper does it, on the device.
struct NlmLadderTiming {
    const char* memory = "";  ///< where the patches lie
    std::string device;
    std::size_t elements = 0;
    int m = 0;
    double searchMs = 0;
    double agreement = 0;
};

struct NlmBenchOptions {
    std::vector<std::size_t> elements{17'500, 100'000, 175'000, 1'000'000};
    std::size_t mostOnCpu = 17'500;  ///< elements that the CPU and the paper's search are timed with, too
    int m = 96;
    int threads = 0;
    std::filesystem::path rawFolder;  ///< patches_N.f32 for others to search, rows of 128; empty: none
};

namespace gpu {

/// Times the CPU, the first GPU, if there is one, and all together, and tells each row as it is done. Throws EngineError.
void benchmarkNlm(const NlmBenchOptions& options, const std::function<void(const NlmTiming&)>& done,
                  const std::function<void(const NlmLadderTiming&)>& stepDone);

}  // namespace gpu

}  // namespace coarsen
