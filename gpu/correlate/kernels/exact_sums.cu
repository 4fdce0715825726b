// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/correlate/kernels/exact_sums.hpp"
#include "gpu/correlate/kernels/row_ring.cuh"

#include <algorithm>

namespace coarsen::gpu {

namespace {

constexpr int tilesAtOnce = 4;                              // 512 lags in a warp's registers
constexpr int leftMargin = 8;                               // u starts at -8: fine shifts reach 7 pixels back
constexpr int mostPixels = 0xffffffffU / (255U * 255U);     // before a 32-bit sum of products may overflow
constexpr int blocksPerMultiprocessor = 3, leastWaves = 5;  // enough blocks that the last wave costs little

struct Task {
    const std::uint8_t *coarse, *fine;
    int coarsePitch, finePitch;
    int height, maxLag, firstLag, steps;
    int segmentSteps, segments, rowsPerBlock;
    int sharedFinePitch, sharedCoarsePitch;
    int shift;
    unsigned long long* sums;
};

__device__ inline void multiplyAdd(std::uint32_t (&c)[4], std::uint32_t a0, std::uint32_t a1, std::uint32_t a2, std::uint32_t a3,
                                   std::uint32_t b0, std::uint32_t b1) {
    asm("mma.sync.aligned.m16n8k32.row.col.s32.u8.u8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
        : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3])
        : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
}

/// One row pair: `steps` steps of 32 pixels, from words that are already this thread's own. The coarse operand slides by 8 words
/// a step; every other step it lies 16 words on, so two windows (even and odd steps) lose their first pair and gain one at the
/// end.
template <int tiles>
__device__ inline void addRow(std::uint32_t (&sums)[tiles][4], const std::uint32_t* coarse, const std::uint32_t* fine,
                              int steps) {
    constexpr int pairs = 2 * tiles;
    std::uint32_t window[2][pairs][2];
#pragma unroll
    for (int parity = 0; parity < 2; ++parity)
#pragma unroll
        for (int pair = 0; pair < pairs; ++pair) {
            window[parity][pair][0] = coarse[8 * parity + 16 * pair];
            window[parity][pair][1] = coarse[8 * parity + 16 * pair + 4];
        }
    for (int step = 0; step < steps;) {
#pragma unroll
        for (int turn = 0; turn < 2 * pairs; ++turn) {  // after as many turns the windows stand as before
            if (step >= steps) break;
            auto& pairsNow = window[turn & 1];
            const int head = turn >> 1;
            const std::uint32_t b0 = fine[8 * step], b1 = fine[8 * step + 4];
#pragma unroll
            for (int tile = 0; tile < tiles; ++tile) {
                auto& upper = pairsNow[(head + 2 * tile) % pairs];
                auto& lower = pairsNow[(head + 2 * tile + 1) % pairs];
                multiplyAdd(sums[tile], upper[0], lower[0], upper[1], lower[1], b0, b1);
            }
            pairsNow[head][0] = coarse[8 * step + 16 * pairs];
            pairsNow[head][1] = coarse[8 * step + 16 * pairs + 4];
            ++step;
        }
    }
}

/// Grid: parts of the rows; groups of 8 Y0; groups of lags times segments of a row.
template <int tiles>
__global__ void __launch_bounds__(32 * warpsPerBlock) exactSums(const Task task, int firstTile) {
    extern __shared__ __align__(16) std::uint8_t shared[];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, group = lane / 4, inGroup = lane % 4;
    const int firstY0 = blockIdx.y * warpsPerBlock, Y0 = firstY0 + warp;
    const int firstStep = blockIdx.z * task.segmentSteps, steps = min(task.segmentSteps, task.steps - firstStep);
    const int begin = blockIdx.x * task.rowsPerBlock, end = min(begin + task.rowsPerBlock, task.height - firstY0);
    if (begin >= end) return;

    std::uint8_t* const ring = shared;
    std::uint8_t* const fineRows = shared + ringRows * task.sharedCoarsePitch;
    const std::uint8_t* const coarse = task.coarse + 32 * firstStep + 128 * firstTile;
    const std::uint8_t* const fine = task.fine + 32 * firstStep;
    const int coarseBytes = 32 * steps + 128 * tiles + 160, fineBytes = 32 * steps + 16;
    const auto copyCoarse = [&](int row) {
        if (row < task.height)
            copyInBackground(ring + row % ringRows * task.sharedCoarsePitch,
                             coarse + static_cast<std::size_t>(row) * task.coarsePitch, coarseBytes);
    };
    const auto copyFine = [&](int row) {
        for (int copy = 0; copy < 4; ++copy)
            copyInBackground(fineRows + (row % 2 * 4 + copy) * task.sharedFinePitch,
                             fine + (static_cast<std::size_t>(row) * 4 + copy) * task.finePitch, fineBytes);
    };
    for (int row = begin + firstY0; row < begin + firstY0 + warpsPerBlock; ++row)
        copyCoarse(row);
    copyFine(begin);
    endOfCopies();

    std::uint32_t sums[tiles][4] = {};
    for (int row = begin; row < end; ++row) {  // of the fine operand
        waitForCopies();
        __syncthreads();
        if (row + 1 < end) {
            copyCoarse(row + 1 + firstY0 + warpsPerBlock - 1);
            copyFine(row + 1);
            endOfCopies();
        }
        if (Y0 > task.maxLag || row + Y0 >= task.height) continue;
        const auto* coarseWords =
            reinterpret_cast<const std::uint32_t*>(ring + (row + Y0) % ringRows * task.sharedCoarsePitch) + inGroup + 2 * group;
        const auto* fineWords =
            reinterpret_cast<const std::uint32_t*>(fineRows + (row % 2 * 4 + group % 4) * task.sharedFinePitch) + inGroup +
            group / 4;
        addRow<tiles>(sums, coarseWords, fineWords, steps);
    }

    if (Y0 > task.maxLag) return;
#pragma unroll
    for (int tile = 0; tile < tiles; ++tile)
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            const int m = 16 * (firstTile + tile) + group + (i >= 2 ? 8 : 0), n = 2 * inGroup + i % 2;
            const int X0 = task.firstLag + 8 * m - n;
            if (X0 < -task.maxLag || X0 > task.maxLag) continue;
            const auto place = static_cast<std::size_t>(Y0) * (2 * task.maxLag + 1) + (X0 + task.maxLag);
            atomicAdd(&task.sums[place], static_cast<unsigned long long>(sums[tile][i]) << task.shift);
        }
}

__device__ inline std::uint8_t byteAt(const BytePlane& plane, int width, int x, int y) {
    if (x < 0 || x >= width) return 0;
    const auto place = static_cast<std::size_t>(y) * width + x;
    if (plane.mask && !plane.mask[place]) return 0;
    if (plane.part == BytePart::one) return 1;
    if (!plane.isWord) return static_cast<const std::uint8_t*>(plane.pixels)[place];
    const std::uint16_t word = static_cast<const std::uint16_t*>(plane.pixels)[place];
    return static_cast<std::uint8_t>(plane.part == BytePart::low ? word & 255 : word >> 8);
}

/// Row after row: element i holds the pixel at x = i + first (+ the copy's number). Grid: elements / blockDim, rows, copies.
__global__ void layOut(BytePlane plane, int width, int first, int pitch, std::uint8_t* to) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y, copy = blockIdx.z;
    if (i >= pitch) return;
    to[(static_cast<std::size_t>(y) * gridDim.z + copy) * pitch + i] = byteAt(plane, width, i + first + copy, y);
}

cudaError_t layOut(const ExactSumsShape& shape, const BytePlane& plane, int first, int pitch, unsigned copies, std::uint8_t* to,
                   cudaStream_t stream) {
    constexpr unsigned threads = 256;
    const dim3 grid((static_cast<unsigned>(pitch) + threads - 1) / threads, static_cast<unsigned>(shape.height), copies);
    layOut<<<grid, threads, 0, stream>>>(plane, shape.width, first, pitch, to);
    return cudaGetLastError();
}

int sharedCoarsePitch(int steps, int tiles) {
    return 32 * steps + 128 * tiles + 160;
}

/// Four copies a bank's quarter apart: their words never meet in a bank.
int sharedFinePitch(int steps) {
    return (32 * steps + 16 + 127) / 128 * 128 + 32;
}

std::size_t sharedBytes(int steps, int tiles) {
    return static_cast<std::size_t>(ringRows) * sharedCoarsePitch(steps, tiles) +
           8 * static_cast<std::size_t>(sharedFinePitch(steps));
}

template <int tiles>
cudaError_t start(const ExactSumsShape& shape, Task task, int firstTile, cudaStream_t stream) {
    // A segment of the row must fit twice or thrice into a multiprocessor's shared memory, and leave room for several rows' sums.
    const int atOnce = shape.sharedBytesPerBlock > 200 * 1024 ? blocksPerMultiprocessor : 1;
    task.segments = 1;
    while (sharedBytes((task.steps + task.segments - 1) / task.segments, tiles) >
               static_cast<std::size_t>(shape.sharedBytesPerBlock / atOnce) ||
           32 * ((task.steps + task.segments - 1) / task.segments) > mostPixels / 8) {
        if (task.segments >= task.steps) return cudaErrorInvalidConfiguration;  // not even one step fits
        ++task.segments;
    }
    task.segmentSteps = (task.steps + task.segments - 1) / task.segments;
    task.sharedCoarsePitch = sharedCoarsePitch(task.segmentSteps, tiles);
    task.sharedFinePitch = sharedFinePitch(task.segmentSteps);

    const int lagGroups = shape.maxLag / warpsPerBlock + 1;
    const int wanted = leastWaves * atOnce * shape.multiprocessors / (lagGroups * task.segments) + 1;
    task.rowsPerBlock =
        std::clamp((shape.height + wanted - 1) / wanted, std::min(8, shape.height), mostPixels / (32 * task.segmentSteps));

    const std::size_t bytes = sharedBytes(task.segmentSteps, tiles);
    if (const cudaError_t status =
            cudaFuncSetAttribute(exactSums<tiles>, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes));
        status != cudaSuccess)
        return status;
    const dim3 grid(static_cast<unsigned>((shape.height + task.rowsPerBlock - 1) / task.rowsPerBlock),
                    static_cast<unsigned>(lagGroups), static_cast<unsigned>(task.segments));
    exactSums<tiles><<<grid, 32 * warpsPerBlock, bytes, stream>>>(task, firstTile);
    return cudaGetLastError();
}

}  // namespace

int ExactSumsShape::firstLag() const {
    const int highest = 7 - maxLag;  // so that n = 7 reaches -R
    return highest >= 0 ? highest / 4 * 4 : -((-highest + 3) / 4 * 4);
}

int ExactSumsShape::tiles() const {
    const int shifts = (maxLag - firstLag() + 7) / 8 + 1;
    return (shifts + 15) / 16;
}

cudaError_t layOutCoarse(const ExactSumsShape& shape, const BytePlane& plane, std::uint8_t* coarse, cudaStream_t stream) {
    return layOut(shape, plane, shape.firstLag() - leftMargin, shape.coarsePitch(), 1, coarse, stream);
}

cudaError_t layOutFine(const ExactSumsShape& shape, const BytePlane& plane, std::uint8_t* fine, cudaStream_t stream) {
    return layOut(shape, plane, -leftMargin, shape.finePitch(), 4, fine, stream);
}

cudaError_t addExactSums(const ExactSumsShape& shape, const std::uint8_t* coarse, const std::uint8_t* fine, int shift,
                         unsigned long long* sums, cudaStream_t stream) {
    Task task{};
    task.coarse = coarse;
    task.fine = fine;
    task.coarsePitch = shape.coarsePitch();
    task.finePitch = shape.finePitch();
    task.height = shape.height;
    task.maxLag = shape.maxLag;
    task.firstLag = shape.firstLag();
    task.steps = shape.steps();
    task.shift = shift;
    task.sums = sums;
    for (int tile = 0; tile < shape.tiles(); tile += tilesAtOnce) {
        cudaError_t status = cudaSuccess;
        switch (std::min(tilesAtOnce, shape.tiles() - tile)) {
            case 1:
                status = start<1>(shape, task, tile, stream);
                break;
            case 2:
                status = start<2>(shape, task, tile, stream);
                break;
            case 3:
                status = start<3>(shape, task, tile, stream);
                break;
            default:
                status = start<4>(shape, task, tile, stream);
        }
        if (status != cudaSuccess) return status;
    }
    return cudaSuccess;
}

}  // namespace coarsen::gpu
