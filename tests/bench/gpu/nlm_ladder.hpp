// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The paper's own search (Lee et al. 2012, section 3.1.2), whose steps of figure 4 differ in where the patches lie, for the
// benchmark to compare with.

#include <cuda_runtime_api.h>

#include <cstdint>

namespace coarsen::gpu {

/// Where those patches lie that all are compared with in a pass. A large first-level cache leaves room for two blocks only.
enum class PatchMemory { constant, globalSmallCache, globalLargeCache, texture };

struct LadderTask {
    const float* patches;         ///< [elements][125]
    cudaTextureObject_t texture;  ///< of them
    std::uint32_t elements;
    int m;
    float* squares;  ///< [elements][m], nearest first
    std::uint32_t* numbers;
};

/// A thread an element, which keeps its patch and the m nearest so far in shared memory; a pass for every 130 patches.
cudaError_t searchAsInThePaper(const LadderTask& task, PatchMemory memory, cudaStream_t stream);

}  // namespace coarsen::gpu
