// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/register/kernels/bands.cuh"
#include "gpu/register/kernels/carry.cuh"
#include "gpu/register/kernels/node_smoothing.hpp"

#include <cstddef>

namespace coarsen::gpu {

namespace {

constexpr int components = 3;
constexpr int smoothingBlocks = 4, carryBlocks = 2;  // of a multiprocessor

/// The first node of a line lies before it, the last two behind it. A slice's rows of nodes hold a row of each component.
struct NodeGrid {
    int width, height;  ///< nodes of one component; the width is a multiple of 8
};

int nodesAlong(int length, int every) {
    return (length - 1) / every + 4;
}

NodeGrid nodeGridOf(const VolumeSides& size, const NodeTask& task) {
    return {(nodesAlong(size.width, task.every) + 7) / 8 * 8, nodesAlong(size.height, task.every)};
}

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

/// Two neighbours along x, which a thread has.
__device__ inline float2 operator-(const float2& a, const float2& b) {
    return {a.x - b.x, a.y - b.y};
}

/// A velocity between its nodes, of the warps' rows of a tile that is twice as wide as other kernels'.
template <int every>
class NodeReader {
    static constexpr int across = 2 * tileWidth / every + 3, pairs = (across + 1) / 2, turns = (components * pairs + 31) / 32;

public:
    struct Row {
        float2 of[components][pairs];
    };

    /// Of the pair of voxels at `place`.
    __device__ NodeReader(const VolumeSides& size, const NodeGrid& grid, const __half* nodes, const Place& place, Row* rows)
        : row_(rows[threadIdx.x / 32]), width_(components * grid.width), slice_(width_ * grid.height), last_(size.depth - 1) {
        const int y = min(place.y, size.height - 1), lane = threadIdx.x % 32;
#pragma unroll
        for (int turn = 0; turn < turns; ++turn) {
            const int piece = lane + 32 * turn, column = 2 * (place.x - lane) / every + 2 * (piece % pairs);
            from_[turn] =
                nodes + (y / every * width_ + min(piece / pairs, components - 1) * grid.width + min(column, grid.width - 2));
        }
        alongY_ = weightsAt(static_cast<float>(y % every) / every, true);
#pragma unroll
        for (int i = 0; i < 2; ++i)
            alongX_[i] = weightsAt(static_cast<float>((2 * lane + i) % every) / every, true);
    }

    __device__ void fetch(int z) {
#pragma unroll
        for (int turn = 0; turn < turns; ++turn)
#pragma unroll
            for (int j = 0; j < 4; ++j)
                next_[turn][j] = __ldg(reinterpret_cast<const __half2*>(from_[turn] + (min(z, last_) * slice_ + j * width_)));
    }

    /// In the slice that was fetched. The whole warp has to call this.
    __device__ void read(float2 (&v)[components]) {
        const int lane = threadIdx.x % 32;
#pragma unroll
        for (int turn = 0; turn < turns; ++turn) {
            float2 sum{};
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                const float2 two = __half22float2(next_[turn][j]);
                sum.x += alongY_.value[j] * two.x, sum.y += alongY_.value[j] * two.y;
            }
            const int piece = lane + 32 * turn;
            if (piece < components * pairs) (&row_.of[0][0])[piece] = sum;
        }
        __syncwarp();
#pragma unroll
        for (int k = 0; k < components; ++k) {
            const float* const from = &row_.of[k][0].x + 2 * lane / every;
            v[k] = {};
#pragma unroll
            for (int i = 0; i < 4; ++i)
                v[k].x += alongX_[0].value[i] * from[i], v[k].y += alongX_[1].value[i] * from[i];
        }
        __syncwarp();
    }

private:
    Row& row_;
    int width_;
    Index slice_;
    int last_;
    const __half* from_[turns];
    Weights alongY_, alongX_[2];
    __half2 next_[turns][4];
};

/// Like eachJet, but with two neighbours along x a thread.
template <int every>
__global__ void __launch_bounds__(threads, carryBlocks)
    carryOfNodes(Motion<__half> velocity, FieldPointers u, VolumeSides size, NodeGrid grid, const __half* nodes, SumRoom room) {
    constexpr int pitch = tileWidth + 2, area = (tileHeight + 2) * pitch, rim = 2 * (tileWidth + tileHeight);  // pairs
    __shared__ float2 planes[2][components * area];
    __shared__ typename NodeReader<every>::Row rows[tileHeight];
    const VolumeSides pairs{size.width / 2, size.height, size.depth};
    const Place place = firstPlace(pairs);
    const int end = min(place.z + slicesOfBlock(pairs), size.depth), last = size.depth - 1, thread = threadIdx.x,
              column = thread % tileWidth + 1, line = thread / tileWidth + 1, x = 2 * place.x, y = place.y;
    const bool isInside = place.x < pairs.width && y < size.height;
    const Index slice = sliceOf(pairs);
    const auto held = [&](int column, int row) {
        return static_cast<Index>(max(0, min(row, size.height - 1)) * pairs.width + max(0, min(column, pairs.width - 1)));
    };
    const int side = thread - 2 * tileWidth;
    const bool hasRim = thread < rim, isAcross = thread < 2 * tileWidth;
    const int rimColumn = isAcross ? thread % tileWidth + 1 : side % 2 * (tileWidth + 1),
              rimLine = isAcross ? thread / tileWidth * (tileHeight + 1) : side / 2 + 1;
    const Index own = held(place.x, y), rimPair = held(place.x - column + rimColumn, y - line + rimLine);
    const int here = line * pitch + column, there = rimLine * pitch + rimColumn;
    const int left = 2 * here - (x > 0), right = 2 * here + 1 + (x + 1 < size.width - 1);  // single numbers
    const float2 perX{perOf(x, size.width), perOf(x + 1, size.width)};
    const float perY = perOf(y, size.height);
    float most = 0;
    struct Pairs {
        float2 of[components];
    };
    const auto fetch = [&](int z, Index pair) {
        Pairs answer;
        const Index i = max(0, min(z, last)) * slice + pair;
#pragma unroll
        for (int k = 0; k < components; ++k)
            answer.of[k] = __ldg(reinterpret_cast<const float2*>(u.along[k]) + i);
        return answer;
    };
    NodeReader<every> reader(size, grid, nodes, place, rows);
    waitForKernelBefore();
    reader.fetch(place.z);
    Pairs before = fetch(place.z - 1, own), now = fetch(place.z, own), next = fetch(place.z + 1, own), beside{};
    if (hasRim) beside = fetch(place.z, rimPair);
#pragma unroll 2
    for (int z = place.z; z < end; ++z) {
        float2* const plane = planes[z & 1];
#pragma unroll
        for (int k = 0; k < components; ++k) {
            plane[k * area + here] = now.of[k];
            if (hasRim) plane[k * area + there] = beside.of[k];
        }
        float2 v[components];
        reader.read(v);
        __syncthreads();  // the other plane may still be read by those that are not here yet
        reader.fetch(z + 1);
        const Pairs behind = next;
        next = fetch(z + 2, own);
        if (hasRim) beside = fetch(z + 1, rimPair);
        const float perZ = perOf(z, size.depth);
        const float2 byX{v[0].x * perX.x, v[0].y * perX.y}, byY{v[1].x * perY, v[1].y * perY}, byZ{v[2].x * perZ, v[2].y * perZ};
        float2 square{};
#pragma unroll
        for (int k = 0; k < components; ++k) {
            const float* const single = &plane[k * area].x;
            const float2 alongX = float2{now.of[k].y, single[right]} - float2{single[left], now.of[k].x},
                         alongY = plane[k * area + here + pitch] - plane[k * area + here - pitch],
                         alongZ = behind.of[k] - before.of[k];
            const float2 w{v[k].x - (byX.x * alongX.x + byY.x * alongY.x + byZ.x * alongZ.x),
                           v[k].y - (byX.y * alongX.y + byY.y * alongY.y + byZ.y * alongZ.y)};
            if (isInside) reinterpret_cast<__half2*>(velocity.along[k])[z * slice + own] = __floats2half2_rn(w.x, w.y);
            square.x += w.x * w.x, square.y += w.y * w.y;
        }
        if (isInside) most = fmaxf(most, fmaxf(square.x, square.y));
        before = now, now = behind;
    }
    finish(room, Sums<1>{static_cast<double>(most)}, {}, Greatest{});
}

std::size_t bytesOfRows(const NodeGrid& grid, const NodeTask& task) {
    return sharedBytes(task, static_cast<std::size_t>(rowsOfBlock) * (endsOf(grid.width, task).all + skew));
}

std::size_t bytesOfColumns(const NodeGrid& grid, const NodeTask& task) {
    return sharedBytes(task, static_cast<std::size_t>(columnsOfBlock + skew) * endsOf(grid.height, task).all);
}

std::size_t numbersOf(const NodeGrid& grid, int rows, int depth) {
    return static_cast<std::size_t>(components) * grid.width * rows * depth;
}

/// Behind those along x.
__half* nodesOfSlices(void* nodes, const VolumeSides& size, const NodeGrid& grid) {
    return static_cast<__half*>(nodes) + numbersOf(grid, size.height, size.depth);
}

template <int every>
void launchCarryAs(const Motion<__half>& velocity, const FieldPointers& u, const VolumeSides& size, const NodeGrid& grid,
                   const __half* nodes, const SumRoom& sums, cudaStream_t stream) {
    constexpr BlockShape shape{.atOnce = 132 * carryBlocks, .mostSlices = 32};
    const auto blocks = static_cast<unsigned>(blocksOf({size.width / 2, size.height, size.depth}, shape));
    launchNext<carryOfNodes<every>>(blocks, threads, 0, stream, velocity, u, size, grid, nodes, sums);
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

void launchCarryOfNodes(const MotionPointers& velocity, const FieldPointers& u, const VolumeSides& size, const NodeTask& task,
                        void* nodes, const SumRoom& sums, cudaStream_t stream) {
    const NodeGrid grid = nodeGridOf(size, task);
    (task.every == 4 ? launchCarryAs<4> : launchCarryAs<2>)(motionOf<__half>(velocity), u, size, grid,
                                                            nodesOfSlices(nodes, size, grid), sums, stream);
}

}  // namespace coarsen::gpu
