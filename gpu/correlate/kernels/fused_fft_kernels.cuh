// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The three kernels of fused_fft.hpp, for transforms of length 256 k.

#include "gpu/correlate/kernels/block_fft.cuh"
#include "gpu/correlate/kernels/fused_fft.hpp"

namespace coarsen::gpu {

/// Waits until the kernel before this one in the stream has finished, where it was started early (see launch).
__device__ inline void waitForKernelBefore() {
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

/// The rows y and y + step share a transform, so that one thread of the column kernel gets both: with step = a column
/// transform's threads, element t + m step of a column comes from pair (m / 2) step + t.
struct RowPairs {
    int step, count;
    __device__ int firstRow(int pair) const { return pair / step * 2 * step + pair % step; }
};

/// Spectra of row pairs, not yet taken apart: frequency f stands in `plus`, frequency length - f in `minus`, four f of a pair
/// side by side (a sector of 32 bytes), then the next pair.
struct PairSpectra {
    float2* plus;
    std::size_t minusOffset;
    int pairs;
    __device__ float2& at(bool isMinus, int f, int pair) const {
        const auto place = (static_cast<std::size_t>(f >> 2) * pairs + pair) * 4 + (f & 3);
        return plus[place + (isMinus ? minusOffset : 0)];
    }
};

struct RowsTask {
    DevicePlanes planes;
    int width, height, channels;
    RowPairs pairs;
    float2* spectra;
    std::size_t spectrumSize, minusOffset;  ///< of one plane
    const float2* twiddles;
};

template <typename Pixel>
__device__ inline void readRowPair(const RowsTask& task, int plane, int t, int threads, int y0, float2 (&x)[16]) {
    const auto planeSize = static_cast<std::size_t>(task.width) * task.height;
    const auto* pixels = static_cast<const Pixel*>(task.planes.pixels) + plane * planeSize;
    const std::uint8_t* mask = task.planes.masks ? task.planes.masks + plane / task.channels * planeSize : nullptr;
    const float2 mean = __ldg(&task.planes.means[plane]);
    const int y1 = y0 + task.pairs.step;
    const auto isInside = [&](int column, int y) { return column < task.width && y < task.height; };
    const auto place = [&](int column, int y) { return static_cast<std::size_t>(y) * task.width + column; };
    // The mask first, a bit a pixel: then all of its bytes, and after them all pixels, are on their way at once.
    unsigned valid[2] = {0xffff, 0xffff};
    if (mask) {
        valid[0] = valid[1] = 0;
#pragma unroll
        for (int m = 0; m < 16; ++m) {
            const int column = t + m * threads;
            valid[0] |= (isInside(column, y0) && mask[place(column, y0)] ? 1U : 0U) << m;
            valid[1] |= (isInside(column, y1) && mask[place(column, y1)] ? 1U : 0U) << m;
        }
    }
    const auto value = [&](int m, int y, unsigned bits) {
        const int column = t + m * threads;
        if (!isInside(column, y)) return 0.0F;
        const float pixel = static_cast<float>(pixels[place(column, y)]);
        return bits >> m & 1U ? pixel - mean.x - mean.y : 0.0F;
    };
#pragma unroll
    for (int m = 0; m < 16; ++m)
        x[m] = {value(m, y0, valid[0]), value(m, y1, valid[1])};
}

/// Block: 16 k threads for each of blockDim.y row pairs; grid: pairs, planes.
template <int k, int pairsAtOnce>
__global__ void __launch_bounds__(16 * k * pairsAtOnce) transformRows(const RowsTask task) {
    using Fft = BlockFft<k, 1>;
    extern __shared__ float2 shared[];
    const int t = threadIdx.x, plane = blockIdx.y;
    const int pair = blockIdx.x * pairsAtOnce + threadIdx.y;
    const bool isThere = pair < task.pairs.count;
    const Fft fft{shared + threadIdx.y * Fft::exchangeSize, task.twiddles, t, 0};

    const int y0 = isThere ? task.pairs.firstRow(pair) : task.height;
    float2 x[16];
    switch (task.planes.format) {
        case PixelFormat::u8:
            readRowPair<std::uint8_t>(task, plane, t, Fft::threads, y0, x);
            break;
        case PixelFormat::u16:
            readRowPair<std::uint16_t>(task, plane, t, Fft::threads, y0, x);
            break;
        case PixelFormat::f32:
            readRowPair<float>(task, plane, t, Fft::threads, y0, x);
            break;
    }
    float2 spectrum[Fft::rounds][k];
    fft.forward(x, spectrum);
    if (!isThere) return;

    const PairSpectra spectra{task.spectra + plane * task.spectrumSize, task.minusOffset, task.pairs.count};
    constexpr int half = Fft::length / 2;
#pragma unroll
    for (int i = 0; i < Fft::rounds; ++i) {
        if (!fft.holds(i)) continue;
#pragma unroll
        for (int p = 0; p < k; ++p) {
            const int f = t + i * Fft::threads + 256 * p;
            if (f <= half) spectra.at(false, f, pair) = spectrum[i][p];
            if (f >= half || f == 0) spectra.at(true, f == 0 ? 0 : Fft::length - f, pair) = spectrum[i][p];
        }
    }
}

struct ColumnsTask {
    const float2* spectra;
    std::size_t spectrumSize, minusOffset;  ///< of one plane
    int channels, pairs, columns, maxLag;
    float2* products;
    std::size_t productSize;  ///< of one frame
    int productPitch;
    const float2* twiddles;
    bool isEarly;  ///< see launch
};

/// Column f of a plane, twice its value: the two rows of each pair taken apart.
template <int k>
__device__ inline void readColumn(const ColumnsTask& task, int plane, int f, int t, float2 (&x)[16]) {
    const PairSpectra spectra{const_cast<float2*>(task.spectra) + plane * task.spectrumSize, task.minusOffset, task.pairs};
#pragma unroll
    for (int m = 0; m < 16; m += 2) {
        const int pair = m / 2 * 16 * k + t;
        float2 plus = {0, 0}, minus = {0, 0};
        if (pair < task.pairs && f < task.columns) {
            plus = spectra.at(false, f, pair);
            minus = spectra.at(true, f, pair);
        }
        x[m] = {plus.x + minus.x, plus.y - minus.y};
        x[m + 1] = {plus.y + minus.y, minus.x - plus.x};
    }
}

/// Two columns' power spectra are real and share the way back as one complex spectrum.
/// Block: 16 k threads for each of `lanes` pairs of columns, interleaved; grid: pairs of columns / lanes, frames.
template <int k, int lanes>
__global__ void __launch_bounds__(16 * k * lanes) correlateColumnsWithThemselves(const ColumnsTask task) {
    using Fft = BlockFft<k, lanes>;
    extern __shared__ float2 shared[];
    const int lane = threadIdx.x % lanes, t = threadIdx.x / lanes, frame = blockIdx.y;
    const int fA = blockIdx.x * 2 * lanes + lane, fB = fA + lanes;
    const Fft fft{shared, task.twiddles, t, lane};

    float2 powers[Fft::rounds][k];  // A's in x, B's in y
#pragma unroll
    for (int i = 0; i < Fft::rounds; ++i)
#pragma unroll
        for (int p = 0; p < k; ++p)
            powers[i][p] = {0, 0};
    waitForKernelBefore();
    float2 x[16];
#pragma unroll 1
    for (int half = 0; half < 2; ++half) {
#pragma unroll 1
        for (int channel = 0; channel < task.channels; ++channel) {
            readColumn<k>(task, frame * task.channels + channel, half ? fB : fA, t, x);
            float2 spectrum[Fft::rounds][k];
            fft.forward(x, spectrum);
#pragma unroll
            for (int i = 0; i < Fft::rounds; ++i)
#pragma unroll
                for (int p = 0; p < k; ++p) {
                    const float2 value = spectrum[i][p];
                    const float power = value.x * value.x + value.y * value.y;
                    half ? powers[i][p].y += power : powers[i][p].x += power;
                }
        }
    }
    fft.back(powers, x);

    // x = A + iB with A(-n) = conj A(n), B likewise: each needs the element at -n, which another thread holds.
    __syncthreads();
#pragma unroll
    for (int m = 0; m < 16; ++m) {
        const int n = t + m * Fft::threads;
        if (n <= task.maxLag || n >= Fft::length - task.maxLag) fft.at(n) = x[m];
    }
    __syncthreads();
    float2* const products = task.products + frame * task.productSize;
    for (int Y0 = t; Y0 <= task.maxLag; Y0 += Fft::threads) {
        const float2 plus = fft.at(Y0), minus = fft.at(Y0 == 0 ? 0 : Fft::length - Y0);
        float2* const row = products + static_cast<std::size_t>(Y0) * task.productPitch;
        if (fA < task.columns) row[fA] = {plus.x + minus.x, plus.y - minus.y};
        if (fB < task.columns) row[fB] = {plus.y + minus.y, minus.x - plus.x};
    }
}

/// Block: 16 k threads for each of `lanes` columns, interleaved; grid: columns / lanes, frames.
template <int k, int lanes>
__global__ void __launch_bounds__(16 * k * lanes) correlateColumnsOfTwo(const ColumnsTask task) {
    using Fft = BlockFft<k, lanes>;
    extern __shared__ float2 shared[];
    const int lane = threadIdx.x % lanes, t = threadIdx.x / lanes, frame = blockIdx.y;
    const int f = blockIdx.x * lanes + lane;
    const Fft fft{shared, task.twiddles, t, lane};

    float2 products[Fft::rounds][k];
#pragma unroll
    for (int i = 0; i < Fft::rounds; ++i)
#pragma unroll
        for (int p = 0; p < k; ++p)
            products[i][p] = {0, 0};
    waitForKernelBefore();
    float2 x[16];
#pragma unroll 1
    for (int channel = 0; channel < task.channels; ++channel) {
        float2 first[Fft::rounds][k], second[Fft::rounds][k];
        readColumn<k>(task, frame * 2 * task.channels + channel, f, t, x);
        fft.forward(x, first);
        readColumn<k>(task, frame * 2 * task.channels + task.channels + channel, f, t, x);
        fft.forward(x, second);
#pragma unroll
        for (int i = 0; i < Fft::rounds; ++i)
#pragma unroll
            for (int p = 0; p < k; ++p)
                products[i][p] = products[i][p] + first[i][p] * conjugate(second[i][p]);
    }
    fft.back(products, x);

    if (f >= task.columns) return;
    float2* const to = task.products + frame * task.productSize + f;
#pragma unroll
    for (int m = 0; m < 16; ++m) {
        const int n = t + m * Fft::threads;
        if (n <= task.maxLag) to[static_cast<std::size_t>(task.maxLag + n) * task.productPitch] = x[m];
        if (n >= Fft::length - task.maxLag)
            to[static_cast<std::size_t>(task.maxLag + n - Fft::length) * task.productPitch] = x[m];
    }
}

struct AnswersTask {
    const float2* products;
    std::size_t productSize;  ///< of one frame
    int productPitch, rows, maxLag;
    float* answers;
    std::size_t answerSize;  ///< of one frame
    float scale;
    const float2* twiddles;
};

/// Two rows of real answers share a complex transform. Block: 16 k threads for each row pair; grid: row pairs, frames.
template <int k, int pairsAtOnce>
__global__ void __launch_bounds__(16 * k * pairsAtOnce) transformRowsBack(const AnswersTask task) {
    using Fft = BlockFft<k, 1>;
    extern __shared__ float2 shared[];
    const int t = threadIdx.x, frame = blockIdx.y;
    const int first = 2 * (blockIdx.x * pairsAtOnce + threadIdx.y);
    const Fft fft{shared + threadIdx.y * Fft::exchangeSize, task.twiddles, t, 0};
    const bool hasFirst = first < task.rows, hasSecond = first + 1 < task.rows;

    const float2* const products = task.products + frame * task.productSize + static_cast<std::size_t>(first) * task.productPitch;
    constexpr int half = Fft::length / 2;
    float2 spectrum[Fft::rounds][k];
#pragma unroll
    for (int i = 0; i < Fft::rounds; ++i) {
        if (!fft.holds(i)) continue;
#pragma unroll
        for (int p = 0; p < k; ++p) {
            const int f = t + i * Fft::threads + 256 * p, column = f <= half ? f : Fft::length - f;
            float2 a = {0, 0}, b = {0, 0};
            if (hasFirst) a = products[column];
            if (hasSecond) b = products[task.productPitch + column];
            if (f > half) {
                a.y = -a.y;
                b.y = -b.y;
            }
            spectrum[i][p] = {a.x - b.y, a.y + b.x};
        }
    }
    float2 x[16];
    fft.back(spectrum, x);
    if (!hasFirst) return;

    const int rowLength = 2 * task.maxLag + 1;
    float* const row = task.answers + frame * task.answerSize + static_cast<std::size_t>(first) * rowLength + task.maxLag;
#pragma unroll
    for (int m = 0; m < 16; ++m) {
        const int n = t + m * Fft::threads;
        if (n > task.maxLag && n < Fft::length - task.maxLag) continue;
        const int X0 = n <= task.maxLag ? n : n - Fft::length;
        row[X0] = x[m].x * task.scale;
        if (hasSecond) row[rowLength + X0] = x[m].y * task.scale;
    }
}

/// The kernels of one length, to be started from any other file.
struct FusedFftLength {
    int k;
    cudaError_t (*rows)(const RowsTask&, int planes, cudaStream_t);
    cudaError_t (*columnsWithThemselves)(const ColumnsTask&, int frames, cudaStream_t);
    cudaError_t (*columnsOfTwo)(const ColumnsTask&, int frames, cudaStream_t);
    cudaError_t (*answers)(const AnswersTask&, int frames, cudaStream_t);
};

/// Starts a kernel; `isEarly`: its blocks take their places while the last ones of the kernel before still run, and wait there.
/// That hides a kernel's start where one frame is all there is to do (it is of use before the columns alone). More shared memory
/// than the usual 48 kB has to be asked for, and asking again costs nothing much.
template <typename Kernel, typename Task>
cudaError_t launch(Kernel* kernel, dim3 grid, dim3 block, std::size_t sharedBytes, const Task& task, cudaStream_t stream,
                   bool isEarly = false) {
    if (sharedBytes > 48 * 1024) {
        const cudaError_t status =
            cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(sharedBytes));
        if (status != cudaSuccess) return status;
    }
    cudaLaunchAttribute early{};
    early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = grid;
    config.blockDim = block;
    config.dynamicSmemBytes = sharedBytes;
    config.stream = stream;
    config.attrs = &early;
    config.numAttrs = isEarly ? 1 : 0;
    return cudaLaunchKernelEx(&config, kernel, task);
}

inline unsigned shares(int count, int each) {
    return static_cast<unsigned>((count + each - 1) / each);
}

template <int k>
FusedFftLength fusedFftLength() {
    static constexpr int pairsAtOnce = k >= 6 ? 1 : 4;
    static constexpr int lanes = k <= 8 ? 4 : 2;
    static constexpr unsigned threads = 16 * k;
    FusedFftLength length{};
    length.k = k;
    length.rows = [](const RowsTask& task, int planes, cudaStream_t stream) {
        return launch(transformRows<k, pairsAtOnce>, dim3(shares(task.pairs.count, pairsAtOnce), static_cast<unsigned>(planes)),
                      dim3(threads, pairsAtOnce), BlockFft<k, 1>::exchangeSize * pairsAtOnce * sizeof(float2), task, stream);
    };
    length.columnsWithThemselves = [](const ColumnsTask& task, int frames, cudaStream_t stream) {
        return launch(correlateColumnsWithThemselves<k, lanes>,
                      dim3(shares(task.columns, 2 * lanes), static_cast<unsigned>(frames)), dim3(threads * lanes),
                      BlockFft<k, lanes>::exchangeSize * sizeof(float2), task, stream, task.isEarly);
    };
    length.columnsOfTwo = [](const ColumnsTask& task, int frames, cudaStream_t stream) {
        return launch(correlateColumnsOfTwo<k, lanes>, dim3(shares(task.columns, lanes), static_cast<unsigned>(frames)),
                      dim3(threads * lanes), BlockFft<k, lanes>::exchangeSize * sizeof(float2), task, stream, task.isEarly);
    };
    length.answers = [](const AnswersTask& task, int frames, cudaStream_t stream) {
        return launch(transformRowsBack<k, pairsAtOnce>, dim3(shares(task.rows, 2 * pairsAtOnce), static_cast<unsigned>(frames)),
                      dim3(threads, pairsAtOnce), BlockFft<k, 1>::exchangeSize * pairsAtOnce * sizeof(float2), task, stream);
    };
    return length;
}

FusedFftLength fusedFftShort(int k);   ///< k = 1 to 5; fused_fft_short.cu
FusedFftLength fusedFftMiddle(int k);  ///< k = 6 to 9; fused_fft_middle.cu
FusedFftLength fusedFftLong(int k);    ///< k = 10, 12, 14, 16; fused_fft_long.cu

}  // namespace coarsen::gpu
