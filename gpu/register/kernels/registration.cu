// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/device/sums.cuh"
#include "gpu/register/kernels/registration.hpp"

namespace coarsen::gpu {

namespace {

constexpr int threads = 256, tileWidth = 32, tileHeight = threads / tileWidth;
constexpr float leastSquare = 1e-4F, leastJ = 1e-6F;

struct Place {
    int x, y, z;
};

__device__ inline Place placeOf() {
    const int thread = threadIdx.x;
    return {static_cast<int>(blockIdx.x) * tileWidth + thread % tileWidth, static_cast<int>(blockIdx.y) * tileHeight + thread / tileWidth,
            static_cast<int>(blockIdx.z)};
}

__device__ inline bool isInside(const RegistrationTask& task, const Place& at) {
    return at.x < task.width && at.y < task.height;
}

__device__ inline long long indexOf(const RegistrationTask& task, int x, int y, int z) {
    return (static_cast<long long>(z) * task.height + y) * task.width + x;
}

/// Centred differences, one-sided at the faces, 0 along an axis of one voxel.
struct Derivatives {
    float along[3];
};

__device__ inline float difference(const float* volume, long long before, long long behind, bool isCentred) {
    return (volume[behind] - volume[before]) * (isCentred ? 0.5F : 1.0F);
}

__device__ inline Derivatives derivativesAt(const RegistrationTask& task, const float* volume, const Place& at) {
    const int x0 = max(at.x - 1, 0), x1 = min(at.x + 1, task.width - 1), y0 = max(at.y - 1, 0), y1 = min(at.y + 1, task.height - 1),
              z0 = max(at.z - 1, 0), z1 = min(at.z + 1, task.depth - 1);
    return {{difference(volume, indexOf(task, x0, at.y, at.z), indexOf(task, x1, at.y, at.z), x1 - x0 == 2),
             difference(volume, indexOf(task, at.x, y0, at.z), indexOf(task, at.x, y1, at.z), y1 - y0 == 2),
             difference(volume, indexOf(task, at.x, at.y, z0), indexOf(task, at.x, at.y, z1), z1 - z0 == 2)}};
}

struct Matrix {
    float of[3][3];
};

/// A = I - Du
__device__ inline Matrix stretchAt(const RegistrationTask& task, const FieldPointers& u, const Place& at) {
    Matrix a;
    for (int i = 0; i < 3; ++i) {
        const Derivatives d = derivativesAt(task, u.along[i], at);
        for (int k = 0; k < 3; ++k)
            a.of[i][k] = (i == k ? 1.0F : 0.0F) - d.along[k];
    }
    return a;
}

__device__ inline Matrix cofactors(const Matrix& a) {
    Matrix c;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) {
            const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, k1 = (k + 1) % 3, k2 = (k + 2) % 3;
            c.of[i][k] = a.of[i1][k1] * a.of[i2][k2] - a.of[i1][k2] * a.of[i2][k1];
        }
    return c;
}

/// Each block's three numbers: two sums and an extreme of both kinds.
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

__device__ inline long long blockNumber() {
    return (static_cast<long long>(blockIdx.z) * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
}

__device__ inline Part shuffled(const Part& part, int step) {
    return {__shfl_down_sync(0xffffffffU, part.first, step), __shfl_down_sync(0xffffffffU, part.second, step),
            __shfl_down_sync(0xffffffffU, part.third, step)};
}

/// Of a whole block, always in the same order; the first thread has the answer.
template <typename Combine>
__device__ inline Part combined(Part part, Combine combine) {
    __shared__ Part shared[threads / 32];
    const int thread = threadIdx.x, lane = thread % 32;
    for (int step = 16; step > 0; step /= 2)
        part = combine(part, shuffled(part, step));
    if (lane == 0) shared[thread / 32] = part;
    __syncthreads();
    if (thread == 0)
        for (int warp = 1; warp < threads / 32; ++warp)
            part = combine(part, shared[warp]);
    return part;
}

__device__ inline void keep(const RegistrationTask& task, const Part& part) {
    if (threadIdx.x > 0) return;
    double* const to = task.parts + 3 * blockNumber();
    to[0] = part.first, to[1] = part.second, to[2] = part.third;
}

template <typename Combine>
__global__ void combineParts(RegistrationTask task, int count, Part nothing, Combine combine) {
    Part part = nothing;
    for (int i = threadIdx.x; i < count; i += threads)
        part = combine(part, Part{task.parts[3 * i], task.parts[3 * i + 1], task.parts[3 * i + 2]});
    part = combined(part, combine);
    if (threadIdx.x == 0) task.sums[0] = part.first, task.sums[1] = part.second, task.sums[2] = part.third;
}

__global__ void __launch_bounds__(threads) bend(RegistrationTask task) {
    const Place at = placeOf();
    Part part{0, 1e30, 0};
    if (isInside(task, at)) {
        const Matrix a = stretchAt(task, task.tried, at), c = cofactors(a);
        const float j = a.of[0][0] * c.of[0][0] + a.of[0][1] * c.of[0][1] + a.of[0][2] * c.of[0][2], held = fmaxf(j, leastJ),
                    logarithm = logf(held);
        task.slope[indexOf(task, at.x, at.y, at.z)] = 1 + logarithm - 1 / held;
        part = {static_cast<double>((held - 1) * logarithm), static_cast<double>(j), 0};
    }
    keep(task, combined(part, AddAndLeast{}));
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
    const Weights wx = weightsAt(x - ix, task.isCubic), wy = weightsAt(y - iy, task.isCubic), wz = weightsAt(z - iz, task.isCubic);
    const long long row = task.width + 3, slice = row * (task.height + 3);
    const float* const from = task.numbers + iz * slice + iy * row + ix;
    Sample sample{};
    for (int k = 0; k < 4; ++k)
        for (int j = 0; j < 4; ++j) {
            const float* const line = from + k * slice + j * row;
            float value = 0, alongX = 0;
            for (int i = 0; i < 4; ++i) {
                const float number = __ldg(line + i);
                value += number * wx.value[i], alongX += number * wx.derivative[i];
            }
            sample.value += value * wy.value[j] * wz.value[k];
            sample.x += alongX * wy.value[j] * wz.value[k];
            sample.y += value * wy.derivative[j] * wz.value[k];
            sample.z += value * wy.value[j] * wz.derivative[k];
        }
    return sample;
}

/// The regulariser's gradient: by Piola, or as printed, where each product is made anew at the neighbours.
__device__ inline void pull(const RegistrationTask& task, const Place& at, float (&d)[3]) {
    if (!task.isPrinted) {
        const Matrix c = cofactors(stretchAt(task, task.tried, at));
        const Derivatives slope = derivativesAt(task, task.slope, at);
        for (int i = 0; i < 3; ++i)
            d[i] = c.of[i][0] * slope.along[0] + c.of[i][1] * slope.along[1] + c.of[i][2] * slope.along[2];
        return;
    }
    d[0] = d[1] = d[2] = 0;
    const int size[3] = {task.width, task.height, task.depth};
    for (int k = 0; k < 3; ++k) {
        Place before = at, behind = at;
        int &low = k == 0 ? before.x : k == 1 ? before.y : before.z, &high = k == 0 ? behind.x : k == 1 ? behind.y : behind.z;
        low = max(low - 1, 0), high = min(high + 1, size[k] - 1);
        if (low == high) continue;
        const float per = high - low == 2 ? 0.5F : 1.0F, slopeBehind = task.slope[indexOf(task, behind.x, behind.y, behind.z)],
                    slopeBefore = task.slope[indexOf(task, before.x, before.y, before.z)];
        const Matrix c1 = cofactors(stretchAt(task, task.tried, behind)), c0 = cofactors(stretchAt(task, task.tried, before));
        for (int i = 0; i < 3; ++i)
            d[i] += (c1.of[i][k] * slopeBehind - c0.of[i][k] * slopeBefore) * per;
    }
}

__global__ void __launch_bounds__(threads) forceOf(RegistrationTask task) {
    const Place at = placeOf();
    Part part{0, 0, 0};
    if (isInside(task, at)) {
        const long long i = indexOf(task, at.x, at.y, at.z);
        const float px = at.x - task.tried.along[0][i], py = at.y - task.tried.along[1][i], pz = at.z - task.tried.along[2][i];
        float scale = 0;
        Sample sample{};
        const bool stays = px >= 0 && py >= 0 && pz >= 0 && px <= task.width - 1 && py <= task.height - 1 && pz <= task.depth - 1;
        if (stays && (!task.movedValid || task.movedValid[i]) &&
            (!task.fixedValid || task.fixedValid[indexOf(task, static_cast<int>(px + 0.5F), static_cast<int>(py + 0.5F),
                                                         static_cast<int>(pz + 0.5F))])) {
            sample = sampleAt(task, px, py, pz);
            const float difference = sample.value - task.moved[i];
            scale = difference /
                    (sample.x * sample.x + sample.y * sample.y + sample.z * sample.z + difference * difference + leastSquare);
            part = {static_cast<double>(difference * difference), 1, 0};
        }
        float d[3] = {0, 0, 0};
        if (task.lambda > 0) pull(task, at, d);
        task.force.along[0][i] = scale * sample.x - task.lambda * d[0];
        task.force.along[1][i] = scale * sample.y - task.lambda * d[1];
        task.force.along[2][i] = scale * sample.z - task.lambda * d[2];
    }
    keep(task, combined(part, AddBoth{}));
}

/// Lines of a volume: this many, each of so many numbers that lie `step` apart.
struct Lines {
    int across, sheets, length;
    long long acrossStep, sheetStep, step;
};

/// One thread a line; threads beside each other have lines beside each other.
__global__ void smoothLines(float* values, float* room, Lines lines, SmoothingTask task) {
    const int line = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (line >= lines.across) return;
    const long long start = line * lines.acrossStep + blockIdx.y * lines.sheetStep;
    float *const x = values + start, *const kept = room + start;
    const auto at = [&](int i) { return i * lines.step; };
    if (!task.isRecursive) {
        for (int i = 0; i < lines.length; ++i)
            kept[at(i)] = x[at(i)];
        for (int i = 0; i < lines.length; ++i) {
            float sum = kept[at(i)] * task.weights[0];
            for (int k = 1; k <= task.sides; ++k)
                sum += (kept[at(max(i - k, 0))] + kept[at(min(i + k, lines.length - 1))]) * task.weights[k];
            x[at(i)] = sum;
        }
        return;
    }
    float before = x[0], p1[2], p2[2];
    for (int s = 0; s < 2; ++s)
        p1[s] = p2[s] = before * task.onwardSum[s];
    for (int i = 0; i < lines.length; ++i) {
        const float now = x[at(i)];
        float sum = 0;
        for (int s = 0; s < 2; ++s) {
            const float next = now * task.onward0[s] + before * task.onward1[s] + p1[s] * task.last1[s] + p2[s] * task.last2[s];
            p2[s] = p1[s], p1[s] = next, sum += next;
        }
        kept[at(i)] = sum;
        before = now;
    }
    float behind1 = x[at(lines.length - 1)], behind2 = behind1;
    for (int s = 0; s < 2; ++s)
        p1[s] = p2[s] = behind1 * task.backwardSum[s];
    for (int i = lines.length - 1; i >= 0; --i) {
        float sum = kept[at(i)];
        for (int s = 0; s < 2; ++s) {
            const float next =
                behind1 * task.backward1[s] + behind2 * task.backward2[s] + p1[s] * task.last1[s] + p2[s] * task.last2[s];
            p2[s] = p1[s], p1[s] = next, sum += next;
        }
        behind2 = behind1, behind1 = x[at(i)];
        x[at(i)] = sum;
    }
}

/// to(y, x, z) = from(x, y, z), slice by slice, so that lines along x lie beside each other as those along y do.
__global__ void turn(const float* from, float* to, int width, int height) {
    __shared__ float tile[tileWidth][tileWidth + 1];
    const long long slice = static_cast<long long>(blockIdx.z) * width * height;
    const int x = blockIdx.x * tileWidth + threadIdx.x % tileWidth, y0 = blockIdx.y * tileWidth, row = threadIdx.x / tileWidth;
    for (int i = row; i < tileWidth; i += tileHeight)
        if (x < width && y0 + i < height) tile[i][threadIdx.x % tileWidth] = from[slice + static_cast<long long>(y0 + i) * width + x];
    __syncthreads();
    const int y = y0 + threadIdx.x % tileWidth, x0 = blockIdx.x * tileWidth;
    for (int i = row; i < tileWidth; i += tileHeight)
        if (y < height && x0 + i < width) to[slice + static_cast<long long>(x0 + i) * height + y] = tile[threadIdx.x % tileWidth][i];
}

__global__ void __launch_bounds__(threads) carry(RegistrationTask task) {
    const Place at = placeOf();
    Part part{0, 0, 0};
    if (isInside(task, at)) {
        const long long i = indexOf(task, at.x, at.y, at.z);
        const float v[3] = {task.velocity.along[0][i], task.velocity.along[1][i], task.velocity.along[2][i]};
        float square = 0;
        for (int axis = 0; axis < 3; ++axis) {
            const Derivatives d = derivativesAt(task, task.accepted.along[axis], at);
            const float w = v[axis] - (v[0] * d.along[0] + v[1] * d.along[1] + v[2] * d.along[2]);
            task.velocity.along[axis][i] = w;
            square += w * w;
        }
        part.third = static_cast<double>(square);
    }
    keep(task, combined(part, AddBoth{}));
}

__global__ void stepBy(RegistrationTask task, float by, long long count) {
    const long long i = static_cast<long long>(blockIdx.x) * threads + threadIdx.x;
    if (i >= count) return;
    for (int axis = 0; axis < 3; ++axis)
        task.tried.along[axis][i] = task.accepted.along[axis][i] + by * task.velocity.along[axis][i];
}

dim3 tilesOf(const RegistrationTask& task) {
    return dim3(static_cast<unsigned>((task.width + tileWidth - 1) / tileWidth),
                static_cast<unsigned>((task.height + tileHeight - 1) / tileHeight), static_cast<unsigned>(task.depth));
}

void smoothAlong(float* values, float* room, const Lines& lines, const SmoothingTask& task, cudaStream_t stream) {
    constexpr int linesABlock = 64;
    const dim3 blocks(static_cast<unsigned>((lines.across + linesABlock - 1) / linesABlock), static_cast<unsigned>(lines.sheets));
    if (lines.length > 1) smoothLines<<<blocks, linesABlock, 0, stream>>>(values, room, lines, task);
}

}  // namespace

int partsOf(const RegistrationTask& task) {
    const dim3 tiles = tilesOf(task);
    return static_cast<int>(tiles.x * tiles.y * tiles.z);
}

void launchBend(const RegistrationTask& task, cudaStream_t stream) {
    bend<<<tilesOf(task), threads, 0, stream>>>(task);
    combineParts<<<1, threads, 0, stream>>>(task, partsOf(task), Part{0, 1e30, 0}, AddAndLeast{});
}

void launchForce(const RegistrationTask& task, cudaStream_t stream) {
    forceOf<<<tilesOf(task), threads, 0, stream>>>(task);
    combineParts<<<1, threads, 0, stream>>>(task, partsOf(task), Part{0, 0, 0}, AddBoth{});
}

void launchSmoothing(const RegistrationTask& task, const SmoothingTask& smoothing, cudaStream_t stream) {
    const int w = task.width, h = task.height, d = task.depth;
    const long long slice = static_cast<long long>(w) * h;
    const dim3 there(static_cast<unsigned>((w + tileWidth - 1) / tileWidth), static_cast<unsigned>((h + tileWidth - 1) / tileWidth),
                     static_cast<unsigned>(d)),
        back(there.y, there.x, there.z);
    for (int axis = 0; axis < 3; ++axis) {
        float *const values = task.velocity.along[axis], *const turned = task.room.along[0], *const room = task.room.along[1];
        turn<<<there, threads, 0, stream>>>(values, turned, w, h);
        smoothAlong(turned, room, {h, d, w, 1, slice, h}, smoothing, stream);
        turn<<<back, threads, 0, stream>>>(turned, values, h, w);
        smoothAlong(values, room, {w, d, h, 1, slice, w}, smoothing, stream);
        smoothAlong(values, room, {w, h, d, 1, w, slice}, smoothing, stream);
    }
}

void launchCarry(const RegistrationTask& task, cudaStream_t stream) {
    carry<<<tilesOf(task), threads, 0, stream>>>(task);
    combineParts<<<1, threads, 0, stream>>>(task, partsOf(task), Part{0, 0, 0}, AddBoth{});
}

void launchStep(const RegistrationTask& task, float by, cudaStream_t stream) {
    const long long count = static_cast<long long>(task.width) * task.height * task.depth;
    stepBy<<<static_cast<unsigned>((count + threads - 1) / threads), threads, 0, stream>>>(task, by, count);
}

}  // namespace coarsen::gpu
