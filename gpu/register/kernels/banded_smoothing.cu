// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/register/kernels/banded_smoothing.hpp"
#include "gpu/register/kernels/bands.cuh"
#include "gpu/register/kernels/carry.cuh"

#include <cstddef>

namespace coarsen::gpu {

namespace {

constexpr int columnsOfBlock = 32;  // lines along y and z
constexpr int answersPitch = 24, answersNumbers = tile * answersPitch;

__device__ inline Tile loadTurnedTile(const __half* shared) {
    Tile t;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(t.numbers[0]), "=r"(t.numbers[1]), "=r"(t.numbers[2]), "=r"(t.numbers[3])
                 : "r"(static_cast<unsigned>(__cvta_generic_to_shared(shared))));
    return t;
}

/// Turns a tile of answers so that each lane has eight numbers of a row: `body(row, column, eight)`.
template <typename Body>
__device__ inline void eachEight(const Answers& answers, __half* room, Body body) {
    const int lane = threadIdx.x % 32;
#pragma unroll
    for (int side = 0; side < 2; ++side)
#pragma unroll
        for (int below = 0; below < 2; ++below)
            *reinterpret_cast<__half2*>(room + (lane / 4 + 8 * below) * answersPitch + 8 * side + lane % 4 * 2) =
                __floats2half2_rn(answers.of[side][2 * below], answers.of[side][2 * below + 1]);
    __syncwarp();
    const int row = lane / 2, column = lane % 2 * 8;
    const uint4 eight = *reinterpret_cast<const uint4*>(room + row * answersPitch + column);
    __syncwarp();
    body(row, column, eight);
}

/// Lines side by side whose numbers lie `step` apart, in rows of that width.
struct Columns {
    long long step;
    int length, width;
    int count;  ///< side by side here
};

/// Rows into shared memory.
__device__ inline void fetchRows(const __half* from, int count, int length, const Ends& ends, int pitch, __half* to) {
    askForRows(from, 0, length, count, ends, pitch, to);
    __pipeline_wait_prior(0);
    __syncwarp();
    withAtOnce(length, [&](auto some) {
        fillEnds<some>(to + threadIdx.x / 32 * linesOfWarp * pitch, pitch, ends.before, ends.before + length, ends.all);
    });
    __syncthreads();
}

/// Columns into shared memory. What lies beside the last one is not written.
__device__ inline void fetchColumns(const __half* from, const Columns& columns, const Ends& ends, __half* to) {
    constexpr int pitch = columnsOfBlock + skew;
    const int before = ends.before;
    withAtOnce(columns.width, [&](auto some) {
        constexpr int pieces = columnsOfBlock / some;
        for (int i = threadIdx.x; i < columns.length * pieces; i += threads) {
            const int row = i / pieces, column = i % pieces * some;
            if (column < columns.count) fetch<some>(to + (before + row) * pitch + column, from + row * columns.step + column);
        }
    });
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    const int column = threadIdx.x % columnsOfBlock, behind = before + columns.length;
    const __half first = to[before * pitch + column], last = to[(behind - 1) * pitch + column];
    for (int row = threadIdx.x / columnsOfBlock; row < ends.all - columns.length; row += threads / columnsOfBlock)
        to[(row < before ? row : row + columns.length) * pitch + column] = row < before ? first : last;
    __syncthreads();
}

/// Numbers of a line with what the response reaches beyond its ends.
__host__ __device__ inline int longLine(int length, int tiles) {
    return (tilesOf(length) + 2 * tiles) * tile;
}

/// Shared memory of a block, in this order: the response, a tile of answers for each warp, the lines.
struct Shared {
    __half *response, *answers, *lines;
};

__device__ inline Shared sharedOf() {
    extern __shared__ uint4 memory[];
    auto* const response = reinterpret_cast<__half*>(memory);
    __half* const answers = response + responseNumbers;
    return {response, answers + threadIdx.x / 32 * answersNumbers, answers + warps * answersNumbers};
}

std::size_t sharedBytes(std::size_t numbers) {
    return sizeof(__half) * (responseNumbers + warps * answersNumbers + numbers);
}

/// The banded matrix's tiles from the first that reaches a tile of answers to the last.
template <int tiles>
struct Band {
    Tile of[2 * tiles + 1];

    __device__ explicit Band(const __half* response) {
#pragma unroll
        for (int d = 0; d <= 2 * tiles; ++d)
            of[d] = matrixTile(response, (d - tiles) * tile);
    }

    /// Answers for lines along a row: numbers times matrix. Its operand is laid column by column: the rows of the tile as loaded
    /// here.
    __device__ Answers ofRows(const __half* first, int pitch) const {
        const int lane = threadIdx.x % 32;
        const __half* const own = first + lane % 16 * pitch + lane / 16 * 8;
        Answers answers{};
#pragma unroll
        for (int d = 0; d <= 2 * tiles; ++d) {
            const Tile numbers = loadTile(own + d * tile);
            multiply(answers.of[0], numbers, of[d].numbers[0], of[d].numbers[2]);
            multiply(answers.of[1], numbers, of[d].numbers[1], of[d].numbers[3]);
        }
        return answers;
    }

    /// Answers for lines side by side: matrix times numbers.
    __device__ Answers ofColumns(const __half* first, int pitch) const {
        const int lane = threadIdx.x % 32;
        const __half* const own = first + lane % 16 * pitch + lane / 16 * 8;
        Answers answers{};
#pragma unroll
        for (int d = 0; d <= 2 * tiles; ++d) {
            const Tile numbers = loadTurnedTile(own + d * tile * pitch);
            multiply(answers.of[0], of[d], numbers.numbers[0], numbers.numbers[1]);
            multiply(answers.of[1], of[d], numbers.numbers[2], numbers.numbers[3]);
        }
        return answers;
    }
};

__device__ inline __half* volumeOf(const Motion<__half>& field) {
    return blockIdx.z == 0 ? field.along[0] : blockIdx.z == 1 ? field.along[1] : field.along[2];
}

template <int tiles>
__global__ void __launch_bounds__(threads) smoothRows(Motion<__half> field, long long rows, int length, BandTask task) {
    const Shared shared = sharedOf();
    keepResponse(task.response, shared.response);
    const int pitch = longLine(length, tiles) + skew, before = tiles * tile;
    const long long firstRow = static_cast<long long>(blockIdx.x) * rowsOfBlock;
    const int count = static_cast<int>(min(static_cast<long long>(rowsOfBlock), rows - firstRow));
    __half* const corner = volumeOf(field) + firstRow * length;
    __syncthreads();
    const Band<tiles> band(shared.response);
    waitForKernelBefore();
    fetchRows(corner, count, length, {before, pitch - skew}, pitch, shared.lines);
    const int lane = threadIdx.x % 32;
    const int across = tilesOf(length), width = across * tile;
    __half* const smoothed = shared.lines + rowsOfBlock * pitch;
    for (int unit = threadIdx.x / 32; unit < across * (rowsOfBlock / tile); unit += warps) {
        const int line = unit / across * tile, x = unit % across * tile;
        if (line >= count) break;
        eachEight(band.ofRows(shared.lines + line * pitch + x, pitch), shared.answers,
                  [&](int row, int column, const uint4& eight) {
                      *reinterpret_cast<uint4*>(smoothed + (line + row) * width + x + column) = eight;
                  });
    }
    __syncthreads();
    withAtOnce(length, [&](auto some) {
        for (int row = threadIdx.x / 32; row < count; row += warps)
            for (int x = some * lane; x < length; x += some * 32)
                store<some>(corner + row * length + x, smoothed + row * width + x);
    });
}

/// Along y.
template <int tiles>
__global__ void __launch_bounds__(threads) smoothColumns(Motion<__half> field, VolumeSides size, BandTask task) {
    constexpr int pitch = columnsOfBlock + skew, side = columnsOfBlock / tile;
    const Shared shared = sharedOf();
    keepResponse(task.response, shared.response);
    const int first = blockIdx.x * columnsOfBlock;
    const Columns columns{size.width, size.height, size.width, min(columnsOfBlock, size.width - first)};
    __half* const corner = volumeOf(field) + static_cast<long long>(blockIdx.y) * size.width * size.height + first;
    __syncthreads();
    const Band<tiles> band(shared.response);
    waitForKernelBefore();
    fetchColumns(corner, columns, {tiles * tile, longLine(size.height, tiles)}, shared.lines);
    __half* const smoothed = shared.lines + longLine(size.height, tiles) * pitch;
    for (int unit = threadIdx.x / 32; unit < tilesOf(size.height) * side; unit += warps) {
        const int y = unit / side * tile, x = unit % side * tile;
        eachEight(band.ofColumns(shared.lines + y * pitch + x, pitch), shared.answers,
                  [&](int row, int column, const uint4& eight) {
                      if (y + row < size.height)
                          *reinterpret_cast<uint4*>(smoothed + (y + row) * columnsOfBlock + x + column) = eight;
                  });
    }
    __syncthreads();
    withAtOnce(size.width, [&](auto some) {
        constexpr int pieces = columnsOfBlock / some;
        for (int i = threadIdx.x; i < size.height * pieces; i += threads) {
            const int column = i % pieces * some;
            if (column < columns.count) store<some>(corner + i / pieces * columns.step + column, smoothed + i * some);
        }
    });
}

/// Blocks of a multiprocessor, which say how many registers a thread may take: those of a wide band want more.
constexpr int blocksOfCarry(int tiles) {
    return tiles <= 2 ? 4 : 3;
}

/// Along z; a block has some columns of one row of slices, of all three volumes.
template <int tiles>
__global__ void __launch_bounds__(threads, blocksOfCarry(tiles))
    smoothAndCarry(Motion<__half> velocity, FieldPointers u, VolumeSides size, CarrySlices slices, BandTask task, SumRoom room) {
    constexpr int pitch = columnsOfBlock + skew, side = columnsOfBlock / tile;
    const Shared shared = sharedOf();
    keepResponse(task.response, shared.response);
    const int blocks = (size.width + columnsOfBlock - 1) / columnsOfBlock, first = blockIdx.x % blocks * columnsOfBlock,
              y = blockIdx.x / blocks;
    const Index slice = sliceOf(size), start = static_cast<Index>(y) * size.width + first;
    const int depth = slices.taken.end - slices.taken.begin;
    const Columns columns{slice, depth, size.width, min(columnsOfBlock, size.width - first)};
    __half* const smoothed = shared.lines + longLine(depth, tiles) * pitch;  // three times depth x columnsOfBlock
    __syncthreads();
    const Band<tiles> band(shared.response);
    waitForKernelBefore();
    for (int k = 0; k < 3; ++k) {
        if (k > 0) __syncthreads();
        fetchColumns(velocity.along[k] + (slices.taken.begin * slice + start), columns, {tiles * tile, longLine(depth, tiles)},
                     shared.lines);
        __half* const to = smoothed + k * depth * columnsOfBlock;
        for (int unit = threadIdx.x / 32; unit < tilesOf(depth) * side; unit += warps) {
            const int z = unit / side * tile, x = unit % side * tile;
            eachEight(band.ofColumns(shared.lines + z * pitch + x, pitch), shared.answers,
                      [&](int row, int column, const uint4& eight) {
                          if (z + row < depth) *reinterpret_cast<uint4*>(to + (z + row) * columnsOfBlock + x + column) = eight;
                      });
        }
    }
    __syncthreads();
    float most = 0;
    const int column = threadIdx.x % columnsOfBlock;
    if (column < columns.count)
        for (int z = slices.done.begin + threadIdx.x / columnsOfBlock; z < slices.done.end; z += threads / columnsOfBlock) {
            const Index i = z * slice + start + column;
            const Neighbours n = neighboursOf(size, {first + column, y, z});
            float v[3], along[3][3];  // all read before the first is used
#pragma unroll
            for (int k = 0; k < 3; ++k) {
                const Derivatives d = derivativesAt(u.along[k], i, n);
#pragma unroll
                for (int axis = 0; axis < 3; ++axis)
                    along[k][axis] = d.along[axis];
                v[k] = static_cast<float>(smoothed[(k * depth + z - slices.taken.begin) * columnsOfBlock + column]);
            }
            const float square = carryVoxel(velocity, along, i, v);
            if (isAmong(slices.own, z)) most = fmaxf(most, square);
        }
    finish(room, Sums<1>{static_cast<double>(most)}, {}, Greatest{});
}

unsigned parts(long long whole, int part) {
    return static_cast<unsigned>((whole + part - 1) / part);
}

std::size_t bytesOfRows(int length, int tiles) {
    return sharedBytes(static_cast<std::size_t>(rowsOfBlock) * (longLine(length, tiles) + skew + tilesOf(length) * tile));
}

std::size_t bytesOfColumns(int length, int tiles, int volumes) {
    return sharedBytes(static_cast<std::size_t>(longLine(length, tiles)) * (columnsOfBlock + skew) +
                       static_cast<std::size_t>(volumes) * length * columnsOfBlock);
}

template <int tiles>
void launchAlong(const Motion<__half>& field, const VolumeSides& size, int axis, const BandTask& task, cudaStream_t stream,
                 unsigned volumes) {
    const int slice = size.width * size.height;
    const long long rows = static_cast<long long>(size.height) * size.depth;
    if (axis == 0)
        launchWith<smoothRows<tiles>>(bytesOfRows(size.width, tiles), {parts(rows, rowsOfBlock), 1, volumes}, stream, field, rows,
                                      size.width, task);
    else if (axis == 1)
        launchWith<smoothColumns<tiles>>(bytesOfColumns(size.height, tiles, 1),
                                         {parts(size.width, columnsOfBlock), static_cast<unsigned>(size.depth), volumes}, stream,
                                         field, size, task);
    else  // a slice is one long row
        launchWith<smoothColumns<tiles>>(bytesOfColumns(size.depth, tiles, 1), {parts(slice, columnsOfBlock), 1, volumes}, stream,
                                         field, VolumeSides{slice, size.depth, 1}, task);
}

template <int tiles>
void launchAcross(const Motion<__half>& velocity, const FieldPointers& u, const VolumeSides& size, const CarrySlices& slices,
                  const BandTask& task, const SumRoom& room, cudaStream_t stream) {
    launchWith<smoothAndCarry<tiles>>(bytesOfColumns(slices.taken.end - slices.taken.begin, tiles, 3),
                                      parts(size.width, columnsOfBlock) * static_cast<unsigned>(size.height), stream, velocity, u,
                                      size, slices, task, room);
}

/// Calls `body` with the number of tiles as a constant.
template <typename Body>
void withTiles(int tiles, Body body) {
    switch (tiles) {
        case 1:
            return body.template operator()<1>();
        case 2:
            return body.template operator()<2>();
        case 3:
            return body.template operator()<3>();
        default:
            return body.template operator()<4>();
    }
}

}  // namespace

bool canSmoothInBands(const VolumeSides& size, const BandTask& task, std::size_t most) {
    return size.width % 4 == 0 && bytesOfRows(size.width, task.tiles) <= most &&
           bytesOfColumns(size.height > size.depth ? size.height : size.depth, task.tiles, 1) <= most;
}

bool canCarryAtOnce(const VolumeSides& size, const BandTask& task) {
    constexpr std::size_t third = 75 << 10;  // bytes of shared memory: three blocks hide from each other how long memory takes
    return size.depth > 1 && bytesOfColumns(size.depth, task.tiles, 3) <= third &&
           static_cast<int>(parts(size.width, columnsOfBlock)) * size.height <=
               mostSums * blocksOf(size);  // room for one a block
}

void launchBands(const MotionPointers& field, const VolumeSides& size, int axis, const BandTask& task, cudaStream_t stream,
                 unsigned volumes) {
    withTiles(task.tiles, [&]<int tiles>() { launchAlong<tiles>(motionOf<__half>(field), size, axis, task, stream, volumes); });
}

void launchBandsAndCarry(const MotionPointers& velocity, const FieldPointers& u, const VolumeSides& size,
                         const CarrySlices& slices, const BandTask& task, const SumRoom& room, cudaStream_t stream) {
    withTiles(task.tiles,
              [&]<int tiles>() { launchAcross<tiles>(motionOf<__half>(velocity), u, size, slices, task, room, stream); });
}

}  // namespace coarsen::gpu
