// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/device/sums.cuh"
#include "gpu/register/kernels/registration.hpp"

namespace coarsen::gpu {

namespace {

constexpr int tileWidth = 32, tileHeight = 8, threads = tileWidth * tileHeight, tileDepth = 8;
constexpr float leastSquare = 1e-4F, leastJ = 1e-6F;

struct Place {
    int x, y, z;
};

/// A block has a tile of each of some slices.
__device__ inline Place firstPlace(const VolumeSides& size) {
    const int across = (size.width + tileWidth - 1) / tileWidth, down = (size.height + tileHeight - 1) / tileHeight,
              block = blockIdx.x, thread = threadIdx.x;
    return {block % across * tileWidth + thread % tileWidth, block / across % down * tileHeight + thread / tileWidth,
            block / across / down * tileDepth};
}

/// Calls `body(place, index)` for each of the thread's voxels.
template <typename Body>
__device__ inline void eachVoxel(const VolumeSides& size, Body body) {
    Place at = firstPlace(size);
    if (at.x >= size.width || at.y >= size.height) return;
    const int end = min(at.z + tileDepth, size.depth);
    const long long slice = static_cast<long long>(size.width) * size.height;
    for (long long i = at.z * slice + at.y * size.width + at.x; at.z < end; ++at.z, i += slice)
        body(at, i);
}

__device__ inline long long indexOf(const VolumeSides& size, int x, int y, int z) {
    return (static_cast<long long>(z) * size.height + y) * size.width + x;
}

/// Where a voxel's neighbours lie, seen from it, and by what their differences count: centred, one-sided at the faces, 0 along an
/// axis of one voxel.
struct Neighbours {
    long long before[3], behind[3];
    float per[3];
};

__device__ inline Neighbours neighboursOf(const VolumeSides& size, const Place& at) {
    const int place[3] = {at.x, at.y, at.z}, sides[3] = {size.width, size.height, size.depth};
    const long long steps[3] = {1, size.width, static_cast<long long>(size.width) * size.height};
    Neighbours n;
#pragma unroll
    for (int k = 0; k < 3; ++k) {
        const bool hasBefore = place[k] > 0, hasBehind = place[k] < sides[k] - 1;
        n.before[k] = hasBefore ? -steps[k] : 0;
        n.behind[k] = hasBehind ? steps[k] : 0;
        n.per[k] = hasBefore && hasBehind ? 0.5F : 1.0F;
    }
    return n;
}

struct Derivatives {
    float along[3];
};

__device__ inline Derivatives derivativesAt(const float* voxel, const Neighbours& n) {
    Derivatives d;
#pragma unroll
    for (int k = 0; k < 3; ++k)
        d.along[k] = (voxel[n.behind[k]] - voxel[n.before[k]]) * n.per[k];
    return d;
}

struct Matrix {
    float of[3][3];
};

/// A = I - Du
__device__ inline Matrix stretchAt(const FieldPointers& u, long long i, const Neighbours& n) {
    Matrix a;
#pragma unroll
    for (int row = 0; row < 3; ++row) {
        const Derivatives d = derivativesAt(u.along[row] + i, n);
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

/// What a block, and in the end all, make of their voxels: two sums, or a sum and an extreme.
struct Part {
    double first, second, third;
};

struct AddAndLeast {
    __device__ Part operator()(const Part& a, const Part& b) const {
        return {a.first + b.first, fmin(a.second, b.second), a.third + b.third};
    }
};

struct AddBoth {
    __device__ Part operator()(const Part& a, const Part& b) const {
        return {a.first + b.first, a.second + b.second, fmax(a.third, b.third)};
    }
};

/// Of a whole block, always in the same order; the first thread has the answer.
template <typename Combine>
__device__ inline Part overParts(Part part, Combine combine) {
    __shared__ Part shared[threads / 32];
    const int thread = threadIdx.x;
    for (int step = 16; step > 0; step /= 2)
        part =
            combine(part, Part{__shfl_down_sync(0xffffffffU, part.first, step), __shfl_down_sync(0xffffffffU, part.second, step),
                               __shfl_down_sync(0xffffffffU, part.third, step)});
    __syncthreads();
    if (thread % 32 == 0) shared[thread / 32] = part;
    __syncthreads();
    if (thread == 0)
        for (int warp = 1; warp < threads / 32; ++warp)
            part = combine(part, shared[warp]);
    return part;
}

/// Keeps the block's part; the last block of the grid makes the sums of all.
template <typename Combine>
__device__ inline void finish(const RegistrationTask& task, Part part, const Part& nothing, double* sums, Combine combine) {
    part = overParts(part, combine);
    if (threadIdx.x == 0) {
        double* const to = task.parts + 3LL * blockIdx.x;
        to[0] = part.first, to[1] = part.second, to[2] = part.third;
    }
    if (!isLastBlock(task.ticket)) return;
    part = nothing;
    for (long long i = threadIdx.x; i < gridDim.x; i += threads)
        part = combine(part, Part{task.parts[3 * i], task.parts[3 * i + 1], task.parts[3 * i + 2]});
    part = overParts(part, combine);
    if (threadIdx.x == 0) sums[0] = part.first, sums[1] = part.second, sums[2] = part.third;
}

__global__ void __launch_bounds__(threads)
    stepBy(VolumeSides size, FieldPointers accepted, FieldPointers velocity, float by, FieldPointers tried) {
    eachVoxel(size, [&](const Place&, long long i) {
#pragma unroll
        for (int axis = 0; axis < 3; ++axis)
            tried.along[axis][i] = accepted.along[axis][i] + by * velocity.along[axis][i];
    });
}

__global__ void __launch_bounds__(threads) bend(RegistrationTask task, FieldPointers u, double* sums) {
    constexpr Part nothing{0, 1e30, 0};
    Part part = nothing;
    eachVoxel(task.size, [&](const Place& at, long long i) {
        const Matrix a = stretchAt(u, i, neighboursOf(task.size, at)), c = cofactors(a);
        const float j = a.of[0][0] * c.of[0][0] + a.of[0][1] * c.of[0][1] + a.of[0][2] * c.of[0][2], held = fmaxf(j, leastJ),
                    logarithm = logf(held);
        task.slope[i] = 1 + logarithm - 1 / held;
        part.first += static_cast<double>((held - 1) * logarithm);
        part.second = fmin(part.second, static_cast<double>(j));
    });
    finish(task, part, nothing, sums, AddAndLeast{});
}

struct Weights {
    float value[4], derivative[4];
};

__device__ inline Weights weightsAt(float t, bool isCubic) {
    const float s = 1 - t;
    if (isCubic)
        return {{s * s * s / 6, (4 - 6 * t * t + 3 * t * t * t) / 6, (4 - 6 * s * s + 3 * s * s * s) / 6, t * t * t / 6},
                {-s * s / 2, t * (1.5F * t - 2), s * (2 - 1.5F * s), t * t / 2}};
    return {{0, s, t, 0}, {-s / 2, -t / 2, s / 2, t / 2}};
}

struct Sample {
    float value, x, y, z;
};

/// From the 4 x 4 x 4 numbers around the place.
__device__ inline Sample sampleAt(const RegistrationTask& task, float x, float y, float z) {
    const int ix = static_cast<int>(x), iy = static_cast<int>(y), iz = static_cast<int>(z);
    const Weights wx = weightsAt(x - ix, task.isCubic), wy = weightsAt(y - iy, task.isCubic),
                  wz = weightsAt(z - iz, task.isCubic);
    const int row = task.size.width + 3;
    const long long slice = static_cast<long long>(row) * (task.size.height + 3);
    const float* from = task.numbers + iz * slice + iy * row + ix;
    Sample sample{};
#pragma unroll
    for (int k = 0; k < 4; ++k, from += slice) {
        float value = 0, alongX = 0, alongY = 0;
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            const float* const line = from + j * row;
            const float n0 = __ldg(line), n1 = __ldg(line + 1), n2 = __ldg(line + 2), n3 = __ldg(line + 3);
            const float here = n0 * wx.value[0] + n1 * wx.value[1] + n2 * wx.value[2] + n3 * wx.value[3];
            value += here * wy.value[j];
            alongY += here * wy.derivative[j];
            alongX +=
                (n0 * wx.derivative[0] + n1 * wx.derivative[1] + n2 * wx.derivative[2] + n3 * wx.derivative[3]) * wy.value[j];
        }
        sample.value += value * wz.value[k];
        sample.x += alongX * wz.value[k];
        sample.y += alongY * wz.value[k];
        sample.z += value * wz.derivative[k];
    }
    return sample;
}

/// The regulariser's gradient by Piola.
__device__ inline Derivatives pullByPiola(const RegistrationTask& task, const FieldPointers& u, const Place& at, long long i) {
    const Neighbours n = neighboursOf(task.size, at);
    const Matrix c = cofactors(stretchAt(u, i, n));
    const Derivatives slope = derivativesAt(task.slope + i, n);
    Derivatives d;
#pragma unroll
    for (int row = 0; row < 3; ++row)
        d.along[row] = c.of[row][0] * slope.along[0] + c.of[row][1] * slope.along[1] + c.of[row][2] * slope.along[2];
    return d;
}

/// As printed: each product is made anew at the neighbours.
__device__ inline Derivatives pullAsPrinted(const RegistrationTask& task, const FieldPointers& u, const Place& at, long long i) {
    const Neighbours n = neighboursOf(task.size, at);
    Derivatives d{};
    for (int k = 0; k < 3; ++k) {
        if (n.before[k] == n.behind[k]) continue;
        Place before = at, behind = at;
        (k == 0 ? before.x : k == 1 ? before.y : before.z) -= n.before[k] != 0;
        (k == 0 ? behind.x : k == 1 ? behind.y : behind.z) += n.behind[k] != 0;
        const Matrix c1 = cofactors(stretchAt(u, i + n.behind[k], neighboursOf(task.size, behind))),
                     c0 = cofactors(stretchAt(u, i + n.before[k], neighboursOf(task.size, before)));
        for (int row = 0; row < 3; ++row)
            d.along[row] +=
                (c1.of[row][k] * task.slope[i + n.behind[k]] - c0.of[row][k] * task.slope[i + n.before[k]]) * n.per[k];
    }
    return d;
}

__device__ inline bool isValid(const std::uint8_t* valid, long long i) {
    return !valid || valid[i] != 0;
}

__device__ inline int nearest(float at) {
    return static_cast<int>(at + 0.5F);
}

template <bool isPrinted>
__global__ void __launch_bounds__(threads, isPrinted ? 1 : 3)
    forceOf(RegistrationTask task, FieldPointers u, FieldPointers force, double* sums) {
    Part part{};
    const VolumeSides& size = task.size;
    eachVoxel(size, [&](const Place& at, long long i) {
        const float px = at.x - u.along[0][i], py = at.y - u.along[1][i], pz = at.z - u.along[2][i];
        float scale = 0;
        Sample sample{};
        const bool stays = px >= 0 && py >= 0 && pz >= 0 && px <= size.width - 1 && py <= size.height - 1 && pz <= size.depth - 1;
        if (stays && isValid(task.movedValid, i) &&
            (!task.fixedValid || task.fixedValid[indexOf(size, nearest(px), nearest(py), nearest(pz))])) {
            sample = sampleAt(task, px, py, pz);
            const float difference = sample.value - task.moved[i];
            scale = difference /
                    (sample.x * sample.x + sample.y * sample.y + sample.z * sample.z + difference * difference + leastSquare);
            part.first += static_cast<double>(difference * difference);
            part.second += 1;
        }
        Derivatives d{};
        if (task.lambda > 0) d = isPrinted ? pullAsPrinted(task, u, at, i) : pullByPiola(task, u, at, i);
        force.along[0][i] = scale * sample.x - task.lambda * d.along[0];
        force.along[1][i] = scale * sample.y - task.lambda * d.along[1];
        force.along[2][i] = scale * sample.z - task.lambda * d.along[2];
    });
    finish(task, part, Part{}, sums, AddBoth{});
}

__global__ void __launch_bounds__(threads) carry(RegistrationTask task, FieldPointers u, FieldPointers velocity, double* sums) {
    float most = 0;
    eachVoxel(task.size, [&](const Place& at, long long i) {
        const Neighbours n = neighboursOf(task.size, at);
        const float v[3] = {velocity.along[0][i], velocity.along[1][i], velocity.along[2][i]};
        float square = 0;
#pragma unroll
        for (int axis = 0; axis < 3; ++axis) {
            const Derivatives d = derivativesAt(u.along[axis] + i, n);
            const float w = v[axis] - (v[0] * d.along[0] + v[1] * d.along[1] + v[2] * d.along[2]);
            velocity.along[axis][i] = w;
            square += w * w;
        }
        most = fmaxf(most, square);
    });
    finish(task, Part{0, 0, static_cast<double>(most)}, Part{}, sums, AddBoth{});
}

unsigned gridOf(const VolumeSides& size) {
    return static_cast<unsigned>(blocksOf(size));
}

}  // namespace

int blocksOf(const VolumeSides& size) {
    const auto parts = [](int side, int part) { return (side + part - 1) / part; };
    return parts(size.width, tileWidth) * parts(size.height, tileHeight) * parts(size.depth, tileDepth);
}

void launchStep(const RegistrationTask& task, const FieldPointers& accepted, const FieldPointers& velocity, float by,
                const FieldPointers& tried, cudaStream_t stream) {
    stepBy<<<gridOf(task.size), threads, 0, stream>>>(task.size, accepted, velocity, by, tried);
}

void launchBend(const RegistrationTask& task, const FieldPointers& u, double* sums, cudaStream_t stream) {
    bend<<<gridOf(task.size), threads, 0, stream>>>(task, u, sums);
}

void launchForce(const RegistrationTask& task, const FieldPointers& u, const FieldPointers& force, double* sums,
                 cudaStream_t stream) {
    const auto kernel = task.isPrinted ? forceOf<true> : forceOf<false>;
    kernel<<<gridOf(task.size), threads, 0, stream>>>(task, u, force, sums);
}

void launchCarry(const RegistrationTask& task, const FieldPointers& u, const FieldPointers& velocity, double* sums,
                 cudaStream_t stream) {
    carry<<<gridOf(task.size), threads, 0, stream>>>(task, u, velocity, sums);
}

}  // namespace coarsen::gpu
