// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Discrete Fourier transforms in registers, and of 256 k complex numbers by 16 k threads of a block: passes of radix 16, 16 and k
// (Cooley and Tukey 1965), with two exchanges through shared memory between them.

#include <cuda_runtime.h>

namespace coarsen::gpu {

/// The direction is the exponent's sign: exp(-2 pi i n f / N) forward, exp(+...) back. Nothing is divided by N.
enum class Direction { forward, back };

__device__ inline float2 operator+(float2 a, float2 b) {
    return {a.x + b.x, a.y + b.y};
}
__device__ inline float2 operator-(float2 a, float2 b) {
    return {a.x - b.x, a.y - b.y};
}
__device__ inline float2 operator*(float2 a, float2 b) {
    return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
}
__device__ inline float2 conjugate(float2 a) {
    return {a.x, -a.y};
}

/// a times -i (forward) or +i (back).
template <Direction direction>
__device__ inline float2 quarterTurn(float2 a) {
    return direction == Direction::forward ? float2{a.y, -a.x} : float2{-a.y, a.x};
}

/// exp(2 pi i m / size), known to the compiler.
template <int size>
struct Roots {
    float cosine[size] = {}, sine[size] = {};

    __host__ __device__ constexpr Roots() {
        for (int m = 0; m < size; ++m) {
            const double angle = 6.283185307179586476925 * m / size;
            double c = 0, s = 0, term = 1;  // the exponential series, real and imaginary terms in turn
            for (int n = 1; n < 60; n += 2) {
                c += n % 4 == 1 ? term : -term;
                term *= angle / n;
                s += n % 4 == 1 ? term : -term;
                term *= angle / (n + 1);
            }
            cosine[m] = static_cast<float>(c);
            sine[m] = static_cast<float>(s);
        }
    }
};

/// a times exp(-+2 pi i m / size); m is known after unrolling, and so the simple turns cost nothing.
template <int size, Direction direction>
__device__ inline float2 turned(float2 a, int m) {
    constexpr Roots<size> roots;
    m %= size;
    if (m == 0) return a;
    if (2 * m == size) return {-a.x, -a.y};
    if (4 * m == size) return quarterTurn<direction>(a);
    if (4 * m == 3 * size) return quarterTurn < direction == Direction::forward ? Direction::back : Direction::forward > (a);
    const float c = roots.cosine[m], s = direction == Direction::forward ? -roots.sine[m] : roots.sine[m];
    return {a.x * c - a.y * s, a.x * s + a.y * c};
}

__host__ __device__ constexpr int firstFactor(int size) {
    if (size % 4 == 0) return 4;
    int factor = 2;
    while (factor < size && size % factor != 0)
        ++factor;
    return factor;
}

/// The transform of `size` numbers in registers, in natural order.
template <int size, Direction direction>
__device__ inline void transformInRegisters(float2 (&x)[size]) {
    if constexpr (size == 2) {
        const float2 difference = x[0] - x[1];
        x[0] = x[0] + x[1];
        x[1] = difference;
    } else if constexpr (size == 4) {
        const float2 even = x[0] + x[2], evenLess = x[0] - x[2], odd = x[1] + x[3];
        const float2 oddLess = quarterTurn<direction>(x[1] - x[3]);
        x[0] = even + odd;
        x[1] = evenLess + oddLess;
        x[2] = even - odd;
        x[3] = evenLess - oddLess;
    } else if constexpr (size > 1 && firstFactor(size) == size) {  // an odd prime: pairs m and size - m share their products
        constexpr int half = size / 2;
        constexpr Roots<size> roots;
        float2 sum[half], difference[half], answer[size];
        answer[0] = x[0];
#pragma unroll
        for (int m = 0; m < half; ++m) {
            sum[m] = x[m + 1] + x[size - 1 - m];
            difference[m] = quarterTurn<direction>(x[m + 1] - x[size - 1 - m]);
            answer[0] = answer[0] + sum[m];
        }
#pragma unroll
        for (int f = 1; f <= half; ++f) {
            float2 even = x[0], odd = {0, 0};
#pragma unroll
            for (int m = 0; m < half; ++m) {
                const float c = roots.cosine[f * (m + 1) % size], s = roots.sine[f * (m + 1) % size];
                even.x += c * sum[m].x;
                even.y += c * sum[m].y;
                odd.x += s * difference[m].x;
                odd.y += s * difference[m].y;
            }
            answer[f] = even + odd;
            answer[size - f] = even - odd;
        }
#pragma unroll
        for (int f = 0; f < size; ++f)
            x[f] = answer[f];
    } else if constexpr (size > 1) {
        constexpr int outer = firstFactor(size), inner = size / outer;
        float2 lines[outer][inner];
#pragma unroll
        for (int n = 0; n < inner; ++n) {
            float2 line[outer];
#pragma unroll
            for (int m = 0; m < outer; ++m)
                line[m] = x[inner * m + n];
            transformInRegisters<outer, direction>(line);
#pragma unroll
            for (int f = 0; f < outer; ++f)
                lines[f][n] = turned<size, direction>(line[f], n * f);
        }
#pragma unroll
        for (int f = 0; f < outer; ++f) {
            transformInRegisters<inner, direction>(lines[f]);
#pragma unroll
            for (int n = 0; n < inner; ++n)
                x[f + outer * n] = lines[f][n];
        }
    }
}

/// A transform of length 256 k by 16 k threads; `lanes` of them interleave in one block. Thread t of a transform holds
/// - in space: elements t + m 16 k, m = 0..15;
/// - in frequency: round i = 0..rounds-1, frequencies b + 256 p, p = 0..k-1, where b = t + i 16 k is below 256.
template <int k, int lanes>
struct BlockFft {
    static constexpr int length = 256 * k, threads = 16 * k;
    static constexpr int rounds = (16 + k - 1) / k;
    static constexpr bool isLastRoundFull = 16 % k == 0;
    // The pitches keep a half-warp's accesses in different banks, or nearly.
    static constexpr int firstPitch = 17 * k, secondPitch = 256 + (k >= 16 ? 1 : 16 / k);
    static constexpr int exchangeSize = (16 * firstPitch > k * secondPitch ? 16 * firstPitch : k * secondPitch) * lanes;
    /// The twiddle factors: exp(-2 pi i j p / 256k) at [p][j], j < 16 k, then exp(-2 pi i j p / 16k) at [p][j], j < k.
    static constexpr int twiddleCount = 17 * 16 * k;

    float2* exchange;        ///< exchangeSize elements in shared memory
    const float2* twiddles;  ///< twiddleCount elements
    int t, lane;             ///< this thread's place in its transform, and its transform's in the block

    __device__ bool holds(int round) const { return isLastRoundFull || round + 1 < rounds || t + round * threads < 256; }

    __device__ void forward(float2 (&x)[16], float2 (&spectrum)[rounds][k]) const {
        transformInRegisters<16, Direction::forward>(x);
#pragma unroll
        for (int p = 1; p < 16; ++p)
            x[p] = x[p] * __ldg(&twiddles[p * threads + t]);
        __syncthreads();  // the exchange may still be read for what came before
#pragma unroll
        for (int p = 0; p < 16; ++p)
            at(p * firstPitch + t) = x[p];
        __syncthreads();
        const int p1 = t / k, j = t % k;
#pragma unroll
        for (int m = 0; m < 16; ++m)
            x[m] = at(p1 * firstPitch + j + m * k);
        transformInRegisters<16, Direction::forward>(x);
#pragma unroll
        for (int p = 1; p < 16; ++p)
            x[p] = x[p] * __ldg(&twiddles[16 * threads + p * k + j]);
        __syncthreads();
#pragma unroll
        for (int p = 0; p < 16; ++p)
            at(j * secondPitch + p1 + 16 * p) = x[p];
        __syncthreads();
#pragma unroll
        for (int i = 0; i < rounds; ++i) {
            if (!holds(i)) continue;
#pragma unroll
            for (int m = 0; m < k; ++m)
                spectrum[i][m] = at(m * secondPitch + t + i * threads);
            transformInRegisters<k, Direction::forward>(spectrum[i]);
        }
    }

    __device__ void back(float2 (&spectrum)[rounds][k], float2 (&x)[16]) const {
        __syncthreads();
#pragma unroll
        for (int i = 0; i < rounds; ++i) {
            if (!holds(i)) continue;
            transformInRegisters<k, Direction::back>(spectrum[i]);
#pragma unroll
            for (int m = 0; m < k; ++m)
                at(m * secondPitch + t + i * threads) = spectrum[i][m];
        }
        __syncthreads();
        const int p1 = t / k, j = t % k;
#pragma unroll
        for (int p = 0; p < 16; ++p)
            x[p] = at(j * secondPitch + p1 + 16 * p);
#pragma unroll
        for (int p = 1; p < 16; ++p)
            x[p] = x[p] * conjugate(__ldg(&twiddles[16 * threads + p * k + j]));
        transformInRegisters<16, Direction::back>(x);
        __syncthreads();
#pragma unroll
        for (int m = 0; m < 16; ++m)
            at(p1 * firstPitch + j + m * k) = x[m];
        __syncthreads();
#pragma unroll
        for (int p = 0; p < 16; ++p)
            x[p] = at(p * firstPitch + t);
#pragma unroll
        for (int p = 1; p < 16; ++p)
            x[p] = x[p] * conjugate(__ldg(&twiddles[p * threads + t]));
        transformInRegisters<16, Direction::back>(x);
    }

    __device__ float2& at(int index) const {
        return exchange[index * lanes + lane];
    }
};

}  // namespace coarsen::gpu
