// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/convolve/kernels/transform_tiles.hpp"
#include "gpu/correlate/kernels/block_fft.cuh"

namespace coarsen::gpu {

namespace {

// A line of 128 is 16 x 8: eight threads, each with 16 values. Of the line's places n = 8 a + b thread b begins with all a;
// sixteen-point transforms over a give kA, the threads exchange, eight-point transforms over b give kB of k = kA + 16 kB, and
// thread j ends with the frequencies k = j + 8 m: the way that its places lay. Back is the mirror image.
constexpr int side = transformTileSide, threadsOfLine = 8, threads = side * threadsOfLine;
constexpr int twiddles = side;  // exp(-2 pi i b kA / 128) at [8 kA + b]

// A row's step in shared memory, so that neither a row's nor a column's threads meet in a bank: of 16 threads that read at once,
// 8 are at consecutive places of one row or column; the others are in the row 4 below, or in the column beside.
constexpr int rowPitch = side + 2;

/// Twiddles are those of the way there; back they are conjugate.
template <bool back>
__device__ __forceinline__ float2 twiddled(float2 a, float2 twiddle) {
    return a * (back ? conjugate(twiddle) : twiddle);
}
template <bool back>
__device__ __forceinline__ float2 quarterTurned(float2 a) {
    constexpr Direction direction = back ? Direction::back : Direction::forward;
    return quarterTurn<direction>(a);
}

template <bool back>
__device__ __forceinline__ void transform4(float2& a, float2& b, float2& c, float2& d) {
    const float2 even = a + c, oddEven = a - c, sum = b + d, difference = quarterTurned<back>(b - d);
    a = even + sum;
    b = oddEven + difference;
    c = even - sum;
    d = oddEven - difference;
}

/// In place; value i is then frequency frequencyOf8(i).
template <bool back>
__device__ __forceinline__ void transform8(float2 (&v)[8]) {
    constexpr float half = 0.70710678118654752F;
    constexpr float2 turns[4] = {{1, 0}, {half, -half}, {0, -1}, {-half, -half}};
#pragma unroll
    for (int b = 0; b < 4; ++b) {
        const float2 difference = v[b] - v[b + 4];
        v[b] = v[b] + v[b + 4];
        v[b + 4] = b == 0 ? difference : b == 2 ? quarterTurned<back>(difference) : twiddled<back>(difference, turns[b]);
    }
    transform4<back>(v[0], v[1], v[2], v[3]);
    transform4<back>(v[4], v[5], v[6], v[7]);
}
__device__ constexpr int frequencyOf8(int i) {
    return i / 4 + 2 * (i % 4);
}

/// In place; value i is then frequency frequencyOf16(i).
template <bool back>
__device__ __forceinline__ void transform16(float2 (&v)[16]) {
    constexpr float c1 = 0.92387953251128676F, s1 = 0.38268343236508977F, half = 0.70710678118654752F;
    constexpr float2 turns[10] = {{1, 0},     {c1, -s1},      {half, -half}, {s1, -c1}, {0, -1},
                                  {-s1, -c1}, {-half, -half}, {-c1, -s1},    {-1, 0},   {-c1, s1}};
#pragma unroll
    for (int a = 0; a < 4; ++a)
        transform4<back>(v[a], v[a + 4], v[a + 8], v[a + 12]);
#pragma unroll
    for (int k = 1; k < 4; ++k)
#pragma unroll
        for (int a = 1; a < 4; ++a)
            v[4 * k + a] = a * k == 4 ? quarterTurned<back>(v[4 * k + a]) : twiddled<back>(v[4 * k + a], turns[a * k]);
#pragma unroll
    for (int k = 0; k < 4; ++k)
        transform4<back>(v[4 * k], v[4 * k + 1], v[4 * k + 2], v[4 * k + 3]);
}
__device__ constexpr int frequencyOf16(int i) {
    return i / 4 + 4 * (i % 4);
}

/// A row or a column in shared memory and the thread's place b among its eight.
struct Line {
    float2* first;
    int step, b;

    __device__ float2& at(int i) const { return first[i * step]; }
    /// Where the threads exchange: kA's block of eight, in which b's place is turned by kA.
    __device__ float2& exchanged(int kA, int b) const { return first[8 * kA * step + (b ^ (kA & 7)) * step]; }
};

/// v[a] is place 8 a + b; then v[m] frequency b + 8 m.
__device__ __forceinline__ void transformLine(float2 (&v)[16], const Line& line, const float2* twiddle) {
    transform16<false>(v);
    __syncwarp();
#pragma unroll
    for (int i = 0; i < 16; ++i) {
        const int kA = frequencyOf16(i);
        line.exchanged(kA, line.b) = kA == 0 ? v[i] : v[i] * twiddle[8 * kA + line.b];
    }
    __syncwarp();
#pragma unroll
    for (int half = 0; half < 2; ++half) {
        float2 u[8];
#pragma unroll
        for (int from = 0; from < 8; ++from)
            u[from] = line.exchanged(line.b + 8 * half, from);
        transform8<false>(u);
#pragma unroll
        for (int i = 0; i < 8; ++i)
            v[half + 2 * frequencyOf8(i)] = u[i];
    }
    __syncwarp();
}

/// v[m] is frequency b + 8 m; then v[a] place 8 a + b, 128 times what it was.
__device__ __forceinline__ void transformLineBack(float2 (&v)[16], const Line& line, const float2* twiddle) {
    __syncwarp();
#pragma unroll
    for (int half = 0; half < 2; ++half) {
        float2 u[8];
#pragma unroll
        for (int kB = 0; kB < 8; ++kB)
            u[kB] = v[half + 2 * kB];
        transform8<true>(u);
#pragma unroll
        for (int i = 0; i < 8; ++i)
            line.exchanged(line.b + 8 * half, frequencyOf8(i)) = u[i];
    }
    __syncwarp();
    float2 w[16];
#pragma unroll
    for (int kA = 0; kA < 16; ++kA) {
        const float2 value = line.exchanged(kA, line.b);
        w[kA] = kA == 0 ? value : twiddled<true>(value, twiddle[8 * kA + line.b]);
    }
    transform16<true>(w);
#pragma unroll
    for (int i = 0; i < 16; ++i)
        v[frequencyOf16(i)] = w[i];
    __syncwarp();
}

/// A block's 128 x 128 values in shared memory, and the twiddles behind them.
struct Block {
    float2* cells;
    const float2* twiddle;

    __device__ explicit Block(float2* shared) : cells(shared), twiddle(shared + side * rowPitch) {
        if (threadIdx.x < twiddles) {
            const int product = (threadIdx.x / 8) * (threadIdx.x % 8);
            float2 turn;
            sincospif(-static_cast<float>(product) / 64, &turn.y, &turn.x);
            shared[side * rowPitch + threadIdx.x] = turn;
        }
        __syncthreads();
    }
    /// The thread's row: of a warp's four, those that read at once lie 4 apart.
    __device__ static int row() {
        const int line = threadIdx.x / threadsOfLine;
        return (line & ~5) | ((line & 1) << 2) | ((line & 4) >> 2);
    }
    __device__ static int place() { return threadIdx.x % threadsOfLine; }
    __device__ Line rowLine() const { return {cells + row() * rowPitch, 1, place()}; }
    __device__ Line columnLine() const { return {cells + threadIdx.x / threadsOfLine, rowPitch, place()}; }

    /// From places 8 a + b of the thread's row to frequencies b + 8 m of its column.
    __device__ void transform(float2 (&v)[16]) const {
        const Line row = rowLine(), column = columnLine();
        transformLine(v, row, twiddle);
#pragma unroll
        for (int m = 0; m < 16; ++m)
            row.at(row.b + 8 * m) = v[m];
        __syncthreads();
#pragma unroll
        for (int a = 0; a < 16; ++a)
            v[a] = column.at(column.b + 8 * a);
        transformLine(v, column, twiddle);
    }
    __device__ void transformBack(float2 (&v)[16]) const {
        const Line row = rowLine(), column = columnLine();
        transformLineBack(v, column, twiddle);
#pragma unroll
        for (int a = 0; a < 16; ++a)
            column.at(column.b + 8 * a) = v[a];
        __syncthreads();
#pragma unroll
        for (int m = 0; m < 16; ++m)
            v[m] = row.at(row.b + 8 * m);
        transformLineBack(v, row, twiddle);
    }
};

__global__ void __launch_bounds__(threads, 1)
    tileSpectrum(const float* taps, int filterWidth, int filterHeight, float2* spectrum) {
    extern __shared__ float2 shared[];
    const Block block(shared);
    float2 v[16];
#pragma unroll
    for (int a = 0; a < 16; ++a) {
        const int x = 8 * a + block.place(), y = block.row();
        v[a] = {x < filterWidth && y < filterHeight ? taps[y * filterWidth + x] : 0, 0};
    }
    block.transform(v);
    // A correlation needs the conjugate; the transforms there and back make 128 x 128 of 1.
    constexpr float scale = 1.0F / transformTileSize;
#pragma unroll
    for (int m = 0; m < 16; ++m)
        spectrum[m * threads + threadIdx.x] = {scale * v[m].x, -scale * v[m].y};
}

/// Where the thread's row of a tile begins, and how many of its values 8 a + b are among the first `width` places.
struct Place {
    int x, y;

    __device__ Place(int number, int across, const TransformTile& tile)
        : x(number % across * tile.width + Block::place()), y(number / across * tile.height + Block::row()) {}
    __device__ int valuesWithin(int width, int height) const { return y < height ? (width - x + 7) / 8 : 0; }
};

__global__ void __launch_bounds__(threads, 1)
    transformTiles(const FilterTask task, const TransformTile tile, int across, int down, const float2* spectrum) {
    extern __shared__ float2 shared[];
    const Block block(shared);
    const int first = 2 * blockIdx.x, second = min(first + 1, across * down - 1);
    float2 v[16];

    const auto read = [&](int number, float float2::*part) {
        const Place place(number, across, tile);
        const float* from = task.padded + static_cast<std::size_t>(place.y) * task.paddedPitch + place.x;
        const int count = place.valuesWithin(task.paddedWidth, task.paddedHeight);
#pragma unroll
        for (int a = 0; a < 16; ++a)
            v[a].*part = a < count ? __ldg(from + 8 * a) : 0;
    };
    read(first, &float2::x);
    read(second, &float2::y);

    block.transform(v);
    const float2* factors = spectrum + threadIdx.x;
#pragma unroll
    for (int m = 0; m < 16; ++m)
        v[m] = v[m] * factors[m * threads];
    block.transformBack(v);

    if (Block::row() >= tile.height) return;
    const auto write = [&](int number, float float2::*part) {
        const Place place(number, across, tile);
        float* to = task.answer + static_cast<std::size_t>(place.y) * task.answerPitch + place.x;
        const int inTile = (tile.width - Block::place() + 7) / 8;
        const int count = min(inTile, place.valuesWithin(task.width, task.height));
#pragma unroll
        for (int a = 0; a < 16; ++a)
            if (a < count) to[8 * a] = v[a].*part;
    };
    write(first, &float2::x);
    write(second, &float2::y);
}

template <typename Kernel>
cudaError_t allowShared(Kernel kernel) {
    return cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(transformTileBytes()));
}

}  // namespace

std::size_t transformTileBytes() {
    return sizeof(float2) * (side * rowPitch + twiddles);
}

cudaError_t makeTileSpectrum(const float* taps, int filterWidth, int filterHeight, float2* spectrum, cudaStream_t stream) {
    if (const cudaError_t status = allowShared(tileSpectrum)) return status;
    tileSpectrum<<<1, threads, transformTileBytes(), stream>>>(taps, filterWidth, filterHeight, spectrum);
    return cudaGetLastError();
}

cudaError_t runTransformTiles(const FilterTask& task, const TransformTile& tile, const float2* spectrum, cudaStream_t stream) {
    if (const cudaError_t status = allowShared(transformTiles)) return status;
    const int across = (task.width + tile.width - 1) / tile.width, down = (task.height + tile.height - 1) / tile.height;
    transformTiles<<<(across * down + 1) / 2, threads, transformTileBytes(), stream>>>(task, tile, across, down, spectrum);
    return cudaGetLastError();
}

}  // namespace coarsen::gpu
