// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/correlate/kernels/float_sums.hpp"
#include "gpu/correlate/kernels/row_ring.cuh"

#include <algorithm>

namespace coarsen::gpu {

namespace {

constexpr int lagsPerThread = 16, pixelsAtOnce = 8, windowBlocks = 3;  // 8 + 16 - 1 pixels of b fit into 3 blocks of 8
constexpr int lagsPerWarp = 32 * lagsPerThread;
constexpr int blocksPerMultiprocessor = 3, leastWaves = 4, fewestRows = 8;

/// Place of position p in b's layout.
__host__ __device__ constexpr int spread(int p) {
    return p + p / 16 * 4;
}

struct Task {
    const float *coarse, *fine;
    int coarsePitch, finePitch;
    int height, maxLag;
    int segmentWidth, segments, rowsPerBlock;
    int sharedFinePitch;
    float* parts;
};

__device__ inline void read8(float (&to)[8], const float* from) {
    const float4 first = *reinterpret_cast<const float4*>(from), second = *reinterpret_cast<const float4*>(from + 4);
    to[0] = first.x, to[1] = first.y, to[2] = first.z, to[3] = first.w;
    to[4] = second.x, to[5] = second.y, to[6] = second.z, to[7] = second.w;
}

/// One row pair: 8 pixels of a times 23 of b a step; the window over b moves on by 8 and turns round after three steps.
__device__ inline void addRow(float (&sums)[lagsPerThread], const float* a, const float* b, int firstB, int width) {
    float window[windowBlocks][8];
    read8(window[0], b + spread(firstB));
    read8(window[1], b + spread(firstB + 8));
    for (int x = 0; x < width;) {
#pragma unroll
        for (int turn = 0; turn < windowBlocks; ++turn) {
            if (x >= width) break;
            read8(window[(turn + 2) % windowBlocks], b + spread(firstB + x + 16));
            float pixels[8];
            read8(pixels, a + x);
#pragma unroll
            for (int i = 0; i < pixelsAtOnce; ++i)
#pragma unroll
                for (int lag = 0; lag < lagsPerThread; ++lag)
                    sums[lag] += pixels[i] * window[(turn + (i + lag) / 8) % windowBlocks][(i + lag) % 8];
            x += pixelsAtOnce;
        }
    }
}

/// Grid: parts of the rows; groups of 8 Y0; groups of lags times segments of a row.
__global__ void __launch_bounds__(32 * warpsPerBlock, blocksPerMultiprocessor) sumsInParts(const Task task) {
    extern __shared__ __align__(16) float sharedFloats[];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int firstY0 = blockIdx.y * warpsPerBlock, Y0 = firstY0 + warp;
    const int segment = blockIdx.z % task.segments, lagGroup = blockIdx.z / task.segments;
    const int firstX = segment * task.segmentWidth, width = min(task.segmentWidth, task.coarsePitch - firstX);
    const int begin = blockIdx.x * task.rowsPerBlock, end = min(begin + task.rowsPerBlock, task.height - firstY0);

    float* const ring = sharedFloats;
    float* const fineRows = sharedFloats + ringRows * task.segmentWidth;
    const float* const coarse = task.coarse + firstX;
    const float* const fine = task.fine + spread(firstX + lagGroup * lagsPerWarp);
    const auto copyCoarse = [&](int row) {
        if (row < task.height)
            copyInBackground(ring + row % ringRows * task.segmentWidth, coarse + static_cast<std::size_t>(row) * task.coarsePitch,
                             width * static_cast<int>(sizeof(float)));
    };
    const auto copyFine = [&](int row) {
        copyInBackground(fineRows + row % 2 * task.sharedFinePitch, fine + static_cast<std::size_t>(row) * task.finePitch,
                         spread(width + lagsPerWarp + 16) * static_cast<int>(sizeof(float)));
    };
    float sums[lagsPerThread] = {};  // over rows
    if (begin < end) {
        for (int row = begin + firstY0; row < begin + firstY0 + warpsPerBlock; ++row)
            copyCoarse(row);
        copyFine(begin);
        endOfCopies();
        for (int row = begin; row < end; ++row) {  // of the fine operand
            waitForCopies();
            __syncthreads();
            if (row + 1 < end) {
                copyCoarse(row + firstY0 + warpsPerBlock);
                copyFine(row + 1);
                endOfCopies();
            }
            if (Y0 > task.maxLag || row + Y0 >= task.height) continue;
            float rowSums[lagsPerThread] = {};
            addRow(rowSums, ring + (row + Y0) % ringRows * task.segmentWidth, fineRows + row % 2 * task.sharedFinePitch,
                   lagsPerThread * lane, width);
#pragma unroll
            for (int lag = 0; lag < lagsPerThread; ++lag)
                sums[lag] += rowSums[lag];
        }
    }

    if (Y0 > task.maxLag) return;
    const int rowLength = 2 * task.maxLag + 1;
    const auto part = static_cast<std::size_t>(blockIdx.x) * task.segments + segment;
    float* const to = task.parts + (part * (task.maxLag + 1) + Y0) * rowLength + task.maxLag;
#pragma unroll
    for (int lag = 0; lag < lagsPerThread; ++lag) {
        const int X0 = task.maxLag - lagGroup * lagsPerWarp - lagsPerThread * lane - lag;
        if (X0 >= -task.maxLag) to[X0] = sums[lag];
    }
}

__global__ void addParts(const float* parts, int count, int size, double* sums) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= size) return;
    double sum = 0;
    for (int part = 0; part < count; ++part)
        sum += parts[static_cast<std::size_t>(part) * size + i];
    sums[i] = sum;
}

/// Element i of a row holds the pixel at x = i - margin; grid: elements / blockDim, rows.
__global__ void layOut(FloatPlane plane, int width, int margin, int elements, int pitch, bool isSpread, float* to) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y, x = i - margin;
    if (i >= elements) return;
    float value = 0;
    if (x >= 0 && x < width) {
        const auto place = static_cast<std::size_t>(y) * width + x;
        if (!plane.mask || plane.mask[place]) value = plane.pixels[place] - plane.meanHigh - plane.meanLow;
    }
    to[static_cast<std::size_t>(y) * pitch + (isSpread ? spread(i) : i)] = value;
}

cudaError_t layOut(const FloatSumsShape& shape, const FloatPlane& plane, int margin, int elements, int pitch, bool isSpread,
                   float* to, cudaStream_t stream) {
    constexpr unsigned threads = 256;
    const dim3 grid((static_cast<unsigned>(elements) + threads - 1) / threads, static_cast<unsigned>(shape.height));
    layOut<<<grid, threads, 0, stream>>>(plane, shape.width, margin, elements, pitch, isSpread, to);
    return cudaGetLastError();
}

/// Floats that a block needs for a segment.
int sharedFloatCount(int segmentWidth) {
    return ringRows * segmentWidth + 2 * spread(segmentWidth + lagsPerWarp + 16);
}

int blocksAtOnce(const FloatSumsShape& shape) {
    return shape.sharedBytesPerBlock > 200 * 1024 ? blocksPerMultiprocessor : 1;
}

}  // namespace

int FloatSumsShape::segmentWidth() const {
    const int room = sharedBytesPerBlock / blocksAtOnce(*this) / static_cast<int>(sizeof(float));
    int count = 1;
    const auto widthOf = [&] { return ((coarsePitch() + count - 1) / count + 15) / 16 * 16; };  // 16: where b's layout is regular
    while (sharedFloatCount(widthOf()) > room && widthOf() > 16)
        ++count;
    return widthOf();
}

int FloatSumsShape::rowsPerBlock() const {
    const int groups = (maxLag / warpsPerBlock + 1) * lagGroups() * segments();
    const int wanted = leastWaves * blocksAtOnce(*this) * multiprocessors / groups + 1;
    return std::clamp((height + wanted - 1) / wanted, std::min(fewestRows, height), height);
}

cudaError_t layOutCoarse(const FloatSumsShape& shape, const FloatPlane& plane, float* coarse, cudaStream_t stream) {
    return layOut(shape, plane, 0, shape.coarsePitch(), shape.coarsePitch(), false, coarse, stream);
}

cudaError_t layOutFine(const FloatSumsShape& shape, const FloatPlane& plane, float* fine, cudaStream_t stream) {
    return layOut(shape, plane, shape.maxLag, shape.finePitch() / 20 * 16, shape.finePitch(), true, fine, stream);
}

cudaError_t floatSums(const FloatSumsShape& shape, const float* coarse, const float* fine, float* parts, double* sums,
                      cudaStream_t stream) {
    Task task{};
    task.coarse = coarse;
    task.fine = fine;
    task.coarsePitch = shape.coarsePitch();
    task.finePitch = shape.finePitch();
    task.height = shape.height;
    task.maxLag = shape.maxLag;
    task.segmentWidth = shape.segmentWidth();
    task.segments = shape.segments();
    task.rowsPerBlock = shape.rowsPerBlock();
    task.sharedFinePitch = spread(task.segmentWidth + lagsPerWarp + 16);
    task.parts = parts;

    const auto bytes = sharedFloatCount(task.segmentWidth) * sizeof(float);
    if (const cudaError_t status =
            cudaFuncSetAttribute(sumsInParts, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes));
        status != cudaSuccess)
        return status;
    const dim3 grid(static_cast<unsigned>(shape.parts() / task.segments), static_cast<unsigned>(shape.maxLag / warpsPerBlock + 1),
                    static_cast<unsigned>(task.segments * shape.lagGroups()));
    sumsInParts<<<grid, 32 * warpsPerBlock, bytes, stream>>>(task);
    if (const cudaError_t status = cudaGetLastError(); status != cudaSuccess) return status;

    constexpr unsigned threads = 256;
    const auto size = static_cast<unsigned>(shape.sumsSize());
    addParts<<<(size + threads - 1) / threads, threads, 0, stream>>>(parts, shape.parts(), static_cast<int>(size), sums);
    return cudaGetLastError();
}

}  // namespace coarsen::gpu
