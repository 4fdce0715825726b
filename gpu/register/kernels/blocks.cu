// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/register/kernels/blocks.hpp"
#include "gpu/register/kernels/sampling.cuh"
#include "gpu/register/kernels/voxels.cuh"

#include <algorithm>

namespace coarsen::gpu {

namespace {

/// Calls `body(place, index)` for each of the thread's voxels in its layer of a block.
template <typename Body>
__device__ inline void eachOfLayer(const BlockTask& task, Body body) {
    const int layer = static_cast<int>(blockIdx.x) % task.layers, block = static_cast<int>(blockIdx.x) / task.layers;
    const int at[3] = {block % task.count[0], block / task.count[0] % task.count[1], block / task.count[0] / task.count[1]};
    int from[3], sides[3];
#pragma unroll
    for (int axis = 0; axis < 3; ++axis) {
        from[axis] = task.parts[axis][at[axis]];
        sides[axis] = task.parts[axis][at[axis] + 1] - from[axis];
    }
    const int begin = from[2] + sides[2] * layer / task.layers, end = from[2] + sides[2] * (layer + 1) / task.layers;
    const Index width = sides[0], height = sides[1], count = width * height * static_cast<Index>(end - begin);
    for (Index i = threadIdx.x; i < count; i += threads) {
        const Place place{from[0] + static_cast<int>(i % width), from[1] + static_cast<int>(i / width % height),
                          begin + static_cast<int>(i / width / height)};
        body(place, indexOf(task.size, place.x, place.y, place.z));
    }
}

/// Sums of a thread's values, then of the layer's.
struct GreySums {
    Sums<sumsOfLayer> sums{};

    __device__ void add(float value) {
        const auto exact = static_cast<double>(value);
        sums.of[0] += 1, sums.of[1] += exact, sums.of[2] += exact * exact;
    }
    __device__ void keep(double* to) {
        sums = overTile(sums, Add{});
        if (threadIdx.x > 0) return;
#pragma unroll
        for (int k = 0; k < sumsOfLayer; ++k)
            to[static_cast<Index>(sumsOfLayer) * blockIdx.x + k] = sums.of[k];
    }
};

__global__ void __launch_bounds__(threads)
    sumDrawnGreys(VolumePair pair, FieldPointers u, BlockTask task, std::uint8_t* counted, double* to) {
    GreySums greys;
    eachOfLayer(task, [&](const Place& at, Index i) {
        const float px = at.x - u.along[0][i], py = at.y - u.along[1][i], pz = at.z - u.along[2][i];
        const bool counts =
            contains(task.size, px, py, pz) && isValid(pair.movedValid, i) && isValidAt(pair.fixedValid, task.size, px, py, pz);
        counted[i] = counts;
        if (counts) greys.add(sampleAt(pair.fixed, px, py, pz).value);
    });
    greys.keep(to);
}

__global__ void __launch_bounds__(threads)
    sumCountedGreys(const float* values, const std::uint8_t* counted, BlockTask task, double* to) {
    GreySums greys;
    eachOfLayer(task, [&](const Place&, Index i) {
        if (counted[i] != 0) greys.add(values[i]);
    });
    greys.keep(to);
}

/// Powers of a coordinate that goes from -1 at the first voxel to 1 at the last.
struct Powers {
    double of[SlowTask::powers];

    __device__ Powers(int at, int side) {
        const double coordinate = side > 1 ? 2.0 * at / (side - 1) - 1 : 0;
        of[0] = 1;
#pragma unroll
        for (int i = 1; i < SlowTask::powers; ++i)
            of[i] = of[i - 1] * coordinate;
    }
};

__device__ inline double polynomialAt(const double* coefficients, const Powers& x, const Powers& y, const Powers& z) {
    double sum = 0;
#pragma unroll
    for (int k = 0; k < SlowTask::powers; ++k)
#pragma unroll
        for (int j = 0; j + k < SlowTask::powers; ++j)
#pragma unroll
            for (int i = 0; i + j + k < SlowTask::powers; ++i)
                sum += coefficients[i + SlowTask::powers * (j + SlowTask::powers * k)] * x.of[i] * y.of[j] * z.of[k];
    return sum;
}

__global__ void __launch_bounds__(threads) takeOut(float* values, SlowTask task) {
    eachVoxel(task.size, [&](const Place& at, Index i) {
        const Powers x(at.x, task.size.width), y(at.y, task.size.height), z(at.z, task.size.depth);
        values[i] = static_cast<float>((static_cast<double>(values[i]) - polynomialAt(task.offset, x, y, z)) /
                                       exp(polynomialAt(task.logGain, x, y, z)));
    });
}

}  // namespace

void chooseLayers(BlockTask& task) {
    int thinnest = task.size.depth;
    for (int i = 0; i < task.count[2]; ++i)
        thinnest = std::min(thinnest, task.parts[2][i + 1] - task.parts[2][i]);
    task.layers = std::clamp(mostLayerSums / (task.count[0] * task.count[1] * task.count[2]), 1, thinnest);
}

void launchDrawnGreys(const VolumePair& pair, const FieldPointers& u, const BlockTask& task, std::uint8_t* counted, double* sums,
                      cudaStream_t stream) {
    sumDrawnGreys<<<static_cast<unsigned>(task.sums()), threads, 0, stream>>>(pair, u, task, counted, sums);
}

void launchCountedGreys(const float* values, const std::uint8_t* counted, const BlockTask& task, double* sums,
                        cudaStream_t stream) {
    sumCountedGreys<<<static_cast<unsigned>(task.sums()), threads, 0, stream>>>(values, counted, task, sums);
}

void launchTakeOut(float* values, const SlowTask& task, cudaStream_t stream) {
    takeOut<<<static_cast<unsigned>(blocksOf(task.size)), threads, 0, stream>>>(values, task);
}

}  // namespace coarsen::gpu
