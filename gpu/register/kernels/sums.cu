// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/register/kernels/sums.hpp"

#include <cuda_fp16.h>

#include <algorithm>
#include <cstddef>

namespace coarsen::gpu {

namespace {

constexpr int threads = 256;
constexpr int together = 8;  // answers of a thread, one behind the other: each number is read once for all of them

__device__ inline int mirrored(int i, int length) {
    if (length == 1) return 0;
    const int period = 2 * (length - 1);
    i = abs(i);
    if (i >= period) i %= period;  // hardly ever, and it takes as long as ten products
    return i < length ? i : period - i;
}

/// The i-th number of a line, also beyond its ends.
template <typename Number>
__device__ inline float numberOf(const Number* line, unsigned step, int length, Beyond beyond, int i) {
    const auto at = [&](int k) { return static_cast<float>(line[static_cast<unsigned>(k) * step]); };
    if (i >= 0 && i < length) return at(i);
    if (beyond == Beyond::mirror) return at(mirrored(i, length));
    const int face = i < 0 ? 0 : length - 1, within = length == 1 ? 0 : i < 0 ? 1 : length - 2;
    return beyond == Beyond::face ? at(face) : at(face) + abs(i - face) * (at(face) - at(within));
}

/// Numbers that a thread's answers need.
__host__ __device__ inline int numbersFor(const SumTask& task, int every, int answers = together) {
    return 2 * task.sides + every * (answers - 1) + 1;
}

/// Sums numbers one behind the other, which `next()` says one by one: an answer begins `every` numbers after the one before it.
template <int every, typename Next>
__device__ inline void sum(const SumTask& task, Next next, float (&sums)[together]) {
    constexpr int span = every * (together - 1) + 1;
    float weights[span] = {};  // of the number at hand, for the answers that begin so many before the last one
#pragma unroll 4
    for (int i = 0; i < numbersFor(task, every); ++i) {
        const float number = next();
#pragma unroll
        for (int k = span - 1; k > 0; --k)
            weights[k] = weights[k - 1];
        weights[0] = i <= 2 * task.sides ? task.weights[abs(i - task.sides)] : 0;
#pragma unroll
        for (int k = 0; k < together; ++k)
            sums[k] += number * weights[every * k];
    }
}

__host__ __device__ inline int answersOf(int length, const SumTask& task, int every) {
    return (task.before + length + task.behind + every - 1) / every;
}

__host__ __device__ inline int stretchesOf(int answers) {
    return (answers + together - 1) / together;
}

/// Along y or z: `inner` numbers lie between one of a line and the next.
template <typename Number, int every>
__global__ void __launch_bounds__(threads)
    sumAcross(const Number* from, Number* to, unsigned inner, int length, unsigned count, SumTask task) {
    const unsigned at = blockIdx.x * threads + threadIdx.x;
    if (at >= count) return;
    const int all = answersOf(length, task, every);
    const unsigned stretches = stretchesOf(all), in = at % inner, stretch = at / inner % stretches,
                   sheet = at / inner / stretches;
    const Number* const line = from + static_cast<std::size_t>(sheet) * length * inner + in;
    const int first = static_cast<int>(stretch) * together, reached = every * first - task.before - task.sides;
    float sums[together] = {};
    if (reached >= 0 && reached + numbersFor(task, every) <= length) {
        const Number* number = line + static_cast<unsigned>(reached) * inner;
        sum<every>(
            task,
            [&] {
                const Number* const here = number;
                number += inner;
                return static_cast<float>(*here);
            },
            sums);
    } else {
        int i = reached;
        sum<every>(
            task, [&] { return numberOf(line, inner, length, task.beyond, min(i++, length + task.behind + task.sides)); }, sums);
    }
    Number* const answers = to + static_cast<std::size_t>(sheet) * all * inner + in;
#pragma unroll
    for (int k = 0; k < together; ++k)
        if (first + k < all) answers[static_cast<unsigned>(first + k) * inner] = static_cast<Number>(sums[k]);
}

/// Where the i-th number of a row lies in shared memory, so that threads that read `together` apart use all banks.
__host__ __device__ inline int placeOf(int i) {
    return i + i / together;
}

/// Numbers that all answers of a row need, and thus of shared memory for a row, which holds its answers as well.
__host__ __device__ inline int numbersOfRow(int answers, const SumTask& task, int every) {
    return numbersFor(task, every, stretchesOf(answers) * together);
}
__host__ __device__ inline int placesOfRow(int answers, const SumTask& task, int every) {
    return placeOf(numbersOfRow(answers, task, every)) | 1;
}

/// Through shared memory, for threads beside each other have numbers and answers apart.
template <typename Number, int every>
__global__ void __launch_bounds__(threads)
    sumAlongRows(const Number* from, Number* to, int length, long long rows, int rowsOfBlock, SumTask task) {
    extern __shared__ float shared[];
    const int all = answersOf(length, task, every), pitch = placesOfRow(all, task, every), stretches = stretchesOf(all),
              reach = numbersOfRow(all, task, every), warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    constexpr int warps = threads / 32;
    const long long firstRow = static_cast<long long>(blockIdx.x) * rowsOfBlock;
    const int count = static_cast<int>(min(static_cast<long long>(rowsOfBlock), rows - firstRow));
    float* const answers = shared + rowsOfBlock * pitch;
    for (int row = warp; row < count; row += warps)
        for (int i = lane; i < reach; i += 32)
            shared[row * pitch + placeOf(i)] = numberOf(from + (firstRow + row) * length, 1, length, task.beyond,
                                                        min(i - task.before - task.sides, length + task.behind + task.sides));
    __syncthreads();
    for (int at = threadIdx.x; at < count * stretches; at += threads) {
        const int row = at / stretches, first = at % stretches * together;
        float sums[together] = {};
        int i = every * first;
        sum<every>(
            task, [&] { return shared[row * pitch + placeOf(i++)]; }, sums);
#pragma unroll
        for (int k = 0; k < together; ++k)
            answers[row * pitch + placeOf(first + k)] = sums[k];
    }
    __syncthreads();
    for (int row = warp; row < count; row += warps)
        for (int i = lane; i < all; i += 32)
            to[(firstRow + row) * all + i] = static_cast<Number>(answers[row * pitch + placeOf(i)]);
}

template <typename Number, int every>
void launchSumsIn(const void* from, void* to, const VolumeSides& size, int axis, const SumTask& task, cudaStream_t stream) {
    const int sides[3] = {size.width, size.height, size.depth}, length = sides[axis], all = answersOf(length, task, every);
    const auto parts = [](long long whole, int part) { return static_cast<unsigned>((whole + part - 1) / part); };
    const auto* const numbers = static_cast<const Number*>(from);
    auto* const answers = static_cast<Number*>(to);
    if (axis > 0) {
        const auto inner = static_cast<unsigned>(axis == 1 ? size.width : size.width * size.height);
        const unsigned sheets = axis == 1 ? static_cast<unsigned>(size.depth) : 1,
                       count = inner * static_cast<unsigned>(stretchesOf(all)) * sheets;
        sumAcross<Number, every><<<parts(count, threads), threads, 0, stream>>>(numbers, answers, inner, length, count, task);
        return;
    }
    const int rowsOfBlock = std::clamp(threads / stretchesOf(all), 1, 16);
    const std::size_t bytes = 2 * sizeof(float) * static_cast<std::size_t>(placesOfRow(all, task, every)) * rowsOfBlock;
    const long long rows = static_cast<long long>(size.height) * size.depth;
    cudaFuncSetAttribute(sumAlongRows<Number, every>, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes));
    sumAlongRows<Number, every>
        <<<parts(rows, rowsOfBlock), threads, bytes, stream>>>(numbers, answers, length, rows, rowsOfBlock, task);
}

}  // namespace

void launchSums(const void* from, void* to, bool isHalf, const VolumeSides& size, int axis, const SumTask& task,
                cudaStream_t stream) {
    (isHalf ? launchSumsIn<__half, 1> : launchSumsIn<float, 1>)(from, to, size, axis, task, stream);
}

void launchEverySecondSum(const float* from, float* to, const VolumeSides& size, int axis, const SumTask& task,
                          cudaStream_t stream) {
    launchSumsIn<float, 2>(from, to, size, axis, task, stream);
}

}  // namespace coarsen::gpu
