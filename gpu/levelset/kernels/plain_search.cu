// SPDX-License-Identifier: GPL-3.0-or-later
// The search by differences in float32: of few elements, of rows whose first look proves nothing, and within a radius.
#include "gpu/levelset/kernels/kept_best.cuh"
#include "gpu/levelset/kernels/nearest.hpp"

namespace coarsen::gpu {

namespace {

constexpr int rows = groupOfSums, warps = 8, threads = warps * 32;
constexpr int columnsOfWarp = 16, columnsOnTheirWay = 8, columnsAtOnce = warps * columnsOfWarp;
constexpr int fewestKeys = 512;
constexpr std::uint32_t mostParts = 32;  // of the columns
constexpr int quarters = static_cast<int>(patchLength) / 4;
static_assert(columnsAtOnce <= threads);

/// Room for m keys and all that one turn may add.
__host__ __device__ int keysOfRow(int m, int added) {
    return powerFrom(max(m + added, fewestKeys));
}

/// Leaves the m best of a row's keys.
__device__ void cut(Key* keys, int& count, Key& bar, int m) {
    sortKeys(keys, count);
    __syncthreads();
    if (threadIdx.x == 0) {
        if (count >= m) bar = keys[m - 1];
        count = min(count, m);
    }
    __syncthreads();
}

__device__ void write(const Key* keys, int count, const ListTask& lists, std::uint32_t row) {
    const std::size_t to = static_cast<std::size_t>(row - lists.firstRow) * lists.m;
    for (int k = threadIdx.x; k < lists.m; k += blockDim.x) {
        lists.numbers[to + k] = k < count ? numberOf(keys[k]) : row;
        lists.squares[to + k] = k < count ? squareOf(keys[k]) : INFINITY;
    }
}

/// Rows that are searched, four at a time; where they are few, several blocks share their columns.
struct PlainRows {
    std::uint32_t first, count;
    const std::uint32_t* numbers;  ///< null: `count` from `first` on
    std::uint32_t parts;

    __device__ PlainRows(const ListTask& lists, std::uint32_t firstRow, std::uint32_t countOfRows, bool onlyDoubtful,
                         std::uint32_t blocks)
        : first(firstRow),
          count(onlyDoubtful ? *lists.doubtfulCount : countOfRows),
          numbers(onlyDoubtful ? lists.doubtful : nullptr) {
        parts = min(max(blocks / max((count + rows - 1) / rows, 1U), 1U), mostParts);
    }
    __device__ std::uint32_t operator[](std::uint32_t which) const { return numbers ? numbers[which] : first + which; }
};

__global__ void __launch_bounds__(threads) plain(const PatchTable table, const ListTask lists, std::uint32_t firstRow,
                                                 std::uint32_t countOfRows, bool onlyDoubtful, Key* found) {
    extern __shared__ Key memory[];
    __shared__ int count[rows];
    __shared__ Key bar[rows];
    const int capacity = keysOfRow(lists.m, columnsAtOnce), warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const PlainRows all(lists, firstRow, countOfRows, onlyDoubtful, gridDim.x);
    const auto* const patches = reinterpret_cast<const float4*>(table.rows);
    for (std::uint32_t item = blockIdx.x; item / all.parts * rows < all.count; item += gridDim.x) {
        const std::uint32_t first = item / all.parts * rows, part = item % all.parts;
        const std::uint32_t columnsOfPart = (table.elements + all.parts - 1) / all.parts,
                            firstColumn = min(part * columnsOfPart, table.elements),
                            endOfColumns = min(firstColumn + columnsOfPart, table.elements);
        std::uint32_t row[rows];
        float4 a[rows];
        for (int r = 0; r < rows; ++r) {
            row[r] = all[min(first + r, all.count - 1)];
            a[r] = patches[static_cast<std::size_t>(row[r]) * quarters + lane];
        }
        if (threadIdx.x < rows) {
            count[threadIdx.x] = 0;
            bar[threadIdx.x] = noKey;
        }
        __syncthreads();
        const int mine = lane / lanesOfSum;  // the row whose sums come to this lane
        for (std::uint32_t turn = firstColumn; turn < endOfColumns; turn += columnsAtOnce) {
            for (int ofWarp = 0; ofWarp < columnsOfWarp; ofWarp += columnsOnTheirWay) {
                const std::uint32_t column = turn + warp * columnsOfWarp + ofWarp;
                float4 b[columnsOnTheirWay];
#pragma unroll
                for (int i = 0; i < columnsOnTheirWay; ++i)
                    b[i] = patches[static_cast<std::size_t>(min(column + i, table.elements - 1)) * quarters + lane];
#pragma unroll
                for (int i = 0; i < columnsOnTheirWay; ++i) {
                    float squares[rows];
                    for (int r = 0; r < rows; ++r)
                        squares[r] = squaredOff(a[r], b[i]);
                    const Key key = keyOf(sumOfGroup(squares, lane), column + i);
                    if (lane % lanesOfSum != 0 || column + i >= endOfColumns || column + i == row[mine] || key >= bar[mine])
                        continue;
                    memory[mine * capacity + atomicAdd(&count[mine], 1)] = key;
                }
            }
            __syncthreads();
            for (int r = 0; r < rows; ++r)
                if (count[r] > capacity - columnsAtOnce) cut(memory + r * capacity, count[r], bar[r], lists.m);
            __syncthreads();
        }
        for (int r = 0; r < rows; ++r) {
            const Key* const keys = memory + r * capacity;
            cut(memory + r * capacity, count[r], bar[r], lists.m);
            if (all.parts == 1) {
                write(keys, count[r], lists, row[r]);
                continue;
            }
            Key* const to = found + (static_cast<std::size_t>(item) * rows + r) * lists.m;
            for (int k = threadIdx.x; k < lists.m; k += threads)
                to[k] = k < count[r] ? keys[k] : noKey;
        }
        __syncthreads();
    }
}

/// The lists of rows whose columns several of `blocks` have shared.
__global__ void __launch_bounds__(threads) join(const ListTask lists, std::uint32_t firstRow, std::uint32_t countOfRows,
                                                bool onlyDoubtful, const Key* found, std::uint32_t blocks) {
    extern __shared__ Key memory[];
    __shared__ int count;
    __shared__ Key bar;
    const PlainRows all(lists, firstRow, countOfRows, onlyDoubtful, blocks);
    if (all.parts == 1) return;
    const int capacity = keysOfRow(lists.m, threads);
    for (std::uint32_t which = blockIdx.x; which < all.count; which += gridDim.x) {
        if (threadIdx.x == 0) {
            count = 0;
            bar = noKey;
        }
        __syncthreads();
        const std::uint32_t m = lists.m, total = all.parts * m;
        for (std::uint32_t turn = 0; turn < total; turn += threads) {
            if (const std::uint32_t i = turn + threadIdx.x; i < total) {
                const std::size_t item = static_cast<std::size_t>(which / rows) * all.parts + i / m;
                const Key key = found[(item * rows + which % rows) * m + i % m];
                if (key < bar) memory[atomicAdd(&count, 1)] = key;
            }
            __syncthreads();
            if (count > capacity - threads) cut(memory, count, bar, lists.m);
            __syncthreads();
        }
        cut(memory, count, bar, lists.m);
        write(memory, count, lists, all[which]);
        __syncthreads();
    }
}

__global__ void __launch_bounds__(threads)
    within(const PatchTable table, const RadiusTask task, const ListTask lists, std::uint32_t firstRow) {
    extern __shared__ Key memory[];
    __shared__ int count;
    __shared__ Key bar;
    const std::uint32_t row = firstRow + blockIdx.x, voxel = task.voxels[row];
    const int capacity = keysOfRow(lists.m, threads), lane = threadIdx.x % 32;
    const auto slice = static_cast<std::uint32_t>(task.sides[0] * task.sides[1]);
    const int x = static_cast<int>(voxel % task.sides[0]), y = static_cast<int>(voxel % slice / task.sides[0]),
              z = static_cast<int>(voxel / slice);
    const auto* const patches = reinterpret_cast<const float4*>(table.rows);
    const float4 a = patches[static_cast<std::size_t>(row) * quarters + lane];
    if (threadIdx.x == 0) {
        count = 0;
        bar = noKey;
    }
    __syncthreads();
    const int width = 2 * task.reach[0] + 1, height = 2 * task.reach[1] + 1, depth = 2 * task.reach[2] + 1;
    const long long cells = static_cast<long long>(width) * height * depth;
    for (long long turn = 0; turn < cells; turn += threads) {
        std::uint32_t other = table.elements;  // none
        if (const long long cell = turn + threadIdx.x; cell < cells) {
            const int dx = static_cast<int>(cell % width) - task.reach[0],
                      dy = static_cast<int>(cell / width % height) - task.reach[1],
                      dz = static_cast<int>(cell / width / height) - task.reach[2];
            const double offX = dx * task.steps[0], offY = dy * task.steps[1], offZ = dz * task.steps[2];
            const bool isThere = x + dx >= 0 && x + dx < task.sides[0] && y + dy >= 0 && y + dy < task.sides[1] && z + dz >= 0 &&
                                 z + dz < task.sides[2];
            if (isThere && offX * offX + offY * offY + offZ * offZ <= task.radius * task.radius)
                other = task.elementAt[static_cast<std::size_t>(z + dz) * slice +
                                       static_cast<std::size_t>(y + dy) * task.sides[0] + x + dx];
            if (other == row) other = table.elements;
        }
        for (unsigned left = __ballot_sync(0xffffffffU, other < table.elements); left != 0; left &= left - 1) {
            const std::uint32_t column = __shfl_sync(0xffffffffU, other, __ffs(static_cast<int>(left)) - 1);
            const Key key = keyOf(sumOfWarp(squaredOff(a, patches[static_cast<std::size_t>(column) * quarters + lane])), column);
            if (lane == 0 && key < bar) memory[atomicAdd(&count, 1)] = key;
        }
        __syncthreads();
        if (count > capacity - threads) cut(memory, count, bar, lists.m);
        __syncthreads();
    }
    cut(memory, count, bar, lists.m);
    write(memory, count, lists, row);
}

template <typename Kernel>
cudaError_t makeRoom(Kernel kernel, std::size_t bytes) {
    return cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes));
}

}  // namespace

std::size_t foundByPlainSearch(int m, int blocks) {
    return static_cast<std::size_t>(blocks) * rows * m;
}

cudaError_t searchPlainly(const PatchTable& table, const ListTask& lists, std::uint32_t first, std::uint32_t count,
                          bool onlyDoubtful, unsigned long long* found, int blocks, cudaStream_t stream) {
    const auto grid = static_cast<unsigned>(blocks);
    const std::size_t room = static_cast<std::size_t>(rows * keysOfRow(lists.m, columnsAtOnce)) * sizeof(Key),
                      roomToJoin = static_cast<std::size_t>(keysOfRow(lists.m, threads)) * sizeof(Key);
    if (const cudaError_t status = makeRoom(plain, room); status != cudaSuccess) return status;
    if (const cudaError_t status = makeRoom(join, roomToJoin); status != cudaSuccess) return status;
    plain<<<grid, threads, room, stream>>>(table, lists, first, count, onlyDoubtful, found);
    join<<<grid, threads, roomToJoin, stream>>>(lists, first, count, onlyDoubtful, found, grid);
    return cudaGetLastError();
}

cudaError_t searchWithin(const PatchTable& table, const RadiusTask& task, const ListTask& lists, std::uint32_t first,
                         std::uint32_t count, cudaStream_t stream) {
    const std::size_t room = static_cast<std::size_t>(keysOfRow(lists.m, threads)) * sizeof(Key);
    if (const cudaError_t status = makeRoom(within, room); status != cudaSuccess) return status;
    within<<<count, threads, room, stream>>>(table, task, lists, first);
    return cudaGetLastError();
}

}  // namespace coarsen::gpu
