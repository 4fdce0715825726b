// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The paper's own force of the regulariser (Lee et al. 2012, Eq. 11, sections 3.1.1 and 4.1), whose steps differ in what is made
// anew and in where the displacement lies, for the benchmark to compare with.

#include "gpu/register/kernels/voxel_tasks.hpp"

#include <cuda_runtime_api.h>

namespace coarsen::gpu {

/// Every thread makes what it needs of its neighbours anew, reading the displacement from shared, global or texture memory, or
/// holding so few numbers that the others go to local memory; or the products of a slice are made once and reused by all.
/// Constant memory (64 KB) holds no slices: the paper has it for non-local means only, see nlm_ladder.hpp.
enum class RegulariserRung {
    recomputed,           ///< one block a multiprocessor, the paper's "recompute (registers)"
    recomputedTwoBlocks,  ///< two at a time
    recomputedLocal,      ///< "recompute (lmem)"
    recomputedGlobal,
    recomputedTexture,
    reused,  ///< one block, the paper's best
    reusedThreeBlocks,
};

struct RegulariserTask {
    VolumeSides size;
    FieldPointers u;
    cudaTextureObject_t textures[3];  ///< of u, each number by its place
    float lambda;
    FieldPointers force;  ///< -lambda d
};

/// As the paper's Table 1 has them.
struct RungResources {
    int registers, localBytes;  ///< of a thread
    int sharedBytes, blocks;    ///< of a block, without what only keeps others away; of a multiprocessor at a time
};

cudaError_t pullAsInThePaper(const RegulariserTask& task, RegulariserRung rung, cudaStream_t stream);
cudaError_t resourcesOf(RegulariserRung rung, RungResources& resources);

}  // namespace coarsen::gpu
