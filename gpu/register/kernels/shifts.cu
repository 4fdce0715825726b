// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/register/kernels/shifts.hpp"

#include <algorithm>
#include <cstddef>

namespace coarsen::gpu {

namespace {

constexpr int shiftsOfThread = 8, rowsAtOnce = 32, mostGroups = 32;
constexpr std::size_t mostSharedBytes = 160 << 10;

/// How rows lie in shared memory, an odd number of words apart for the banks: that of `fixed` up to a multiple of what a thread
/// takes at once, that of `moved` with zeros on both sides.
struct Rows {
    int groups, length, fixedPitch, movedLength, movedPitch;
};

__host__ __device__ inline Rows rowsOf(int width, int reach) {
    const int groups = (2 * reach + shiftsOfThread) / shiftsOfThread,
              length = (width + shiftsOfThread - 1) / shiftsOfThread * shiftsOfThread,
              movedLength = length + groups * shiftsOfThread;
    return {groups, length, length | 1, movedLength, movedLength | 1};
}

std::size_t sharedBytesOf(const Rows& rows) {
    return sizeof(float) * rowsAtOnce * static_cast<std::size_t>(rows.fixedPitch + rows.movedPitch);
}

/// A block has one displacement along y and z and a part of its rows; thread (x, y) row x of those at hand and the y-th few
/// displacements along x.
__global__ void sumShifts(const float* fixed, const float* moved, VolumeSides size, ShiftReach reach, float* to) {
    extern __shared__ float shared[];
    const Rows rows = rowsOf(size.width, reach.x);
    float *const fixedRows = shared, *const movedRows = shared + rowsAtOnce * rows.fixedPitch;
    const int lane = threadIdx.x, group = threadIdx.y, shiftY = static_cast<int>(blockIdx.x) - reach.y,
              shiftZ = static_cast<int>(blockIdx.y) - reach.z, beginY = max(0, -shiftY), beginZ = max(0, -shiftZ),
              countY = size.height - abs(shiftY), countZ = size.depth - abs(shiftZ), count = countY * countZ;
    const int turns = (count + rowsAtOnce - 1) / rowsAtOnce, turnsOfPart = (turns + gridDim.z - 1) / gridDim.z,
              begin = static_cast<int>(blockIdx.z) * turnsOfPart * rowsAtOnce, end = min(count, begin + turnsOfPart * rowsAtOnce);
    float sums[shiftsOfThread] = {};
    for (int start = begin; start < end; start += rowsAtOnce) {
        __syncthreads();  // the rows before have been read
        for (int row = group; row < rowsAtOnce; row += rows.groups) {
            const int at = start + row, y = beginY + at % countY, z = beginZ + at / countY;
            const bool isThere = at < end;
            const float *const f = fixed + (z * size.height + y) * size.width, *const m = moved + ((z + shiftZ) * size.height +
                                                                                                   y + shiftY) *
                                                                                                      size.width;
            for (int x = lane; x < rows.length; x += rowsAtOnce)
                fixedRows[row * rows.fixedPitch + x] = isThere && x < size.width ? f[x] : 0;
            for (int i = lane; i < rows.movedLength; i += rowsAtOnce) {
                const int x = i - reach.x;
                movedRows[row * rows.movedPitch + i] = isThere && x >= 0 && x < size.width ? m[x] : 0;
            }
        }
        __syncthreads();
        const float *const f = fixedRows + lane * rows.fixedPitch, *const m = movedRows + lane * rows.movedPitch +
                                                                              group * shiftsOfThread;
        float window[2 * shiftsOfThread];  // the last one is not used
#pragma unroll
        for (int i = 0; i < shiftsOfThread; ++i)
            window[i] = m[i];
        for (int x = 0; x < rows.length; x += shiftsOfThread) {
#pragma unroll
            for (int i = 0; i < shiftsOfThread; ++i)
                window[shiftsOfThread + i] = m[x + shiftsOfThread + i];
#pragma unroll
            for (int i = 0; i < shiftsOfThread; ++i) {
                const float here = f[x + i];
#pragma unroll
                for (int s = 0; s < shiftsOfThread; ++s)
                    sums[s] += here * window[i + s];
            }
#pragma unroll
            for (int i = 0; i < shiftsOfThread; ++i)
                window[i] = window[shiftsOfThread + i];
        }
    }
    const int across = 2 * reach.x + 1;
    float* const line = to + static_cast<long long>((blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x) * across;
#pragma unroll
    for (int s = 0; s < shiftsOfThread; ++s) {
        for (int step = rowsAtOnce / 2; step > 0; step /= 2)
            sums[s] += __shfl_down_sync(0xffffffffU, sums[s], step);
        const int shift = group * shiftsOfThread + s;
        if (lane == 0 && shift < across) line[shift] = sums[s];
    }
}

}  // namespace

int shiftParts(const ShiftReach& reach) {
    constexpr int enough = 1024, most = 8;  // blocks that keep an H100 or H200 busy
    return std::clamp(enough / ((2 * reach.y + 1) * (2 * reach.z + 1)), 1, most);
}

bool canSumShifts(const VolumeSides& size, const ShiftReach& reach) {
    const Rows rows = rowsOf(size.width, reach.x);
    return rows.groups <= mostGroups && sharedBytesOf(rows) <= mostSharedBytes;
}

void launchShiftSums(const float* fixed, const float* moved, const VolumeSides& size, const ShiftReach& reach, float* to,
                     cudaStream_t stream) {
    const Rows rows = rowsOf(size.width, reach.x);
    const std::size_t bytes = sharedBytesOf(rows);
    cudaFuncSetAttribute(sumShifts, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes));
    const dim3 grid(static_cast<unsigned>(2 * reach.y + 1), static_cast<unsigned>(2 * reach.z + 1),
                    static_cast<unsigned>(shiftParts(reach))),
        block(rowsAtOnce, static_cast<unsigned>(rows.groups));
    sumShifts<<<grid, block, bytes, stream>>>(fixed, moved, size, reach, to);
}

}  // namespace coarsen::gpu
