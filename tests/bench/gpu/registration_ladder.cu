// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/register/kernels/voxels.cuh"
#include "tests/bench/gpu/registration_ladder.hpp"

#include <algorithm>

namespace coarsen::gpu {

namespace {

/// The paper's block: a thread for each voxel of a tile and of the two around it that second derivatives need.
constexpr int blockWidth = 32, blockHeight = 16, cells = blockWidth * blockHeight, rim = 2, paperWidth = blockWidth - 2 * rim,
              paperHeight = blockHeight - 2 * rim;
/// A block goes through so many slices; the paper's through all, which would leave most of today's multiprocessors idle.
constexpr int slicesOfPaper = 16;

/// The voxels that a difference along one axis is taken between, seen from where it is taken, and by what it counts.
struct Difference {
    int before, behind;
    float per;
};

__device__ inline Difference differenceAt(int place, int side) {
    const bool hasBefore = place > 0, hasBehind = place < side - 1;
    return {hasBefore ? -1 : 0, hasBehind ? 1 : 0, hasBefore && hasBehind ? 0.5F : 1.0F};
}

__device__ inline Place movedAlong(Place at, int axis, int by) {
    (axis == 0 ? at.x : axis == 1 ? at.y : at.z) += by;
    return at;
}

/// C L' of the displacement, which `u(component, place)` reads.
template <typename Displacement>
__device__ inline Matrix productsAt(const Displacement& u, const VolumeSides& size, const Place& at) {
    const int place[3] = {at.x, at.y, at.z}, sides[3] = {size.width, size.height, size.depth};
    Matrix a;
#pragma unroll
    for (int k = 0; k < 3; ++k) {
        const Difference d = differenceAt(place[k], sides[k]);
        const Place before = movedAlong(at, k, d.before), behind = movedAlong(at, k, d.behind);
#pragma unroll
        for (int row = 0; row < 3; ++row)
            a.of[row][k] = (row == k ? 1.0F : 0.0F) - (u(row, behind) - u(row, before)) * d.per;
    }
    constexpr float least = 1e-6F;
    const float j = fmaxf(determinant(a), least), slope = 1 + logf(j) - 1 / j;
    Matrix products = cofactors(a);
#pragma unroll
    for (int row = 0; row < 3; ++row)
#pragma unroll
        for (int k = 0; k < 3; ++k)
            products.of[row][k] *= slope;
    return products;
}

/// -lambda d with all products made anew at the six neighbours.
template <typename Displacement>
__device__ inline void pullAnew(const RegulariserTask& task, const Displacement& u, const Place& at) {
    const int place[3] = {at.x, at.y, at.z}, sides[3] = {task.size.width, task.size.height, task.size.depth};
    float d[3] = {};
#pragma unroll
    for (int k = 0; k < 3; ++k) {
        const Difference between = differenceAt(place[k], sides[k]);
        const Matrix before = productsAt(u, task.size, movedAlong(at, k, between.before)),
                     behind = productsAt(u, task.size, movedAlong(at, k, between.behind));
#pragma unroll
        for (int row = 0; row < 3; ++row)
            d[row] += (behind.of[row][k] - before.of[row][k]) * between.per;
    }
    const long long i = indexOf(task.size, at.x, at.y, at.z);
#pragma unroll
    for (int row = 0; row < 3; ++row)
        task.force.along[row][i] = -task.lambda * d[row];
}

struct GlobalDisplacement {
    const RegulariserTask& task;
    __device__ float operator()(int component, const Place& at) const {
        return task.u.along[component][indexOf(task.size, at.x, at.y, at.z)];
    }
};

struct TextureDisplacement {
    const RegulariserTask& task;
    __device__ float operator()(int component, const Place& at) const {
        return tex1Dfetch<float>(task.textures[component], static_cast<int>(indexOf(task.size, at.x, at.y, at.z)));
    }
};

/// Some slices of a block's tile and rim in shared memory, each in the place of one that is `count` before it.
template <int count>
struct SharedDisplacement {
    float* numbers;  ///< [count][3][cells]
    int left, above;
    __device__ float* sliceOf(int component, int z) const { return numbers + (z % count * 3 + component) * cells; }
    __device__ float operator()(int component, const Place& at) const {
        return sliceOf(component, at.z)[(at.y - above) * blockWidth + at.x - left];
    }
    /// The thread's own voxel; nothing beyond the volume, where nobody reads.
    __device__ void load(const RegulariserTask& task, const Place& at) const {
        if (at.x < 0 || at.y < 0 || at.z < 0 || at.x >= task.size.width || at.y >= task.size.height || at.z >= task.size.depth)
            return;
#pragma unroll
        for (int component = 0; component < 3; ++component)
            sliceOf(component, at.z)[(at.y - above) * blockWidth + at.x - left] =
                task.u.along[component][indexOf(task.size, at.x, at.y, at.z)];
    }
};

/// True where a voxel is in the volume and at most `beyond` outside the block's tile.
__device__ inline bool isInTile(const VolumeSides& size, const Place& at, int beyond) {
    const int column = threadIdx.x, line = threadIdx.y;
    return at.x >= 0 && at.y >= 0 && at.x < size.width && at.y < size.height && column >= rim - beyond &&
           column < blockWidth - rim + beyond && line >= rim - beyond && line < blockHeight - rim + beyond;
}

__device__ inline Place placeInTile() {
    return {static_cast<int>(blockIdx.x * paperWidth + threadIdx.x) - rim,
            static_cast<int>(blockIdx.y * paperHeight + threadIdx.y) - rim, static_cast<int>(blockIdx.z) * slicesOfPaper};
}

template <int blocks>
__global__ void __launch_bounds__(cells, blocks) recomputeFromShared(const RegulariserTask task) {
    constexpr int slices = 2 * rim + 1;
    __shared__ float numbers[slices * 3 * cells];
    Place at = placeInTile();
    const SharedDisplacement<slices> u{numbers, static_cast<int>(blockIdx.x * paperWidth) - rim,
                                       static_cast<int>(blockIdx.y * paperHeight) - rim};
    const int end = min(at.z + slicesOfPaper, task.size.depth);
    for (int by = -rim; by < rim; ++by)
        u.load(task, movedAlong(at, 2, by));
#pragma unroll 1
    for (; at.z < end; ++at.z) {
        u.load(task, movedAlong(at, 2, rim));
        __syncthreads();
        if (isInTile(task.size, at, 0)) pullAnew(task, u, at);
        __syncthreads();
    }
}

template <typename Displacement>
__global__ void __launch_bounds__(threads) recomputeFrom(const RegulariserTask task) {
    const Displacement u{task};
    eachVoxel(task.size, [&](const Place& at, Index) { pullAnew(task, u, at); });
}

/// The products of a slice lie in shared memory for its own differences along x and y; those along z are of a thread's own
/// column.
template <int blocks>
__global__ void __launch_bounds__(cells, blocks) reuse(const RegulariserTask task) {
    __shared__ float numbers[3 * 3 * cells], products[2][2][3][cells];
    Place at = placeInTile();
    const SharedDisplacement<3> u{numbers, at.x - static_cast<int>(threadIdx.x), at.y - static_cast<int>(threadIdx.y)};
    const int begin = at.z, end = min(at.z + slicesOfPaper, task.size.depth),
              cell = static_cast<int>(threadIdx.y) * blockWidth + static_cast<int>(threadIdx.x);
    const bool isMade = isInTile(task.size, at, 1), isAnswered = isInTile(task.size, at, 0);
    const Difference x = differenceAt(at.x, task.size.width), y = differenceAt(at.y, task.size.height);
    float before[3], here[3], behind[3];  // C_i3 L' of the slices around the one that is answered
    at.z = max(begin - 1, 0);
    u.load(task, movedAlong(at, 2, -1));
    u.load(task, at);
#pragma unroll 1
    for (; at.z <= end; ++at.z) {
        u.load(task, movedAlong(at, 2, 1));
        __syncthreads();
        const bool isThere = at.z < task.size.depth;
        if (isMade && isThere) {
            const Matrix made = productsAt(u, task.size, at);
#pragma unroll
            for (int row = 0; row < 3; ++row) {
                products[at.z % 2][0][row][cell] = made.of[row][0];
                products[at.z % 2][1][row][cell] = made.of[row][1];
                behind[row] = made.of[row][2];
            }
        }
        __syncthreads();
        const int z = at.z - 1;
        if (isAnswered && z >= begin) {
            const Difference along = differenceAt(z, task.size.depth);
            const auto& of = products[z % 2];
            const long long i = indexOf(task.size, at.x, at.y, z);
#pragma unroll
            for (int row = 0; row < 3; ++row) {
                const float d =
                    (of[0][row][cell + x.behind] - of[0][row][cell + x.before]) * x.per +
                    (of[1][row][cell + y.behind * blockWidth] - of[1][row][cell + y.before * blockWidth]) * y.per +
                    ((along.behind > 0 ? behind[row] : here[row]) - (along.before < 0 ? before[row] : here[row])) * along.per;
                task.force.along[row][i] = -task.lambda * d;
            }
        }
#pragma unroll
        for (int row = 0; row < 3; ++row)
            before[row] = here[row], here[row] = behind[row];
    }
}

using Kernel = void (*)(RegulariserTask);

/// A rung's kernel, and how many of its blocks a multiprocessor shall run at a time (0: all that fit).
struct Rung {
    Kernel kernel;
    bool isTiled;
    int blocks;
};

Rung rungOf(RegulariserRung rung) {
    switch (rung) {
        case RegulariserRung::recomputed:
            return {recomputeFromShared<1>, true, 1};
        case RegulariserRung::recomputedTwoBlocks:
            return {recomputeFromShared<2>, true, 2};
        case RegulariserRung::recomputedLocal:
            return {recomputeFromShared<4>, true, 0};  // a thread has a quarter of the registers that one block's may have
        case RegulariserRung::recomputedGlobal:
            return {recomputeFrom<GlobalDisplacement>, false, 0};
        case RegulariserRung::recomputedTexture:
            return {recomputeFrom<TextureDisplacement>, false, 0};
        case RegulariserRung::reused:
            return {reuse<1>, true, 1};
        default:
            return {reuse<3>, true, 3};
    }
}

/// Shared memory that a block asks for beyond what it uses, so that no more than `rung.blocks` fit.
cudaError_t keepOthersAway(const Rung& rung, int& bytes) {
    bytes = 0;
    if (rung.blocks == 0) return cudaSuccess;
    int device = 0, most = 0;
    cudaFuncAttributes compiled{};
    cudaError_t status = cudaGetDevice(&device);
    if (status == cudaSuccess) status = cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerMultiprocessor, device);
    if (status == cudaSuccess) status = cudaFuncGetAttributes(&compiled, rung.kernel);
    // A block has a little of the system's as well, which makes it too much for one more.
    bytes = std::max(0, most / (rung.blocks + 1) - static_cast<int>(compiled.sharedSizeBytes));
    if (status == cudaSuccess) status = cudaFuncSetAttribute(rung.kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    return status;
}

unsigned partsOf(int side, int part) {
    return static_cast<unsigned>((side + part - 1) / part);
}

}  // namespace

cudaError_t pullAsInThePaper(const RegulariserTask& task, RegulariserRung which, cudaStream_t stream) {
    const Rung rung = rungOf(which);
    int bytes = 0;
    if (const cudaError_t status = keepOthersAway(rung, bytes); status != cudaSuccess) return status;
    if (rung.isTiled)
        rung.kernel<<<dim3(partsOf(task.size.width, paperWidth), partsOf(task.size.height, paperHeight),
                           partsOf(task.size.depth, slicesOfPaper)),
                      dim3(blockWidth, blockHeight), static_cast<std::size_t>(bytes), stream>>>(task);
    else
        rung.kernel<<<static_cast<unsigned>(blocksOf(task.size)), threads, 0, stream>>>(task);
    return cudaGetLastError();
}

cudaError_t resourcesOf(RegulariserRung which, RungResources& resources) {
    const Rung rung = rungOf(which);
    int bytes = 0;
    cudaFuncAttributes compiled{};
    cudaError_t status = keepOthersAway(rung, bytes);
    if (status == cudaSuccess) status = cudaFuncGetAttributes(&compiled, rung.kernel);
    resources = {compiled.numRegs, static_cast<int>(compiled.localSizeBytes), static_cast<int>(compiled.sharedSizeBytes), 0};
    if (status == cudaSuccess)
        status = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resources.blocks, rung.kernel, rung.isTiled ? cells : threads,
                                                               static_cast<std::size_t>(bytes));
    return status;
}

}  // namespace coarsen::gpu
