// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/seen_light.hpp"
#include "gpu/device/sums.cuh"
#include "gpu/preprocess/kernels/flatten.hpp"

namespace coarsen::gpu {

namespace {

constexpr int threads = 256, contrastBlocks = 64;

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
    unsigned long long sum = 0, squares = 0;
    for (int i = lane; i < count; i += 32) {
        const unsigned long long pixel = pixelAt<Pixel>(task.raw, x0 + i % across, y0 + i / across);
        sum += pixel;
        squares += pixel * pixel;
    }
    for (int step = 16; step > 0; step /= 2) {
        sum += __shfl_down_sync(0xffffffffU, sum, step);
        squares += __shfl_down_sync(0xffffffffU, squares, step);
    }
    if (lane > 0) return;
    task.blockSums[block] = static_cast<double>(sum);
    task.blockSquares[block] = static_cast<double>(squares);
}

/// The degree that the picture's own sums ask for.
__device__ inline int degreeSeen(const double* amplitudes, double squares) {
    double shares[degreesOfPattern + 1] = {};
    for (int degree = 0, k = 0; degree <= degreesOfPattern; ++degree)
        for (int i = 0; i <= degree; ++i, ++k)
            shares[degree] += amplitudes[k] * amplitudes[k];
    return degreeOfLight(shares, squares);
}

/// The background from the fit. One thread.
__device__ inline void chooseLight(const FlattenTask& task) {
    FittedLight& light = *task.light;
    int first = 0;  // row of the fit
    light.degree = task.degree;
    light.pixels = task.fitted[task.rows];
    if (task.degree == 0) {
        light.degree = degreeSeen(task.fitted + task.rows - termsOf(degreesOfPattern), task.fitted[task.rows + 1]);
        for (int lower = 1; lower < light.degree; ++lower)
            first += termsOf(lower);
    }
    double mean = 0;
    for (int k = 0; k < termsOf(light.degree); ++k) {
        light.coefficients[k] = task.fitted[first + k];
        mean += task.means[first + k] * task.fitted[first + k];
    }
    light.level = static_cast<float>(mean);
    light.isEnough = isEnoughLight(mean, light.pixels / static_cast<double>(task.judged.area()));
    light.removal = light.degree > 0 ? LightRemoval::division : LightRemoval::none;
}

/// Grid: a block of threads for each row of the matrix, one for the sum of all, and one for that of their squares;
/// the last to be done chooses the background.
__global__ void fit(const FlattenTask task) {
    __shared__ double shared[32];
    const int blocks = task.across * task.down, line = blockIdx.x;
    const double* const row = task.matrix + static_cast<std::size_t>(line) * blocks;
    const bool isRow = line < task.rows;
    const double* const values = line <= task.rows ? task.blockSums : task.blockSquares;
    double sum = 0;
#pragma unroll 8  // so many loads on their way at once
    for (int i = threadIdx.x; i < blocks; i += threads)
        sum += isRow ? row[i] * values[i] : values[i];
    sum = overBlock(sum, shared, Plus());
    if (threadIdx.x == 0) task.fitted[line] = sum;
    if (isLastBlock(task.ticket) && threadIdx.x == 0) chooseLight(task);
}

/// Place from -1 to 1 across the image.
__device__ inline double scaled(int place, int length) {
    return length > 1 ? 2.0 * place / (length - 1) - 1 : 0;
}

/// The background, into `flat`. Grid: rows. The same float32 operations as core's.
__global__ void background(const FlattenTask task) {
    __shared__ float inX[highestDegree + 1];
    const int degree = task.light->degree, y = blockIdx.x, width = task.raw.width;
    if (degree == 0) return;
    if (threadIdx.x <= degree) {
        const int i = threadIdx.x;
        const double v = scaled(y, task.raw.height);
        double inY = 1;
        float sum = 0;
        for (int j = 0, k = 0; j <= degree; ++j, inY *= v) {
            if (i + j <= degree) sum += static_cast<float>(task.light->coefficients[k + i] * inY);
            k += degree - j + 1;
        }
        inX[i] = sum;
    }
    __syncthreads();
    const float step = width > 1 ? 2.0F / static_cast<float>(width - 1) : 0, start = width > 1 ? -1.0F : 0;
    float* const row = task.flat + static_cast<std::size_t>(y) * width;
    for (int x = threadIdx.x; x < width; x += threads) {
        const float place = start + step * static_cast<float>(x);
        float light = inX[degree];
        for (int power = degree; power-- > 0;)
            light = light * place + inX[power];
        row[x] = light;
    }
}

/// The means of two values of each pixel of the sample, in all threads of the last block to be done; `take(distance from the
/// background, light)` gives the two. Grid: contrastBlocks.
template <typename Pixel, typename Take>
__device__ inline bool haveMeans(const FlattenTask& task, double2& means, Take take) {
    __shared__ double shared[32];
    __shared__ double2 all;
    const LightContrast& sample = task.contrast;
    double2 own = {0, 0};
    for (int i = blockIdx.x * threads + threadIdx.x; i < sample.count; i += contrastBlocks * threads) {
        const int place = sample.places[i];
        const double light = task.flat[place];
        const double2 values = take(fabs(static_cast<double>(static_cast<const Pixel*>(task.raw.pixels)[place]) - light), light);
        own.x += values.x;
        own.y += values.y;
    }
    own.x = overBlock(own.x, shared, Plus());
    own.y = overBlock(own.y, shared, Plus());
    auto* const partial = reinterpret_cast<double2*>(sample.partial);
    if (threadIdx.x == 0) partial[blockIdx.x] = own;
    if (!isLastBlock(task.ticket)) return false;
    const double2 part = threadIdx.x < contrastBlocks ? partial[threadIdx.x] : double2{0, 0};
    own.x = overBlock(part.x, shared, Plus());
    own.y = overBlock(part.y, shared, Plus());
    if (threadIdx.x == 0) all = {own.x / sample.count, own.y / sample.count};
    __syncthreads();
    means = all;
    return true;
}

// core's doesLightMultiply, a pass over the sample each. Grid: contrastBlocks.

template <typename Pixel>
__global__ void findDistances(const FlattenTask task) {
    if (task.light->degree == 0) return;
    double2 means;
    const auto values = [](double distance, double light) { return double2{distance, light}; };
    if (!haveMeans<Pixel>(task, means, values) || threadIdx.x > 0) return;
    task.contrast.means[0] = means.x;
    task.contrast.means[1] = means.y;
}

template <typename Pixel>
__global__ void findDivided(const FlattenTask task) {
    if (task.light->degree == 0) return;
    double2 means;
    const double level = task.contrast.means[1];
    const auto values = [level](double distance, double light) {
        const double relative = relativeLight(light, level);
        return double2{log(relative), distance / relative};
    };
    if (!haveMeans<Pixel>(task, means, values) || threadIdx.x > 0) return;
    task.contrast.means[2] = means.x;
    task.contrast.means[3] = means.y;
}

template <typename Pixel>
__global__ void compareContrast(const FlattenTask task) {
    if (task.light->degree == 0) return;
    double2 means;
    const double distance = task.contrast.means[0], level = task.contrast.means[1], divided = task.contrast.means[3];
    const auto values = [=](double from, double light) {
        return double2{heldDistance(from / relativeLight(light, level), divided), heldDistance(from, distance)};
    };
    if (!haveMeans<Pixel>(task, means, values) || threadIdx.x > 0) return;
    if (!doesLightMultiply(exp(task.contrast.means[2]), means.x, means.y)) task.light->removal = LightRemoval::subtraction;
}

/// Takes the background in `flat` off. Grid: columns / blockDim, rows. The same float32 operations as core's.
template <typename Pixel>
__global__ void takeOff(const FlattenTask task) {
    const int x = blockIdx.x * threads + threadIdx.x, y = blockIdx.y;
    if (x >= task.raw.width) return;
    const FittedLight& fitted = *task.light;
    const auto pixel = static_cast<float>(pixelAt<Pixel>(task.raw, x, y));
    float& flat = task.flat[static_cast<std::size_t>(y) * task.raw.width + x];
    if (fitted.removal == LightRemoval::subtraction)
        flat = pixel - (flat - fitted.level);
    else if (fitted.removal == LightRemoval::division && fitted.isEnough)
        flat = pixel * (fitted.level / fmaxf(flat, static_cast<float>(leastLight) * fitted.level));
    else
        flat = pixel;
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
    addUpBlocks<Pixel><<<shares(task.across * task.down, threads / 32), threads, 0, stream>>>(task);
    fit<<<static_cast<unsigned>(task.rows + 2), threads, 0, stream>>>(task);
    background<<<static_cast<unsigned>(task.raw.height), threads, 0, stream>>>(task);
    if (task.degree == 0) {
        findDistances<Pixel><<<contrastBlocks, threads, 0, stream>>>(task);
        findDivided<Pixel><<<contrastBlocks, threads, 0, stream>>>(task);
        compareContrast<Pixel><<<contrastBlocks, threads, 0, stream>>>(task);
    }
    const dim3 grid(shares(task.raw.width, threads), static_cast<unsigned>(task.raw.height));
    takeOff<Pixel><<<grid, threads, 0, stream>>>(task);
}

}  // namespace

int lightContrastPartials() {
    return 2 * contrastBlocks;
}

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
