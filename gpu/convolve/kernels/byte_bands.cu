// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/convolve/kernels/asynchronous_copy.cuh"
#include "gpu/convolve/kernels/byte_bands.hpp"

#include <algorithm>
#include <cmath>

namespace coarsen::gpu {

namespace {

constexpr int tileAcross = 128, warps = 4;  // a warp: one row of 16 stretches of 8 answers, some rows of them
constexpr int tallFilter = 14;              // from here on 8 rows of answers and 4 of taps beat 6 and 3
constexpr int answersPerBand = 8, columnsOfStep = 32;

int rowsPerWarp(int filterHeight) {
    return filterHeight < tallFilter ? 6 : 8;
}
int tilePitch(int steps) {
    return tileAcross + columnsOfStep * steps;
}

struct BandTask {
    ByteTask image;
    const uint2* bands;
    int filterHeight, steps, bandCount, pitch;
    float scale;
};

/// sums += a b; lane (g, q) holds of a the bytes 4 q to 4 q + 3 and 4 q + 16 to 4 q + 19 of stretches g and g + 8.
__device__ __forceinline__ void multiplyAdd(int (&sums)[4], const unsigned (&a)[4], uint2 b) {
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+r"(sums[0]), "+r"(sums[1]), "+r"(sums[2]), "+r"(sums[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b.x), "r"(b.y));
}

/// Adds `tapRows` rows of taps to the warp's rows of answers.
template <int bytes, int rows, int tapRows>
__device__ __forceinline__ void addBands(int (&sums)[rows][bytes][4], const std::uint8_t* place, int pitch, const uint2* bands,
                                         int bandsOfRow) {
    uint2 band[tapRows][bytes];
#pragma unroll
    for (int j = 0; j < tapRows; ++j)
#pragma unroll
        for (int byte = 0; byte < bytes; ++byte)
            band[j][byte] = bands[j * bandsOfRow + 32 * byte];
#pragma unroll
    for (int y = 0; y < rows + tapRows - 1; ++y) {
        const unsigned* const words = reinterpret_cast<const unsigned*>(place + y * pitch);
        const unsigned pixels[4] = {words[0], words[16], words[4], words[20]};
#pragma unroll
        for (int j = 0; j < tapRows; ++j) {
            const int r = y - j;
            if (r < 0 || r >= rows) continue;
#pragma unroll
            for (int byte = 0; byte < bytes; ++byte)
                multiplyAdd(sums[r][byte], pixels, band[j][byte]);
        }
    }
}

template <int bytes, int rows, int tapRows>
__global__ void __launch_bounds__(32 * warps, 3) byteBands(const BandTask task) {
    extern __shared__ uint4 sharedBytes[];
    constexpr int threads = 32 * warps, tileDown = warps * rows;
    uint2* const bands = reinterpret_cast<uint2*>(sharedBytes);
    std::uint8_t* const tile = reinterpret_cast<std::uint8_t*>(bands + task.bandCount);
    const ByteTask& image = task.image;
    const int thread = threadIdx.x, lane = thread % 32, warp = thread / 32;
    const int x0 = blockIdx.x * tileAcross, y0 = blockIdx.y * tileDown;

    for (int i = 2 * thread; i < task.bandCount; i += 2 * threads)
        copySixteen(bands + i, task.bands + i, true);
    const int pieces = task.pitch / 16, count = pieces * (tileDown + task.filterHeight - 1);
    for (int i = thread; i < count; i += threads) {
        const int row = i / pieces, x = 16 * (i - row * pieces);
        const bool isThere = y0 + row < image.paddedHeight && x0 + x < image.paddedPitch;
        copySixteen(tile + row * task.pitch + x,
                    isThere ? image.padded + static_cast<std::size_t>(y0 + row) * image.paddedPitch + x0 + x : image.padded,
                    isThere);
    }
    waitForCopies();
    __syncthreads();

    const int stretch = lane / 4, quarter = lane % 4, bandsOfRow = 32 * bytes * task.steps;
    int sums[rows][bytes][4] = {};
    for (int step = 0; step < task.steps; ++step) {
        const std::uint8_t* place =
            tile + warp * rows * task.pitch + answersPerBand * stretch + 4 * quarter + columnsOfStep * step;
        const uint2* band = bands + 32 * bytes * step + lane;
        int j = 0;
#pragma unroll 1
        for (; j + tapRows <= task.filterHeight; j += tapRows, place += tapRows * task.pitch, band += tapRows * bandsOfRow)
            addBands<bytes, rows, tapRows>(sums, place, task.pitch, band, bandsOfRow);
#pragma unroll 1
        for (; j < task.filterHeight; ++j, place += task.pitch, band += bandsOfRow)
            addBands<bytes, rows, 1>(sums, place, task.pitch, band, bandsOfRow);
    }

#pragma unroll
    for (int r = 0; r < rows; ++r) {
        const int y = y0 + warp * rows + r;
        if (y >= image.height) continue;
        float answer[4];
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            answer[i] = static_cast<float>(sums[r][bytes - 1][i]);
#pragma unroll
            for (int byte = bytes - 2; byte >= 0; --byte)
                answer[i] = fmaf(answer[i], 256.0F, static_cast<float>(sums[r][byte][i]));
            answer[i] *= task.scale;
        }
#pragma unroll
        for (int half = 0; half < 2; ++half) {  // stretches g and g + 8
            const int x = x0 + answersPerBand * (stretch + 8 * half) + 2 * quarter;
            float* const to = image.answer + static_cast<std::size_t>(y) * image.answerPitch + x;
            if (x + 2 <= image.width && image.answerPitch % 2 == 0) {
                *reinterpret_cast<float2*>(to) = make_float2(answer[2 * half], answer[2 * half + 1]);
            } else {
                if (x < image.width) to[0] = answer[2 * half];
                if (x + 1 < image.width) to[1] = answer[2 * half + 1];
            }
        }
    }
}

template <int bytes, int rows, int tapRows>
cudaError_t launchBands(const BandTask& task, std::size_t sharedBytes, cudaStream_t stream) {
    const auto kernel = byteBands<bytes, rows, tapRows>;
    const cudaError_t status =
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(sharedBytes));
    if (status != cudaSuccess) return status;
    const dim3 blocks((task.image.width + tileAcross - 1) / tileAcross, (task.image.height + warps * rows - 1) / (warps * rows));
    kernel<<<blocks, 32 * warps, sharedBytes, stream>>>(task);
    return cudaGetLastError();
}

template <int bytes>
cudaError_t launchBands(const BandTask& task, std::size_t sharedBytes, cudaStream_t stream) {
    return task.filterHeight < tallFilter ? launchBands<bytes, 6, 3>(task, sharedBytes, stream)
                                          : launchBands<bytes, 8, 4>(task, sharedBytes, stream);
}

__global__ void toBytes(const float* pixels, int pitch, int width, int height, std::uint8_t* bytes, int bytesPitch, int* other) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    const float pixel = pixels[static_cast<std::size_t>(y) * pitch + x];
    const bool isByte = pixel >= 0 && pixel <= 255 && pixel == rintf(pixel);
    bytes[static_cast<std::size_t>(y) * bytesPitch + x] = isByte ? static_cast<std::uint8_t>(pixel) : 0;
    if (!isByte) *other = 1;
}

/// The largest whole number whose bytes, each from -128 to 127, are `bytes`.
long largestOfBytes(int bytes) {
    long largest = 0;
    for (int byte = 0; byte < bytes; ++byte)
        largest = 256 * largest + 127;
    return largest;
}

}  // namespace

BandedTaps BandedTaps::of(const float* taps, int width, int height, double tolerance) {
    const std::size_t count = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
    double most = 0, sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
        most = std::max(most, std::abs(static_cast<double>(taps[i])));
        sum += std::abs(static_cast<double>(taps[i]));
    }
    BandedTaps banded;
    banded.width = width;
    banded.height = height;
    banded.steps = (width + answersPerBand - 1 + columnsOfStep - 1) / columnsOfStep;
    std::vector<long> numbers(count);
    const auto roundTo = [&](double unit) {
        double error = 0;
        for (std::size_t i = 0; i < count; ++i) {
            numbers[i] = std::lround(taps[i] / unit);
            error += std::abs(static_cast<double>(numbers[i]) * unit - taps[i]);
        }
        banded.scale = static_cast<float>(unit);
        banded.error = sum > 0 ? error / sum : 0;
    };
    do {
        const auto largest = static_cast<double>(largestOfBytes(++banded.bytes));
        if (most <= largest) roundTo(1);  // whole numbers stay what they are
        if (most > largest || banded.error > 0) roundTo(most / largest);
    } while (banded.error > tolerance && banded.bytes < 3);

    for (int y = 0; y < height; ++y)
        for (int step = 0; step < banded.steps; ++step)
            for (int byte = 0; byte < banded.bytes; ++byte)
                for (int lane = 0; lane < 32; ++lane) {
                    unsigned words[2] = {};
                    for (int i = 0; i < 8; ++i) {
                        const int column = columnsOfStep * step + 4 * (lane % 4) + i % 4 + 16 * (i / 4), x = column - lane / 4;
                        if (x < 0 || x >= width) continue;
                        long rest = numbers[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                                            static_cast<std::size_t>(x)],
                             part = 0;
                        for (int k = 0; k <= byte; ++k) {
                            part = ((rest + 128) & 255) - 128;
                            rest = (rest - part) / 256;
                        }
                        words[i / 4] |= static_cast<unsigned>(part & 255) << (8 * (i % 4));
                    }
                    banded.values.push_back({words[0], words[1]});
                }
    return banded;
}

std::size_t byteBandsBytes(const BandedTaps& taps) {
    return sizeof(uint2) * taps.values.size() + static_cast<std::size_t>(tilePitch(taps.steps)) *
                                                    static_cast<std::size_t>(warps * rowsPerWarp(taps.height) + taps.height - 1);
}

cudaError_t runByteBands(const ByteTask& image, const BandedTaps& taps, const uint2* bands, cudaStream_t stream) {
    const BandTask task{image,     bands, taps.height, taps.steps, static_cast<int>(taps.values.size()), tilePitch(taps.steps),
                        taps.scale};
    const std::size_t bytes = byteBandsBytes(taps);
    if (taps.bytes == 1) return launchBands<1>(task, bytes, stream);
    if (taps.bytes == 2) return launchBands<2>(task, bytes, stream);
    return launchBands<3>(task, bytes, stream);
}

cudaError_t asBytes(const float* pixels, int pitch, int width, int height, std::uint8_t* bytes, int bytesPitch, int* other,
                    cudaStream_t stream) {
    const dim3 threads(32, 8), blocks((width + 31) / 32, (height + 7) / 8);
    toBytes<<<blocks, threads, 0, stream>>>(pixels, pitch, width, height, bytes, bytesPitch, other);
    return cudaGetLastError();
}

}  // namespace coarsen::gpu
