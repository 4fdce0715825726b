// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/register/kernels/bands.cuh"
#include "gpu/register/kernels/nodes.cuh"

#include <cstddef>

namespace coarsen::gpu {

namespace {

constexpr int mostBlocks = 3;  // of a multiprocessor: slices of 128 x 128 leave room for so many

/// A slice is cut along y into parts of so many tiles of nodes, of which a block makes one. A strip of its rows comes in while
/// the one before is multiplied, where there is room for two.
struct SliceCut {
    int parts, tiles, strips;
};

/// Tiles of a line that a tile is made of which has only so many nodes.
__host__ __device__ inline int tilesReached(int nodes, const NodeTask& task) {
    return nodes < tile ? task.tiles - (tile - nodes) * task.every / tile : task.tiles;
}

/// Numbers of a line that so many nodes are made of.
__host__ __device__ inline int reachOf(int nodes, const NodeTask& task) {
    const int before = (nodes - 1) / tile;
    return (before * task.every + tilesReached(nodes - before * tile, task)) * tile;
}

__host__ __device__ inline int mostNodesOf(const NodeGrid& grid, const SliceCut& cut) {
    return cut.parts > 1 ? cut.tiles * tile : grid.height;
}

/// How far lines lie apart in shared memory: rows of voxels, and columns of nodes along x.
struct Pitches {
    int rows, columns;
};

__host__ __device__ inline Pitches pitchesOf(const NodeGrid& grid, const NodeTask& task, const SliceCut& cut) {
    return {reachOf(grid.width, task) + skew, reachOf(mostNodesOf(grid, cut), task) + rowsOfBlock + skew};
}

/// Shared memory of a block, in this order: the response, the banded matrix's tiles, strips of rows, the nodes along x
/// of all rows, column by column.
struct Shared {
    __half* response;
    Tile* matrix;  ///< 32 lanes' shares of a tile after each other
    __half *strips, *columns;
};

__device__ inline Shared sharedOf(const NodeTask& task, const Pitches& pitches, const SliceCut& cut) {
    extern __shared__ uint4 memory[];
    auto* const response = reinterpret_cast<__half*>(memory);
    auto* const matrix = reinterpret_cast<Tile*>(response + responseNumbers);
    auto* const strips = reinterpret_cast<__half*>(matrix + 32 * task.tiles);
    return {response, matrix, strips, strips + cut.strips * rowsOfBlock * pitches.rows};
}

std::size_t bytesOfBlock(const NodeTask& task, const NodeGrid& grid, const SliceCut& cut) {
    const Pitches pitches = pitchesOf(grid, task, cut);
    const int numbers = responseNumbers + cut.strips * rowsOfBlock * pitches.rows + tilesOf(grid.width) * tile * pitches.columns;
    return sizeof(__half) * static_cast<std::size_t>(numbers) + sizeof(Tile) * 32 * static_cast<std::size_t>(task.tiles);
}

/// Cut that takes least time: rows that two parts need are made nodes of twice, one block of a multiprocessor takes a third
/// longer than two do (256 x 256), and one strip of a block is taken to be as bad. No parts if a single tile does not fit.
SliceCut cutOf(const NodeGrid& grid, const NodeTask& task) {
    const std::size_t ofEachOfTwo = task.sharedBytes / 2 - (1 << 10);
    const int all = tilesOf(grid.height);
    SliceCut best{};
    int least = 0;
    for (const int strips : {2, 1})
        for (int tiles = all; tiles > 0; --tiles) {
            const SliceCut cut{(all + tiles - 1) / tiles, tiles, strips};
            const std::size_t bytes = bytesOfBlock(task, grid, cut);
            if (bytes > task.sharedBytes) continue;
            const int rows = cut.parts * reachOf(mostNodesOf(grid, cut), task),
                      cost = rows * (bytes <= ofEachOfTwo ? 3 : 4) * (strips == 2 ? 3 : 4);
            if (least == 0 || cost < least) least = cost, best = cut;
        }
    return best;
}

__device__ inline Shared prepare(const NodeTask& task, const Pitches& pitches, const SliceCut& cut) {
    const Shared shared = sharedOf(task, pitches, cut);
    keepResponse(task.response, shared.response);
    __syncthreads();
    for (int k = threadIdx.x / 32; k < task.tiles; k += warps)
        shared.matrix[32 * k + threadIdx.x % 32] =
            matrixTile(shared.response, (k - task.tilesBefore) * tile + task.every, task.every);
    return shared;
}

/// A tile of nodes of 16 lines, made of so many tiles of their numbers.
__device__ inline Answers multiplyLines(const Tile* matrix, int tiles, const __half* lines, int pitch) {
    const int lane = threadIdx.x % 32;
    const __half* own = lines + (lane % 8 + lane / 16 * 8) * pitch + lane / 8 % 2 * 8;
    const auto* share = reinterpret_cast<const uint4*>(matrix) + lane;
    Answers answers{};
#pragma unroll 4
    for (int k = 0; k < tiles; ++k) {
        const uint4 four = share[32 * k];
        const Tile a{{four.x, four.y, four.z, four.w}}, numbers = loadTile(own + k * tile);
        multiply(answers.of[0], a, numbers.numbers[0], numbers.numbers[1]);
        multiply(answers.of[1], a, numbers.numbers[2], numbers.numbers[3]);
    }
    return answers;
}

/// Keeps of a tile, each node's numbers of all lines side by side, so many nodes and lines; these by eights.
__device__ inline void keepNodes(const Answers& answers, __half* to, int pitch, int nodes, int lines) {
    const int lane = threadIdx.x % 32;
#pragma unroll
    for (int side = 0; side < 2; ++side)
#pragma unroll
        for (int below = 0; below < 2; ++below) {
            const int node = lane / 4 + 8 * below, line = 8 * side + lane % 4 * 2;
            if (node < nodes && 8 * side < lines)
                *reinterpret_cast<__half2*>(to + node * pitch + line) =
                    __floats2half2_rn(answers.of[side][2 * below], answers.of[side][2 * below + 1]);
        }
}

/// The nodes of a part of a slice of one component.
__global__ void __launch_bounds__(threads, mostBlocks)
    nodesOfSlices(Motion<__half> field, int width, int height, NodeGrid grid, NodeTask task, SliceCut cut, __half* nodes,
                  double* largest) {
    constexpr int groups = rowsOfBlock / tile;
    const Pitches pitches = pitchesOf(grid, task, cut);
    const Shared shared = prepare(task, pitches, cut);
    const int component = blockIdx.y, warp = threadIdx.x / 32, across = tilesOf(grid.width), firstTile = blockIdx.x * cut.tiles,
              ownNodes = min(cut.tiles * tile, grid.height - firstTile * tile),
              firstRow = (firstTile * task.every - task.tilesBefore) * tile, rows = reachOf(ownNodes, task),
              begin = max(firstRow, 0), end = min(firstRow + rows, height),
              strips = (end - begin + rowsOfBlock - 1) / rowsOfBlock;
    const Ends ends{task.tilesBefore * tile, pitches.rows - skew};
    const __half* const from = (component == 0   ? field.along[0]
                                : component == 1 ? field.along[1]
                                                 : field.along[2]) +
                               static_cast<long long>(blockIdx.z) * width * height;
    const auto stripAt = [&](int strip) { return shared.strips + (strip & (cut.strips - 1)) * rowsOfBlock * pitches.rows; };
    const auto ask = [&](int strip) {
        askForRows(from, begin + strip * rowsOfBlock, width, height, ends, pitches.rows, stripAt(strip));
    };
    waitForKernelBefore();
    if (blockIdx.x + blockIdx.y + blockIdx.z + threadIdx.x == 0) *largest = 0;
    ask(0);
    for (int strip = 0; strip < strips; ++strip) {
        if (cut.strips > 1 && strip + 1 < strips) {
            ask(strip + 1);
            __pipeline_wait_prior(1);
        } else {
            __pipeline_wait_prior(0);
        }
        __syncwarp();
        withAtOnce(width, [&](auto some) {
            fillEnds<some>(stripAt(strip) + warp * linesOfWarp * pitches.rows, pitches.rows, ends.before, ends.before + width,
                           ends.all);
        });
        __syncthreads();
        for (int unit = warp; unit < across * groups; unit += warps) {
            const int row = unit % groups * tile, node = unit / groups * tile;
            keepNodes(multiplyLines(shared.matrix, tilesReached(grid.width - node, task),
                                    stripAt(strip) + row * pitches.rows + node * task.every, pitches.rows),
                      shared.columns + node * pitches.columns + begin - firstRow + strip * rowsOfBlock + row, pitches.columns,
                      tile, tile);
        }
        __syncthreads();
        if (cut.strips == 1 && strip + 1 < strips) ask(strip + 1);
    }
    for (int column = warp * linesOfWarp; column < grid.width; column += warps * linesOfWarp)
        fillEnds<8>(shared.columns + column * pitches.columns, pitches.columns, begin - firstRow,
                    begin - firstRow + strips * rowsOfBlock, rows);
    __syncthreads();
    const int rowOfNodes = components * grid.width;
    __half* const to =
        nodes + (static_cast<long long>(blockIdx.z) * grid.height + firstTile * tile) * rowOfNodes + component * grid.width;
    for (int unit = warp; unit < tilesOf(ownNodes) * across; unit += warps) {
        const int node = unit / across * tile, column = unit % across * tile;
        keepNodes(multiplyLines(shared.matrix, tilesReached(ownNodes - node, task),
                                shared.columns + column * pitches.columns + node * task.every, pitches.columns),
                  to + node * rowOfNodes + column, rowOfNodes, ownNodes - node, grid.width - column);
    }
}

}  // namespace

std::size_t bytesOfNodes(const VolumeSides& size, const NodeTask& task) {
    return sizeof(__half) * numbersOf(nodeGridOf(size, task), size.depth);
}

bool canSmoothByNodes(const VolumeSides& size, const NodeTask& task) {
    return size.width % 4 == 0 && size.height > 1 && cutOf(nodeGridOf(size, task), task).parts > 0;
}

void launchNodes(const MotionPointers& field, const VolumeSides& size, const NodeTask& task, void* nodes, double* largest,
                 cudaStream_t stream) {
    const NodeGrid grid = nodeGridOf(size, task);
    const SliceCut cut = cutOf(grid, task);
    launchWith<nodesOfSlices>(
        bytesOfBlock(task, grid, cut), {static_cast<unsigned>(cut.parts), components, static_cast<unsigned>(size.depth)}, stream,
        motionOf<__half>(field), size.width, size.height, grid, task, cut, static_cast<__half*>(nodes), largest);
}

void launchNodesAlongZ(const VolumeSides& size, const NodeTask& task, const BandTask& alongZ, void* nodes, cudaStream_t stream) {
    const NodeGrid grid = nodeGridOf(size, task);
    launchBands({{nodes}, true}, {components * grid.width, grid.height, size.depth}, 2, alongZ, stream, 1);
}

}  // namespace coarsen::gpu
