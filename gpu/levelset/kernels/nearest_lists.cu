// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of a row's squares: the next stage's bar, or its list. A warp a row, which never sorts: a bar is found by halves,
// and the place of a neighbour in its list by counting those before it.
#include "gpu/levelset/kernels/kept_best.cuh"
#include "gpu/levelset/kernels/nearest.hpp"

namespace coarsen::gpu {

namespace {

constexpr int rowsOfBlock = 4, threads = rowsOfBlock * 32;
constexpr int ownAtOnce = 4;             // neighbours whose places a lane counts at the same time
constexpr float roundingOfSums = 1e-5F;  // of |a|^2 + |b|^2: what tensor cores lose in 128 products, with room
constexpr unsigned whole = 0xffffffffU;

__host__ __device__ int exactRoom(int m) {
    return m + m / 4 + 32;  // that many may be compared in float32
}

/// Range of squares, as bits, which are in the order of the squares.
struct Range {
    std::uint32_t low = ~0U, high = 0;

    __device__ void add(float square) {
        low = min(low, __float_as_uint(square));
        high = max(high, __float_as_uint(square));
    }
};

/// Limit that `rank` of a warp's squares, and few more, do not exceed: countUpTo(limit) of them lie within the lanes' ranges.
template <typename Count>
__device__ float limitWithin(const Range& own, int rank, const Count& countUpTo) {
    std::uint32_t low = __reduce_min_sync(whole, own.low), high = __reduce_max_sync(whole, own.high);
    if (rank <= 32) high = min(high, __reduce_max_sync(whole, own.low));  // one of each lane does not exceed that
    while (low < high) {
        const std::uint32_t middle = low + (high - low) / 2;
        const int there = countUpTo(__uint_as_float(middle));
        if (there < rank) {
            low = middle + 1;
        } else {
            high = middle;
            if (there <= rank + rank / 16) break;
        }
    }
    return __uint_as_float(high);
}

/// The squares of a warp's row, but its own, in shared memory.
class Row {
public:
    __device__ Row(float* squares_, std::uint32_t* places_, int room) : squares(squares_), places(places_), room_(room) {}

    float* squares;
    std::uint32_t* places;  ///< null: nobody asks
    int count = 0;
    bool isWhole = true;  ///< nothing was lost for want of room

    /// For the whole warp: those lanes that have one.
    __device__ void add(bool hasOne, float square, std::uint32_t place) {
        const unsigned those = __ballot_sync(whole, hasOne);
        const int at = count + __popc(those & ((1U << lane()) - 1));
        if (hasOne && at < room_) {
            squares[at] = square;
            if (places) places[at] = place;
        }
        count += __popc(those);
        if (count > room_) {
            count = room_;
            isWhole = false;
        }
    }

    __device__ int countUpTo(float limit) const {
        int own = 0;
        for (int i = lane(); i < count; i += 32)
            own += squares[i] <= limit;
        return __reduce_add_sync(whole, own);
    }

    /// Limit that `rank` squares, and few more, do not exceed; there are as many.
    __device__ float limitOf(int rank) const {
        Range own;
        for (int i = lane(); i < count; i += 32)
            own.add(squares[i]);
        return limitWithin(own, rank, [&](float limit) { return countUpTo(limit); });
    }

    /// Leaves those that do not exceed the limit.
    __device__ void keepUpTo(float limit) {
        const int all = count;
        count = 0;
        for (int first = 0; first < all; first += 32) {
            const int i = first + lane();
            const float square = i < all ? squares[i] : INFINITY;
            const std::uint32_t place = i < all ? places[i] : 0;
            __syncwarp();
            add(i < all && square <= limit, square, place);
        }
        __syncwarp();
    }

    __device__ static int lane() { return static_cast<int>(threadIdx.x % 32); }

private:
    int room_;
};

__device__ int rowOfWarp() {
    return static_cast<int>(blockIdx.x) * rowsOfBlock + static_cast<int>(threadIdx.x / 32);
}

__device__ void takeSurvivors(const CompareTask& task, int row, Row& to) {
    const std::uint32_t own = task.table.placeOfElement[task.first + row];
    const float ownSquare = -2 * task.table.minusHalves[own];
    const int lists = task.segments * lanesOfRow;
    const std::size_t firstList = static_cast<std::size_t>(row) * lists;
    constexpr int atOnce = 4, lanes = 32 / atOnce;  // lists are short
    for (int first = 0; first < lists; first += atOnce) {
        const std::size_t list = firstList + first + Row::lane() / lanes;
        const int there = static_cast<int>(task.counts[list]), kept = min(there, task.capacity);
        const Survivor* const from = task.survivors + list * task.capacity;
        const int most = __reduce_max_sync(whole, kept);
        for (int i = Row::lane() % lanes; i - Row::lane() % lanes < most; i += lanes) {
            const Survivor survivor = i < kept ? from[i] : Survivor{0, own};
            to.add(survivor.place != own, fmaxf(ownSquare - 2 * survivor.sum, 0.0F), survivor.place);
        }
        if (__any_sync(whole, kept < there)) to.isWhole = false;
    }
    __syncwarp();
}
static_assert(lanesOfRow % 4 == 0);

__global__ void __launch_bounds__(threads) setBarsBySampleOf(const CompareTask task, int rank, float* bars) {
    constexpr int quads = static_cast<int>(sampleColumns) / 4 / 32;
    const int which = rowOfWarp(), lane = Row::lane();
    if (which >= static_cast<int>(task.count)) return;
    const std::uint32_t own = task.table.placeOfElement[task.first + which];
    const auto* const from = reinterpret_cast<const float4*>(task.squares + static_cast<std::size_t>(which) * sampleColumns);
    float squares[quads * 4];
    Range range;
    for (int i = 0; i < quads; ++i) {
        const float4 four = from[i * 32 + lane];
        const float each[4] = {four.x, four.y, four.z, four.w};
        for (int k = 0; k < 4; ++k) {
            const bool isOwn = own == static_cast<std::uint32_t>((i * 32 + lane) * 4 + k);
            squares[i * 4 + k] = isOwn ? INFINITY : each[k];
            if (!isOwn) range.add(each[k]);
        }
    }
    const float limit = limitWithin(range, rank, [&](float up) {
        int count = 0;
        for (const float square : squares)
            count += square <= up;
        return __reduce_add_sync(whole, count);
    });
    if (lane == 0) bars[which] = limit;
}

__global__ void __launch_bounds__(threads) setBarsOf(const CompareTask task, int rank, float* bars) {
    extern __shared__ float squares[];
    const int which = rowOfWarp();
    if (which >= static_cast<int>(task.count)) return;
    Row row(squares + threadIdx.x / 32 * task.room, nullptr, task.room);
    takeSurvivors(task, which, row);
    if (row.count < rank) return;  // the bar that was is high enough
    const float limit = row.limitOf(rank);
    if (Row::lane() == 0) bars[which] = limit;
}

__global__ void __launch_bounds__(threads) finish(const CompareTask task, const ListTask lists) {
    extern __shared__ Key memory[];
    const int which = rowOfWarp(), lane = Row::lane(), m = lists.m;
    if (which >= static_cast<int>(task.count)) return;
    Key* const keys = memory + threadIdx.x / 32 * (task.room + exactRoom(m));
    auto* const squares = reinterpret_cast<float*>(keys + exactRoom(m));
    Row row(squares, reinterpret_cast<std::uint32_t*>(squares + task.room), task.room);
    takeSurvivors(task, which, row);
    const std::uint32_t element = task.first + which;

    // Distances are right within twice the largest rounding of a patch, and the m nearest within four times it of the m-th.
    float reach = INFINITY;
    if (row.count >= m) {
        const float length = sqrtf(row.limitOf(m)) + 4 * __uint_as_float(task.table.facts->rounding);
        const float square = -2 * task.table.minusHalves[task.table.placeOfElement[element]];
        reach = length * length + 2 * roundingOfSums * (square + __uint_as_float(task.table.facts->square));
        row.keepUpTo(reach);
    }
    if (!row.isWhole || row.count > exactRoom(m) || !(reach < task.bars[which])) {
        if (lane == 0) lists.doubtful[atomicAdd(lists.doubtfulCount, 1U)] = element;
        return;
    }

    const auto* const patches = reinterpret_cast<const float4*>(task.table.rows);
    const float4 a = patches[static_cast<std::size_t>(element) * (patchLength / 4) + lane];
    constexpr int atOnce = 2 * groupOfSums;  // patches that are on their way together
    for (int first = 0; first < row.count; first += atOnce) {
        float4 b[atOnce];
        for (int i = 0; i < atOnce; ++i) {
            const std::uint32_t other = task.table.elementAtPlace[row.places[min(first + i, row.count - 1)]];
            b[i] = patches[static_cast<std::size_t>(other) * (patchLength / 4) + lane];
        }
        for (int group = 0; group < atOnce; group += groupOfSums) {
            float squares[groupOfSums];
            for (int i = 0; i < groupOfSums; ++i)
                squares[i] = squaredOff(a, b[group + i]);
            const float square = sumOfGroup(squares, lane);
            const int at = first + group + lane / lanesOfSum;
            if (lane % lanesOfSum == 0 && at < row.count) keys[at] = keyOf(square, task.table.elementAtPlace[row.places[at]]);
        }
    }
    __syncwarp();

    const std::size_t to = static_cast<std::size_t>(element - lists.firstRow) * m;
    for (int first = lane; first < row.count; first += 32 * ownAtOnce) {
        Key own[ownAtOnce];
        int before[ownAtOnce] = {};
        for (int i = 0; i < ownAtOnce; ++i)
            own[i] = first + i * 32 < row.count ? keys[first + i * 32] : noKey;
        for (int other = 0; other < row.count; ++other) {
            const Key key = keys[other];
            for (int i = 0; i < ownAtOnce; ++i)
                before[i] += key < own[i];
        }
        for (int i = 0; i < ownAtOnce; ++i)
            if (before[i] < m) {
                lists.numbers[to + before[i]] = numberOf(own[i]);
                lists.squares[to + before[i]] = squareOf(own[i]);
            }
    }
}

template <typename Kernel, typename... Arguments>
cudaError_t launch(Kernel kernel, const CompareTask& task, std::size_t bytesOfRow, cudaStream_t stream, Arguments... arguments) {
    const std::size_t room = rowsOfBlock * bytesOfRow;
    const cudaError_t status = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(room));
    if (status != cudaSuccess) return status;
    kernel<<<(task.count + rowsOfBlock - 1) / rowsOfBlock, threads, room, stream>>>(task, arguments...);
    return cudaGetLastError();
}

}  // namespace

cudaError_t setBarsBySample(const CompareTask& task, int rank, float* bars, cudaStream_t stream) {
    return launch(setBarsBySampleOf, task, 0, stream, rank, bars);
}

cudaError_t setBars(const CompareTask& task, int rank, float* bars, cudaStream_t stream) {
    return launch(setBarsOf, task, task.room * sizeof(float), stream, rank, bars);
}

cudaError_t finishLists(const CompareTask& task, const ListTask& lists, cudaStream_t stream) {
    return launch(finish, task, (task.room + exactRoom(lists.m)) * sizeof(Key), stream, lists);
}

}  // namespace coarsen::gpu
