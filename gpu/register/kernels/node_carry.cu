// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/register/kernels/launch.cuh"
#include "gpu/register/kernels/nodes.cuh"
#include "gpu/register/kernels/sampling.cuh"

namespace coarsen::gpu {

namespace {

constexpr int carryBlocks = 2;  // of a multiprocessor

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

    /// Reads for the pair of voxels at `place`.
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
                next_[turn][j] = *reinterpret_cast<const __half2*>(from_[turn] + (min(z, last_) * slice_ + j * width_));
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

/// Makes `largest` that of all threads' numbers, none below 0; such numbers are ordered as their bits are.
__device__ inline void raise(double* largest, float own) {
    __shared__ unsigned ofBlock;
    if (threadIdx.x == 0) ofBlock = 0;
    __syncthreads();
    const unsigned ofWarp = __reduce_max_sync(0xffffffffU, __float_as_uint(own));
    if (threadIdx.x % 32 == 0) atomicMax(&ofBlock, ofWarp);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicMax(reinterpret_cast<unsigned long long*>(largest),
                  static_cast<unsigned long long>(__double_as_longlong(static_cast<double>(__uint_as_float(ofBlock)))));
}

/// Like eachValueAndGradient, but with two neighbours along x a thread.
template <int every>
__global__ void __launch_bounds__(threads, carryBlocks) carryOfNodes(Motion<__half> velocity, FieldPointers u, VolumeSides size,
                                                                     NodeGrid grid, const __half* nodes, double* largest) {
    constexpr int pitch = tileWidth + 2, area = (tileHeight + 2) * pitch;  // pairs
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
    const bool hasRim = thread < rim;
    const auto [rimColumn, rimLine] = rimCellOf(thread);
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
            answer.of[k] = reinterpret_cast<const float2*>(u.along[k])[i];
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
        const Pairs behind = next;  // what comes next is asked for before others are waited for
        next = fetch(z + 2, own);
        if (hasRim) beside = fetch(z + 1, rimPair);
        float2 v[components];
        reader.read(v);
        reader.fetch(z + 1);
        __syncthreads();  // the other plane may still be read by those that are not here yet
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
    raise(largest, most);
}

template <int every>
void launchCarryAs(const Motion<__half>& velocity, const FieldPointers& u, const VolumeSides& size, const NodeGrid& grid,
                   const __half* nodes, double* largest, cudaStream_t stream) {
    constexpr BlockShape shape{.ofMultiprocessor = carryBlocks, .mostSlices = 32};
    const auto blocks = static_cast<unsigned>(blocksOf({size.width / 2, size.height, size.depth}, shape));
    launchNext<carryOfNodes<every>>(blocks, threads, 0, stream, velocity, u, size, grid, nodes, largest);
}

}  // namespace

void launchCarryOfNodes(const MotionPointers& velocity, const FieldPointers& u, const VolumeSides& size, const NodeTask& task,
                        const void* nodes, double* largest, cudaStream_t stream) {
    const NodeGrid grid = nodeGridOf(size, task);
    (task.every == 4 ? launchCarryAs<4> : launchCarryAs<2>)(motionOf<__half>(velocity), u, size, grid,
                                                            static_cast<const __half*>(nodes), largest, stream);
}

}  // namespace coarsen::gpu
