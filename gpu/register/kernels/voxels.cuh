// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the kernels of a registration share: their voxels, derivatives, and sums over all.

#include "gpu/register/kernels/smoothing.hpp"
#include "gpu/register/kernels/voxel_tasks.hpp"

#include <cuda/atomic>
#include <cuda_fp16.h>

#include <cstdint>

namespace coarsen::gpu {

inline constexpr int tileWidth = 32, tileHeight = 8, threads = tileWidth * tileHeight;

/// How many slices a block goes through, of as many blocks as `blocksOf` says.
__device__ inline int slicesOfBlock(const VolumeSides& size) {
    const int tiles = ((size.width + tileWidth - 1) / tileWidth) * ((size.height + tileHeight - 1) / tileHeight),
              layers = static_cast<int>(gridDim.x) / tiles;
    return (size.depth + layers - 1) / layers;
}

struct Place {
    int x, y, z;
};

/// Index of a voxel: 32 bits, for half of a kernel's instructions would reckon with longer ones, and a volume of more voxels fits
/// no device.
using Index = unsigned;

__device__ inline Index indexOf(const VolumeSides& size, int x, int y, int z) {
    return (static_cast<Index>(z) * size.height + y) * size.width + x;
}

__device__ inline Index sliceOf(const VolumeSides& size) {
    return static_cast<Index>(size.width) * size.height;
}

/// A block has a tile of each of some slices.
__device__ inline Place firstPlace(const VolumeSides& size, int slices) {
    const int across = (size.width + tileWidth - 1) / tileWidth, down = (size.height + tileHeight - 1) / tileHeight,
              block = blockIdx.x, thread = threadIdx.x;
    return {block % across * tileWidth + thread % tileWidth, block / across % down * tileHeight + thread / tileWidth,
            block / across / down * slices};
}

__device__ inline Place firstPlace(const VolumeSides& size) {
    return firstPlace(size, slicesOfBlock(size));
}

__host__ __device__ inline VolumeSides sidesOf(const VolumeSides& size, const Slices& slices) {
    return {size.width, size.height, slices.end - slices.begin};
}

/// Calls `body(place, index)` for each of the thread's voxels in these slices.
template <typename Body>
__device__ inline void eachVoxel(const VolumeSides& size, const Slices& slices, Body body) {
    const VolumeSides part = sidesOf(size, slices);
    Place at = firstPlace(part);
    if (at.x >= size.width || at.y >= size.height) return;
    at.z += slices.begin;
    const int end = min(at.z + slicesOfBlock(part), slices.end);
    const Index slice = sliceOf(size);
#pragma unroll 1
    for (Index i = at.z * slice + at.y * size.width + at.x; at.z < end; ++at.z, i += slice)
        body(at, i);
}

template <typename Body>
__device__ inline void eachVoxel(const VolumeSides& size, Body body) {
    eachVoxel(size, {0, size.depth}, body);
}

/// Factor of the difference of a voxel's two neighbours along an axis: half, or one-sided at a face.
__device__ inline float perOf(int at, int side) {
    return at > 0 && at < side - 1 ? 0.5F : 1.0F;
}

/// Where a voxel's neighbours lie, seen from it, and by what their differences count: centred, one-sided at the faces, 0 along an
/// axis of one voxel.
struct Neighbours {
    Index before[3], behind[3];  ///< modulo 2^32
    float per[3];
};

__device__ inline Neighbours neighboursOf(const VolumeSides& size, const Place& at) {
    const int place[3] = {at.x, at.y, at.z}, sides[3] = {size.width, size.height, size.depth};
    const Index steps[3] = {1, static_cast<Index>(size.width), sliceOf(size)};
    Neighbours n;
#pragma unroll
    for (int k = 0; k < 3; ++k) {
        const bool hasBefore = place[k] > 0, hasBehind = place[k] < sides[k] - 1;
        n.before[k] = hasBefore ? 0U - steps[k] : 0;
        n.behind[k] = hasBehind ? steps[k] : 0;
        n.per[k] = perOf(place[k], sides[k]);
    }
    return n;
}

struct Derivatives {
    float along[3];
};

__device__ inline Derivatives derivativesAt(const float* volume, Index i, const Neighbours& n) {
    Derivatives d;
#pragma unroll
    for (int k = 0; k < 3; ++k)
        d.along[k] = (volume[i + n.behind[k]] - volume[i + n.before[k]]) * n.per[k];
    return d;
}

struct Matrix {
    float of[3][3];
};

/// A = I - Du
__device__ inline Matrix stretchAt(const FieldPointers& u, Index i, const Neighbours& n) {
    Matrix a;
#pragma unroll
    for (int row = 0; row < 3; ++row) {
        const Derivatives d = derivativesAt(u.along[row], i, n);
#pragma unroll
        for (int k = 0; k < 3; ++k)
            a.of[row][k] = (row == k ? 1.0F : 0.0F) - d.along[k];
    }
    return a;
}

__device__ inline Matrix cofactors(const Matrix& a) {
    Matrix c;
#pragma unroll
    for (int i = 0; i < 3; ++i)
#pragma unroll
        for (int k = 0; k < 3; ++k) {
            const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, k1 = (k + 1) % 3, k2 = (k + 2) % 3;
            c.of[i][k] = a.of[i1][k1] * a.of[i2][k2] - a.of[i1][k2] * a.of[i2][k1];
        }
    return c;
}

__device__ inline float determinant(const Matrix& a) {
    return a.of[0][0] * (a.of[1][1] * a.of[2][2] - a.of[1][2] * a.of[2][1]) +
           a.of[0][1] * (a.of[1][2] * a.of[2][0] - a.of[1][0] * a.of[2][2]) +
           a.of[0][2] * (a.of[1][0] * a.of[2][1] - a.of[1][1] * a.of[2][0]);
}

/// Some volumes' numbers at a voxel, and their derivatives along each axis as `derivativesAt` has them.
template <int count>
struct ValueAndGradient {
    float here[count], along[count][3];
};

/// A place in a tile with what lies next to it, counted from there on.
struct RimCell {
    int column, line;
};

inline constexpr int rim = 2 * (tileWidth + tileHeight);  // voxels next to a tile, but its corners

/// Each of the first `rim` threads has one of these: above, below, left or right of the tile.
__device__ inline RimCell rimCellOf(int thread) {
    if (thread < 2 * tileWidth) return {thread % tileWidth + 1, thread / tileWidth * (tileHeight + 1)};
    const int side = thread - 2 * tileWidth;
    return {side % 2 * (tileWidth + 1), side / 2 + 1};
}

/// Calls `body(place, index, local, fetched)` for each of the block's voxels in these slices. `fetch(index)` reads what
/// `numbersOf(it, numbers)` makes a voxel's numbers of; it is called once for each voxel and once more for those beside the tile
/// and before and behind its slices, always a slice before they are needed. All threads of the block have to call this.
template <int count, typename Fetch, typename Numbers, typename Body>
__device__ inline void eachValueAndGradient(const VolumeSides& size, const Slices& slices, Fetch fetch, Numbers numbersOf,
                                            Body body) {
    __shared__ float planes[2][count][tileHeight + 2][tileWidth + 2];
    const VolumeSides part = sidesOf(size, slices);
    Place at = firstPlace(part);
    const int begin = at.z + slices.begin, end = min(begin + slicesOfBlock(part), slices.end),
              last = min(slices.end, size.depth - 1), thread = threadIdx.x, column = thread % tileWidth + 1,
              line = thread / tileWidth + 1;
    const bool isInside = at.x < size.width && at.y < size.height;
    const Index slice = sliceOf(size);
    const auto held = [&](int x, int y) { return max(0, min(y, size.height - 1)) * size.width + max(0, min(x, size.width - 1)); };
    const int own = held(at.x, at.y);

    const int x0 = at.x - (column - 1), y0 = at.y - (line - 1);
    const bool hasRim = thread < rim;
    const auto [rimColumn, rimLine] = rimCellOf(thread);
    const int rimVoxel = hasRim ? held(x0 + rimColumn - 1, y0 + rimLine - 1) : own;

    const float perX = perOf(at.x, size.width), perY = perOf(at.y, size.height);
    const auto fetchAt = [&](int z, int voxel) { return fetch(min(z, last) * slice + voxel); };
    float before[count], behind[count];
    ValueAndGradient<count> local;
    numbersOf(fetchAt(max(begin - 1, 0), own), before);
    auto now = fetchAt(begin, own), next = fetchAt(begin + 1, own), beside = fetchAt(begin, rimVoxel);
    numbersOf(now, local.here);
#pragma unroll 2
    for (at.z = begin; at.z < end; ++at.z) {
        auto& plane = planes[at.z & 1];
        float edge[count];
        numbersOf(next, behind);
        numbersOf(beside, edge);
#pragma unroll
        for (int k = 0; k < count; ++k) {
            plane[k][line][column] = local.here[k];
            if (hasRim) plane[k][rimLine][rimColumn] = edge[k];
        }
        const auto fetched = now;
        now = next;
        next = fetchAt(at.z + 2, own);  // asked for before others are waited for
        if (hasRim) beside = fetchAt(at.z + 1, rimVoxel);
        __syncthreads();  // the other plane may still be read by those that are not here yet
        const float perZ = perOf(at.z, size.depth);
#pragma unroll
        for (int k = 0; k < count; ++k) {
            local.along[k][0] = (plane[k][line][column + 1] - plane[k][line][column - 1]) * perX;
            local.along[k][1] = (plane[k][line + 1][column] - plane[k][line - 1][column]) * perY;
            local.along[k][2] = (behind[k] - before[k]) * perZ;
        }
        if (isInside) body(at, at.z * slice + own, local, fetched);
#pragma unroll
        for (int k = 0; k < count; ++k)
            before[k] = local.here[k], local.here[k] = behind[k];
    }
}

/// A = I - Du of the first three.
template <int count>
__device__ inline Matrix stretchOf(const ValueAndGradient<count>& local) {
    Matrix a;
#pragma unroll
    for (int row = 0; row < 3; ++row)
#pragma unroll
        for (int k = 0; k < 3; ++k)
            a.of[row][k] = (row == k ? 1.0F : 0.0F) - local.along[row][k];
    return a;
}

__device__ inline void loadField(const FieldPointers& field, Index i, float (&to)[3]) {
#pragma unroll
    for (int k = 0; k < 3; ++k)
        to[k] = field.along[k][i];
}

template <typename Number>
struct Motion {
    Number* along[3];
};

template <typename Number>
inline Motion<Number> motionOf(const MotionPointers& motion) {
    return {
        {static_cast<Number*>(motion.along[0]), static_cast<Number*>(motion.along[1]), static_cast<Number*>(motion.along[2])}};
}

template <typename Number>
__device__ inline void loadMotion(const Motion<Number>& motion, Index i, float (&to)[3]) {
#pragma unroll
    for (int k = 0; k < 3; ++k)
        to[k] = static_cast<float>(motion.along[k][i]);
}

/// Sums that a block, and in the end all, make of their voxels.
template <int count>
struct Sums {
    double of[count];
};

/// Sums over a whole block, always in the same order; the first thread has the answer. `combine` knows what each number is.
template <int count, typename Combine>
__device__ inline Sums<count> overTile(Sums<count> part, Combine combine) {
    __shared__ Sums<count> shared[threads / 32];
    const int thread = threadIdx.x;
    for (int step = 16; step > 0; step /= 2) {
        Sums<count> other;
#pragma unroll
        for (int i = 0; i < count; ++i)
            other.of[i] = __shfl_down_sync(0xffffffffU, part.of[i], step);
        part = combine(part, other);
    }
    __syncthreads();
    if (thread % 32 == 0) shared[thread / 32] = part;
    __syncthreads();
    if (thread == 0)
        for (int warp = 1; warp < threads / 32; ++warp)
            part = combine(part, shared[warp]);
    return part;
}

/// True where this block is the last one to get here; its threads then see what the first threads of all others wrote before.
/// isLastBlock, for every thread's writes, would take all blocks of a multiprocessor their first-level cache each time.
__device__ inline bool isLastOfFirstThreads(unsigned* ticket) {
    __shared__ bool isLast;
    if (threadIdx.x == 0) {
        cuda::atomic_ref<unsigned, cuda::thread_scope_device> arrived(*ticket);
        isLast = arrived.fetch_add(1, cuda::memory_order_release) == gridDim.x - 1;
        if (isLast) arrived.store(0, cuda::memory_order_relaxed);
    }
    __syncthreads();
    if (isLast) __threadfence();
    return isLast;
}

/// Keeps the block's part; the last block of the grid combines all. Whether this is the thread that did.
template <int count, typename Combine>
__device__ inline bool finish(const SumRoom& room, Sums<count> part, const Sums<count>& nothing, Combine combine) {
    part = overTile(part, combine);
    if (threadIdx.x == 0)
        for (int i = 0; i < count; ++i)
            room.parts[static_cast<long long>(count) * blockIdx.x + i] = part.of[i];
    if (!isLastOfFirstThreads(room.ticket)) return false;
    part = nothing;
    for (long long block = threadIdx.x; block < gridDim.x; block += threads) {
        Sums<count> other;
#pragma unroll
        for (int i = 0; i < count; ++i)
            other.of[i] = room.parts[count * block + i];
        part = combine(part, other);
    }
    part = overTile(part, combine);
    if (threadIdx.x > 0) return false;
    for (int i = 0; i < count; ++i) {
        room.kept[i] = part.of[i];
        if (room.answer) room.answer[i] = part.of[i];
    }
    return true;
}

struct Add {
    template <int count>
    __device__ Sums<count> operator()(Sums<count> a, const Sums<count>& b) const {
#pragma unroll
        for (int i = 0; i < count; ++i)
            a.of[i] += b.of[i];
        return a;
    }
};

__device__ inline bool isAmong(const Slices& slices, int z) {
    return z >= slices.begin && z < slices.end;
}

/// True where a place lies within the volume.
__device__ inline bool contains(const VolumeSides& size, float x, float y, float z) {
    return x >= 0 && y >= 0 && z >= 0 && x <= size.width - 1 && y <= size.height - 1 && z <= size.depth - 1;
}

__device__ inline bool isValid(const std::uint8_t* valid, Index i) {
    return !valid || valid[i] != 0;
}

/// Validity of the voxel nearest to a place within the volume.
__device__ inline bool isValidAt(const std::uint8_t* valid, const VolumeSides& size, float x, float y, float z) {
    const auto nearest = [](float at) { return static_cast<int>(at + 0.5F); };
    return !valid || valid[indexOf(size, nearest(x), nearest(y), nearest(z))] != 0;
}

}  // namespace coarsen::gpu
