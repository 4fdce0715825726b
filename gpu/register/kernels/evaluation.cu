// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/device/device.hpp"
#include "gpu/register/kernels/evaluation.cuh"
#include "gpu/register/kernels/evaluation.hpp"
#include "gpu/register/kernels/launch.cuh"
#include "gpu/register/kernels/voxels.cuh"

#include <algorithm>

namespace coarsen::gpu {

namespace {

/// Two blocks of a multiprocessor: a thread then has room for all that it reads between voxels before it needs the first of it.
/// What a block does for its neighbours' sake before its first slice takes as long as one.
constexpr int evaluationBlocks = 2;
constexpr BlockShape evaluationShape{.ofMultiprocessor = evaluationBlocks, .mostSlices = 1024, .slicesToBegin = 1};

// A block holds its tile with two voxels beside it: one whose slope it needs, and one that this one's slope needs.
constexpr int reach = 2, columns = tileWidth + 2 * reach, lines = tileHeight + 2 * reach, area = columns * lines;
constexpr int acrossBeside = 2 * tileWidth;                 // voxels above and below the tile, at one distance
constexpr int downBeside = 2 * reach * tileHeight;          // left and right of it, at both
constexpr int besides = 2 * acrossBeside + downBeside + 4;  // with the corners; the outer ones are not read

struct Cell {
    int column, line;
    __device__ int place() const { return line * columns + column; }
};

/// The `i`-th voxel beside the tile: first those next to it above and below, then those left and right at both distances, which
/// a warp reads row by row, then those one farther away above and below, then the corners.
__device__ inline Cell cellBeside(int i) {
    if (i < acrossBeside) return {reach + i % tileWidth, i < tileWidth ? reach - 1 : reach + tileHeight};
    i -= acrossBeside;
    if (i < downBeside) return {i % (2 * reach) < reach ? i % (2 * reach) : tileWidth + i % (2 * reach), reach + i / (2 * reach)};
    i -= downBeside;
    if (i < acrossBeside) return {reach + i % tileWidth, i < tileWidth ? 0 : reach + tileHeight + 1};
    i -= acrossBeside;
    return {i % 2 ? reach + tileWidth : reach - 1, i / 2 ? reach + tileHeight : reach - 1};
}

/// True where a voxel beside the tile is next to it, and no corner.
__device__ inline bool isNext(const Cell& cell) {
    const bool isAcross = cell.column >= reach && cell.column < reach + tileWidth,
               isDown = cell.line >= reach && cell.line < reach + tileHeight;
    return (isAcross && (cell.line == reach - 1 || cell.line == reach + tileHeight)) ||
           (isDown && (cell.column == reach - 1 || cell.column == reach + tileWidth));
}

/// A slice of the displacement, a component after the other.
using Plane = float[3 * area];

/// By what a column of A is multiplied here, so that products of a voxel's differences need not be halved one by one.
__device__ inline float partsOf(int at, int side) {
    return 1 / perOf(at, side);
}

/// A = I - Du, its columns times what `partsOf` says along each axis.
__device__ inline Matrix stretchIn(const float* before, const float* here, const float* behind, float partsX, float partsY,
                                   float partsZ) {
    Matrix a;
#pragma unroll
    for (int k = 0; k < 3; ++k) {
        a.of[k][0] = here[k * area - 1] - here[k * area + 1];
        a.of[k][1] = here[k * area - columns] - here[k * area + columns];
        a.of[k][2] = before[k * area] - behind[k * area];
    }
    a.of[0][0] += partsX, a.of[1][1] += partsY, a.of[2][2] += partsZ;
    return a;
}

/// Both at once within what half precision holds.
__device__ inline __half2 heldPair(float a, float b) {
    return __hmax2(__hmin2(__floats2half2_rn(a, b), __float2half2_rn(mostHalf)), __float2half2_rn(-mostHalf));
}

struct SumsAndLeast {
    __device__ Sums<4> operator()(const Sums<4>& a, const Sums<4>& b) const {
        return {a.of[0] + b.of[0], a.of[1] + b.of[1], a.of[2] + b.of[2], fmin(a.of[3], b.of[3])};
    }
};

/// Blocks have so many slices of their tiles up to `end`, and the last ones have what is left behind it.
struct Layers {
    int slices, end;
};

/// Goes through slices: the one at `z` is bent, and the one before it, whose neighbours' slopes are known by then, is pulled.
template <bool isCubic, bool isMasked>
__global__ void __launch_bounds__(threads, evaluationBlocks)
    evaluate(RegistrationTask task, Step<__half> step, FieldPointers tried, Motion<__half> to, SumRoom room, HostSums hostSums,
             Layers layers) {
    __shared__ Plane planes[3];
    __shared__ float slopes[2][area];
    const VolumeSides size = task.pair.fixed.size;
    const Place place = firstPlace(size, layers.slices);
    const int begin = min(place.z, layers.end), end = begin == layers.end ? size.depth : min(begin + layers.slices, layers.end),
              last = size.depth - 1, thread = threadIdx.x;
    const Cell own{reach + thread % tileWidth, reach + thread / tileWidth}, beside = cellBeside(min(thread, besides - 1));
    const bool isInside = place.x < size.width && place.y < size.height, hasBeside = thread < besides,
               regularisesBeside = isNext(beside);
    const Index slice = sliceOf(size);
    const auto xOf = [&](const Cell& cell) { return place.x + cell.column - own.column; };
    const auto yOf = [&](const Cell& cell) { return place.y + cell.line - own.line; };
    const auto voxelOf = [&](const Cell& cell) {  // or, beyond a face, the one at it
        return static_cast<Index>(max(0, min(yOf(cell), size.height - 1)) * size.width + max(0, min(xOf(cell), size.width - 1)));
    };
    const Index ownVoxel = voxelOf(own), besideVoxel = voxelOf(beside);
    const int here = own.place(), there = beside.place();
    const float partsX = partsOf(place.x, size.width), partsY = partsOf(place.y, size.height),
                partsXThere = partsOf(xOf(beside), size.width), partsYThere = partsOf(yOf(beside), size.height),
                per = 1 / (partsX * partsY), perThere = 1 / (partsXThere * partsYThere);
    const int left = here - (place.x > 0), right = here + (place.x < size.width - 1), above = here - (place.y > 0 ? columns : 0),
              below = here + (place.y < size.height - 1 ? columns : 0);
    const float lambda = task.lambda * halfScale;
    float energy = 0, least = 1e30F;
    Differences differences;
    waitForKernelBefore();

    const auto fetch = [&](int z, Index voxel) { return fetchStart(step, max(0, min(z, last)) * slice + voxel); };
    const int first = max(begin - 1, 0);
    float *before = planes[0], *at = planes[1], *behind = planes[2], *slope = slopes[0], *slopeBehind = slopes[1];
    Start<__half> firsts[2] = {fetch(first - 1, ownVoxel), fetch(first, ownVoxel)}, besideFirsts[2]{},
                  next = fetch(first + 1, ownVoxel), nextBeside{};
    if (hasBeside) {
        besideFirsts[0] = fetch(first - 1, besideVoxel), besideFirsts[1] = fetch(first, besideVoxel);
        nextBeside = fetch(first + 1, besideVoxel);
    }
    const float stride = strideOf(step);
    const auto keepAfter = [&](const Start<__half>& start, float* cell) {
#pragma unroll
        for (int k = 0; k < 3; ++k)
            cell[k * area] = start.after(stride, k);
    };
    keepAfter(firsts[0], before + here), keepAfter(firsts[1], at + here);
    if (hasBeside) keepAfter(besideFirsts[0], before + there), keepAfter(besideFirsts[1], at + there);
    float slopeBefore = 0, slopeHere = 0;
    Matrix cofactorsHere{};
#pragma unroll 2  // what a slice leaves for the next one then needs no moving
    for (int z = first; z <= end; ++z) {
        const int pulled = z - 1;
        const bool isPulled = pulled >= begin && isInside;
        const Index i = pulled * slice + ownVoxel;
        const Start<__half> start = next, startBeside = nextBeside;
        next = fetch(z + 2, ownVoxel);
        if (hasBeside) nextBeside = fetch(z + 2, besideVoxel);

        bool counts = false;
        InterpolationPoint point;
        QuadPlane around[4];  // asked for long before they are needed
        float moved;
        if (isPulled) {
            float u[3];
#pragma unroll
            for (int k = 0; k < 3; ++k)
                tried.along[k][i] = u[k] = before[here + k * area];
            const float px = place.x - u[0], py = place.y - u[1], pz = pulled - u[2];
            counts = contains(size, px, py, pz);
            if (isMasked)
                counts = counts && isValid(task.pair.movedValid, i) && isValidAt(task.pair.fixedValid, size, px, py, pz);
            point = interpolationPointAt(counts ? px : 0, counts ? py : 0, counts ? pz : 0);
#pragma unroll
            for (int k = 0; k < 4; ++k)
                around[k] = quadPlaneAt(task.pair.fixed, point, k);
            moved = __ldg(task.pair.moved + i);
        }

        keepAfter(start, behind + here);
        if (hasBeside) keepAfter(startBeside, behind + there);
        __syncthreads();  // the planes are read from here on, the oldest one by those alone who wrote it
        const float partsZ = partsOf(z, size.depth), perZ = perOf(z, size.depth);
        const Matrix stretch = stretchIn(before + here, at + here, behind + here, partsX, partsY, partsZ),
                     products = cofactors(stretch);
        const Regularisation regularisation = regularisationOf(
            (stretch.of[0][0] * products.of[0][0] + stretch.of[0][1] * products.of[0][1] + stretch.of[0][2] * products.of[0][2]) *
            (per * perZ));
        const float slopeNow = z <= last ? regularisation.slope : slopeHere;
        slopeBehind[here] = slopeNow;
        if (isInside && z >= begin && z < end) {
            energy += regularisation.energy;
            least = fminf(least, regularisation.j);
        }
        if (regularisesBeside)
            slopeBehind[there] = regularisationOf(determinant(stretchIn(before + there, at + there, behind + there, partsXThere,
                                                                        partsYThere, partsZ)) *
                                                  (perThere * perZ))
                                     .slope;

        if (isPulled) {
            const float scale = -lambda * (per * perOf(pulled, size.depth)), alongX = (slope[right] - slope[left]) * scale,
                        alongY = (slope[below] - slope[above]) * scale,
                        alongZ = (slopeNow - (pulled > 0 ? slopeBefore : slopeHere)) * scale;
            float force[3];
#pragma unroll
            for (int k = 0; k < 3; ++k)
                force[k] = cofactorsHere.of[k][0] * alongX + cofactorsHere.of[k][1] * alongY + cofactorsHere.of[k][2] * alongZ;
            if (counts) {
                const Sample sample = sampleOf([&](int k) { return around[k]; }, point, isCubic);
                const float scale = halfScale * differences.scaleOf(sample, moved, task.over);
                force[0] += scale * sample.x, force[1] += scale * sample.y, force[2] += scale * sample.z;
            }
            const __half2 xy = heldPair(force[0], force[1]), z0 = heldPair(force[2], 0);
            to.along[0][i] = __low2half(xy), to.along[1][i] = __high2half(xy), to.along[2][i] = __low2half(z0);
        }
        cofactorsHere = products;
        slopeBefore = slopeHere, slopeHere = slopeNow;
        float *const oldest = before, *const oldSlope = slope;
        before = at, at = behind, behind = oldest;
        slope = slopeBehind, slopeBehind = oldSlope;
    }
    const Sums<2> greys = differences.sums();
    const Sums<4> part{greys.of[0], greys.of[1], static_cast<double>(energy), static_cast<double>(least)};
    if (!finish(room, part, Sums<4>{0, 0, 0, 1e30}, SumsAndLeast{})) return;
    hostSums.before[0].kept[0] = room.kept[2], hostSums.before[0].kept[1] = room.kept[3];
    writeToHost(hostSums);
}

/// Larger ones lose more by the cache that the kernel before leaves them than they win by starting early.
constexpr long long mostVoxelsToGetReadyFor = 1LL << 21;

struct Grid {
    int blocks;
    Layers layers;
};

/// Tiles that leave some multiprocessors half idle share their last slices out among these: 240 x 240 have 240 tiles for the
/// 264 blocks of an H200. No more blocks than there is room for their sums.
Grid gridOf(const VolumeSides& size) {
    constexpr int sums = 4;  // of a block
    const auto parts = [](int whole, int part) { return (whole + part - 1) / part; };
    constexpr int slicesToBegin = evaluationShape.slicesToBegin;
    const int atOnce = evaluationShape.ofMultiprocessor * multiprocessorsInUse(),
              tiles = parts(size.width, tileWidth) * parts(size.height, tileHeight), usual = blocksOf(size),
              most = mostSums * usual / sums, layers = atOnce / tiles, left = atOnce - layers * tiles;
    int blocks = blocksOf(size, evaluationShape);
    if (blocks > most) blocks = usual;
    Grid best{blocks, {parts(size.depth, blocks / tiles), size.depth}};
    if (layers == 0 || left == 0) return best;
    int least = parts(blocks, atOnce) * (best.layers.slices + slicesToBegin);
    for (int last = 1; last < size.depth / 2; ++last) {
        const int slices = parts(size.depth - last, layers),
                  cost = std::max(slices + slicesToBegin, parts(tiles, left) * (last + slicesToBegin)),
                  all = (parts(size.depth - last, slices) + 1) * tiles;
        if (cost < least && all <= most) least = cost, best = {all, {slices, size.depth - last}};
    }
    return best;
}

template <bool isCubic, bool isMasked>
void launchAs(const RegistrationTask& task, const StepTask& step, const FieldPointers& tried, const MotionPointers& force,
              const SumRoom& room, const HostSums& hostSums, cudaStream_t stream) {
    const Step<__half> same{step.accepted, motionOf<__half>(step.velocity), step.reach, step.largestSquare};
    const VolumeSides& size = task.pair.fixed.size;
    const auto [blocks, layers] = gridOf(size);
    const auto launch = [&](auto... arguments) {
        if (static_cast<long long>(size.width) * size.height * size.depth <= mostVoxelsToGetReadyFor)
            return launchNext<evaluate<isCubic, isMasked>>(blocks, threads, 0, stream, arguments...);
        evaluate<isCubic, isMasked><<<blocks, threads, 0, stream>>>(arguments...);
    };
    launch(task, same, tried, motionOf<__half>(force), room, hostSums, layers);
}

}  // namespace

void launchEvaluation(const RegistrationTask& task, const StepTask& step, const FieldPointers& tried, const MotionPointers& force,
                      const SumRoom& room, const HostSums& hostSums, cudaStream_t stream) {
    const bool isMasked = task.pair.fixedValid || task.pair.movedValid;
    constexpr decltype(&launchAs<true, true>) launches[2][2]{{launchAs<false, false>, launchAs<false, true>},
                                                             {launchAs<true, false>, launchAs<true, true>}};
    launches[task.pair.fixed.isCubic][isMasked](task, step, tried, force, room, hostSums, stream);
}

}  // namespace coarsen::gpu
