// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/convolve/kernels/separable.hpp"

namespace coarsen::gpu {

namespace {

constexpr int lineAcross = 128, lineDown = 32, lineThreads = 256, answersOfThread = 8, chunkOfTaps = 8;

/// Odd, so that lanes below each other meet no bank twice.
int linePitch(int rowTaps) {
    return lineAcross + rowTaps + 1;
}

/// Eight neighbouring answers along a line: sums[k] = sum of taps[i] at(k + i). `at` is asked for 7 + tapCount values, in order.
template <typename At>
__device__ __forceinline__ void sumLine(float (&sums)[answersOfThread], const float* taps, int tapCount, At at) {
    float pixel[answersOfThread - 1 + chunkOfTaps];
#pragma unroll
    for (int k = 0; k < answersOfThread - 1; ++k)
        pixel[k] = at(k);
    for (int first = 0; first < tapCount; first += chunkOfTaps) {
#pragma unroll
        for (int k = 0; k < chunkOfTaps; ++k)
            pixel[answersOfThread - 1 + k] = at(first + answersOfThread - 1 + k);
#pragma unroll
        for (int i = 0; i < chunkOfTaps; ++i) {
            const float tap = __ldg(taps + first + i);
#pragma unroll
            for (int k = 0; k < answersOfThread; ++k)
                sums[k] = fmaf(tap, pixel[i + k], sums[k]);
        }
#pragma unroll
        for (int k = 0; k < answersOfThread - 1; ++k)
            pixel[k] = pixel[k + chunkOfTaps];
    }
}

__global__ void __launch_bounds__(lineThreads) separable(const SeparableTask task, int pitch) {
    extern __shared__ float lines[];
    const FilterTask& filter = task.filter;
    const int x0 = blockIdx.x * lineAcross, y0 = blockIdx.y * lineDown;

    // Taps beyond the filter are 0, so what stands in for pixels that are not there only has to be a number.
    const int columns = lineAcross + task.rowTaps - 1;
    for (int item = threadIdx.x; item < columns * (lineDown / answersOfThread); item += lineThreads) {
        const int x = item % columns, y = item / columns * answersOfThread;
        int row = min(y0 + y, filter.paddedHeight - 1);
        const float* from =
            filter.padded + static_cast<std::size_t>(row) * filter.paddedPitch + min(x0 + x, filter.paddedWidth - 1);
        float sums[answersOfThread] = {};
        sumLine(sums, task.column, task.columnTaps, [&](int) {
            const float pixel = __ldg(from);
            if (++row < filter.paddedHeight) from += filter.paddedPitch;
            return pixel;
        });
#pragma unroll
        for (int k = 0; k < answersOfThread; ++k)
            lines[(y + k) * pitch + x] = sums[k];
    }
    __syncthreads();
    for (int item = threadIdx.x; item < lineAcross / answersOfThread * lineDown; item += lineThreads) {
        const int x = item / lineDown * answersOfThread, y = item % lineDown;
        const float* const from = lines + y * pitch + x;
        float sums[answersOfThread] = {};
        sumLine(sums, task.row, task.rowTaps, [&](int k) { return from[k]; });
        if (y0 + y >= filter.height) continue;
        float* const to = filter.answer + static_cast<std::size_t>(y0 + y) * filter.answerPitch + x0 + x;
        if (x0 + x + answersOfThread <= filter.width && filter.answerPitch % 4 == 0) {
            reinterpret_cast<float4*>(to)[0] = make_float4(sums[0], sums[1], sums[2], sums[3]);
            reinterpret_cast<float4*>(to)[1] = make_float4(sums[4], sums[5], sums[6], sums[7]);
            continue;
        }
#pragma unroll
        for (int k = 0; k < answersOfThread; ++k)
            if (x0 + x + k < filter.width) to[k] = sums[k];
    }
}

}  // namespace

std::size_t separableBytes(int rowTaps) {
    return sizeof(float) * static_cast<std::size_t>(linePitch(rowTaps)) * lineDown;
}

cudaError_t runSeparable(const SeparableTask& task, cudaStream_t stream) {
    const std::size_t bytes = separableBytes(task.rowTaps);
    const cudaError_t status =
        cudaFuncSetAttribute(separable, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes));
    if (status != cudaSuccess) return status;
    const dim3 blocks((task.filter.width + lineAcross - 1) / lineAcross, (task.filter.height + lineDown - 1) / lineDown);
    separable<<<blocks, lineThreads, bytes, stream>>>(task, linePitch(task.rowTaps));
    return cudaGetLastError();
}

}  // namespace coarsen::gpu
