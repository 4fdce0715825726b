// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/device/sums.cuh"
#include "gpu/preprocess/kernels/flatten.hpp"

namespace coarsen::gpu {

namespace {

constexpr int threads = 256, mostPowers = 7;
constexpr float leastLight = 0.05F;  // of the mean background

template <typename Pixel>
__device__ inline unsigned pixelAt(const GreyPlane& raw, int x, int y) {
    return static_cast<const Pixel*>(raw.pixels)[static_cast<std::size_t>(y) * raw.width + x];
}

/// A warp for each block of pixels. Grid: blocks of pixels / warps of a block.
template <typename Pixel>
__global__ void addUpBlocks(const FlattenTask task) {
    const int block = (blockIdx.x * threads + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (block >= task.across * task.down) return;
    const int left = block % task.across * task.side, top = block / task.across * task.side;
    const int x0 = max(left, task.judged.x), x1 = min(left + task.side, task.judged.x + task.judged.width);
    const int y0 = max(top, task.judged.y), y1 = min(top + task.side, task.judged.y + task.judged.height);
    const int across = max(0, x1 - x0), count = across * max(0, y1 - y0);
    unsigned long long sum = 0;
    for (int i = lane; i < count; i += 32)
        sum += pixelAt<Pixel>(task.raw, x0 + i % across, y0 + i / across);
    for (int step = 16; step > 0; step /= 2)
        sum += __shfl_down_sync(0xffffffffU, sum, step);
    if (lane == 0) task.blockSums[block] = static_cast<double>(sum);
}

/// Grid: a block of threads for each term, and one for the sum of all.
__global__ void fit(const FlattenTask task, int terms) {
    __shared__ double shared[32];
    const int blocks = task.across * task.down, term = blockIdx.x;
    const double* const row = task.matrix + static_cast<std::size_t>(term) * blocks;
    double sum = 0;
    for (int i = threadIdx.x; i < blocks; i += threads)
        sum += term < terms ? row[i] * task.blockSums[i] : task.blockSums[i];
    sum = overBlock(sum, shared, Plus());
    if (threadIdx.x == 0) task.fitted[term] = sum;
}

/// Place from -1 to 1 across the image.
__device__ inline double scaled(int place, int length) {
    return length > 1 ? 2.0 * place / (length - 1) - 1 : 0;
}

/// Grid: rows. The same float32 operations as core's, without fused multiply-adds.
template <typename Pixel>
__global__ void divide(const FlattenTask task, int terms) {
    __shared__ float inX[mostPowers];
    __shared__ float level;
    __shared__ bool hasLight;
    const int y = blockIdx.x, width = task.raw.width;
    if (threadIdx.x <= task.order) {
        const int i = threadIdx.x;
        const double v = scaled(y, task.raw.height);
        double inY = 1;
        float sum = 0;
        for (int j = 0, k = 0; j <= task.order; ++j, inY *= v) {
            if (i + j <= task.order) sum = __fadd_rn(sum, static_cast<float>(task.fitted[k + i] * inY));
            k += task.order - j + 1;
        }
        inX[i] = sum;
    }
    if (threadIdx.x == 32) {
        double mean = 0;
        for (int k = 0; k < terms; ++k)
            mean += task.means[k] * task.fitted[k];
        const double sum = task.fitted[terms];
        level = static_cast<float>(mean);
        hasLight = sum > 0 && mean > leastLevel * sum / (static_cast<double>(task.judged.width) * task.judged.height);
    }
    __syncthreads();
    const float step = width > 1 ? 2.0F / static_cast<float>(width - 1) : 0, start = width > 1 ? -1.0F : 0;
    const float least = __fmul_rn(leastLight, level);
    float* const row = task.flat + static_cast<std::size_t>(y) * width;
    for (int x = threadIdx.x; x < width; x += threads) {
        const auto pixel = static_cast<float>(pixelAt<Pixel>(task.raw, x, y));
        const float place = __fadd_rn(start, __fmul_rn(step, static_cast<float>(x)));
        float light = inX[task.order];
        for (int power = task.order; power-- > 0;)
            light = __fadd_rn(__fmul_rn(light, place), inX[power]);
        row[x] = hasLight ? __fmul_rn(pixel, __fdiv_rn(level, fmaxf(light, least))) : pixel;
    }
}

template <typename Pixel>
__global__ void copy(const GreyPlane raw, float* flat) {
    const int x = blockIdx.x * threads + threadIdx.x, y = blockIdx.y;
    if (x < raw.width) flat[static_cast<std::size_t>(y) * raw.width + x] = static_cast<float>(pixelAt<Pixel>(raw, x, y));
}

unsigned shares(int count, int each) {
    return static_cast<unsigned>((count + each - 1) / each);
}

template <typename Pixel>
void queueFlatten(const FlattenTask& task, cudaStream_t stream) {
    const int terms = task.terms();
    addUpBlocks<Pixel><<<shares(task.across * task.down, threads / 32), threads, 0, stream>>>(task);
    fit<<<static_cast<unsigned>(terms + 1), threads, 0, stream>>>(task, terms);
    divide<Pixel><<<static_cast<unsigned>(task.raw.height), threads, 0, stream>>>(task, terms);
}

}  // namespace

cudaError_t launchFlatten(const FlattenTask& task, cudaStream_t stream) {
    task.raw.isWide ? queueFlatten<std::uint16_t>(task, stream) : queueFlatten<std::uint8_t>(task, stream);
    return cudaGetLastError();
}

cudaError_t launchCopy(const GreyPlane& raw, float* flat, cudaStream_t stream) {
    const dim3 grid(shares(raw.width, threads), static_cast<unsigned>(raw.height));
    if (raw.isWide)
        copy<std::uint16_t><<<grid, threads, 0, stream>>>(raw, flat);
    else
        copy<std::uint8_t><<<grid, threads, 0, stream>>>(raw, flat);
    return cudaGetLastError();
}

}  // namespace coarsen::gpu
