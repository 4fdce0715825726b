// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/register/kernels/bands.cuh"
#include "gpu/register/kernels/nodes.cuh"

#include <cstddef>

namespace coarsen::gpu {

namespace {

constexpr int smoothingBlocks = 4;  // of a multiprocessor

/// Of a line of so many nodes, with the voxels that they reach beyond its ends.
__host__ __device__ inline Ends endsOf(int nodes, const NodeTask& task) {
    return {task.tilesBefore * tile, ((tilesOf(nodes) - 1) * task.every + task.tiles) * tile};
}

/// What a block keeps in shared memory, in this order: the response, the banded matrix's tiles, a tile of answers for each warp,
/// the lines.
struct Shared {
    __half* response;
    Tile* matrix;  ///< 32 lanes' shares of a tile after each other
    __half *answers, *lines;
};

__device__ inline Shared sharedOf(int tiles) {
    extern __shared__ uint4 memory[];
    auto* const response = reinterpret_cast<__half*>(memory);
    auto* const matrix = reinterpret_cast<Tile*>(response + responseNumbers);
    auto* const answers = reinterpret_cast<__half*>(matrix + 32 * tiles);
    return {response, matrix, answers + threadIdx.x / 32 * answersNumbers, answers + warps * answersNumbers};
}

std::size_t sharedBytes(const NodeTask& task, std::size_t numbers) {
    return sizeof(__half) * (responseNumbers + warps * answersNumbers + numbers) + sizeof(Tile) * 32 * task.tiles;
}

__device__ inline Shared prepare(const NodeTask& task) {
    const Shared shared = sharedOf(task.tiles);
    keepResponse(task.response, shared.response);
    __syncthreads();
    for (int k = threadIdx.x / 32; k < task.tiles; k += warps)
        shared.matrix[32 * k + threadIdx.x % 32] =
            matrixTile(shared.response, (k - task.tilesBefore) * tile + task.every, task.every);
    return shared;
}

__device__ inline Tile matrixAt(const Shared& shared, int k) {
    const uint4 four = *reinterpret_cast<const uint4*>(shared.matrix + 32 * k + threadIdx.x % 32);
    return {{four.x, four.y, four.z, four.w}};
}

__global__ void __launch_bounds__(threads, smoothingBlocks)
    nodesOfRows(Motion<__half> field, long long rows, int length, NodeGrid grid, NodeTask task, __half* nodes) {
    constexpr int linesOfTiles = rowsOfBlock / tile;
    const Shared shared = prepare(task);
    const Ends ends = endsOf(grid.width, task);
    const int pitch = ends.all + skew, component = blockIdx.y, lane = threadIdx.x % 32, width = components * grid.width;
    const long long first = static_cast<long long>(blockIdx.x) * rowsOfBlock;
    const int count = static_cast<int>(min(static_cast<long long>(rowsOfBlock), rows - first));
    const __half* const from = component == 0 ? field.along[0] : component == 1 ? field.along[1] : field.along[2];
    __half* const to = nodes + first * width + component * grid.width;
    waitForKernelBefore();
    fetchRows(from + first * length, count, length, ends, pitch, shared.lines);
    for (int unit = threadIdx.x / 32; unit < tilesOf(grid.width) * linesOfTiles; unit += warps) {
        const int line = unit % linesOfTiles * tile, node = unit / linesOfTiles * tile;
        const __half* const own = shared.lines + (line + lane % 16) * pitch + node * task.every + lane / 16 * 8;
        Answers answers{};
        for (int k = 0; k < task.tiles; ++k) {
            const Tile numbers = loadTile(own + k * tile), matrix = matrixAt(shared, k);
            multiply(answers.of[0], numbers, matrix.numbers[0], matrix.numbers[2]);
            multiply(answers.of[1], numbers, matrix.numbers[1], matrix.numbers[3]);
        }
        eachEight(answers, shared.answers, [&](int row, int column, const uint4& eight) {
            if (line + row < count && node + column < grid.width)
                *reinterpret_cast<uint4*>(to + (line + row) * width + node + column) = eight;
        });
    }
}

__global__ void __launch_bounds__(threads, smoothingBlocks)
    nodesOfColumns(const __half* rows, int height, NodeGrid grid, NodeTask task, __half* nodes) {
    constexpr int pitch = columnsOfBlock + skew, side = columnsOfBlock / tile;
    const Shared shared = prepare(task);
    const int width = components * grid.width, first = blockIdx.x * columnsOfBlock, lane = threadIdx.x % 32;
    const Columns columns{width, height, width, min(columnsOfBlock, width - first)};
    const long long z = blockIdx.y;
    __half* const to = nodes + z * grid.height * width + first;
    waitForKernelBefore();
    fetchColumns(rows + z * height * width + first, columns, endsOf(grid.height, task), shared.lines);
    for (int unit = threadIdx.x / 32; unit < tilesOf(grid.height) * side; unit += warps) {
        const int node = unit / side * tile, x = unit % side * tile;
        const __half* const own = shared.lines + (node * task.every + lane % 16) * pitch + x + lane / 16 * 8;
        Answers answers{};
        for (int k = 0; k < task.tiles; ++k) {
            const Tile numbers = loadTurnedTile(own + k * tile * pitch), matrix = matrixAt(shared, k);
            multiply(answers.of[0], matrix, numbers.numbers[0], numbers.numbers[1]);
            multiply(answers.of[1], matrix, numbers.numbers[2], numbers.numbers[3]);
        }
        eachEight(answers, shared.answers, [&](int row, int column, const uint4& eight) {
            if (node + row < grid.height && x + column < columns.count)
                *reinterpret_cast<uint4*>(to + (node + row) * width + x + column) = eight;
        });
    }
}

std::size_t bytesOfRows(const NodeGrid& grid, const NodeTask& task) {
    return sharedBytes(task, static_cast<std::size_t>(rowsOfBlock) * (endsOf(grid.width, task).all + skew));
}

std::size_t bytesOfColumns(const NodeGrid& grid, const NodeTask& task) {
    return sharedBytes(task, static_cast<std::size_t>(columnsOfBlock + skew) * endsOf(grid.height, task).all);
}

}  // namespace

std::size_t bytesOfNodes(const VolumeSides& size, const NodeTask& task) {
    const NodeGrid grid = nodeGridOf(size, task);
    return sizeof(__half) * (numbersOf(grid, size.height, size.depth) + numbersOf(grid, grid.height, size.depth));
}

bool canSmoothByNodes(const VolumeSides& size, const NodeTask& task) {
    constexpr std::size_t most = 200 << 10;  // bytes of shared memory
    const NodeGrid grid = nodeGridOf(size, task);
    return size.width % 4 == 0 && size.height > 1 && bytesOfRows(grid, task) <= most && bytesOfColumns(grid, task) <= most;
}

void launchNodes(const MotionPointers& field, const VolumeSides& size, int axis, const NodeTask& task, const BandTask& alongZ,
                 void* nodes, cudaStream_t stream) {
    const NodeGrid grid = nodeGridOf(size, task);
    const int width = components * grid.width;
    auto* const ofRows = static_cast<__half*>(nodes);
    __half* const ofSlices = nodesOfSlices(nodes, size, grid);
    if (axis == 0) {
        const long long rows = static_cast<long long>(size.height) * size.depth;
        launchWith<nodesOfRows>(bytesOfRows(grid, task), {parts(rows, rowsOfBlock), components}, stream, motionOf<__half>(field),
                                rows, size.width, grid, task, ofRows);
    } else if (axis == 1) {
        launchWith<nodesOfColumns>(bytesOfColumns(grid, task), {parts(width, columnsOfBlock), static_cast<unsigned>(size.depth)},
                                   stream, static_cast<const __half*>(ofRows), size.height, grid, task, ofSlices);
    } else {
        launchBands({{ofSlices}, true}, {width, grid.height, size.depth}, axis, alongZ, stream, 1);
    }
}

}  // namespace coarsen::gpu
