// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/device/device.hpp"
#include "gpu/register/kernels/images.hpp"
#include "gpu/register/kernels/sampling.cuh"
#include "gpu/register/kernels/voxels.cuh"

#include <algorithm>
#include <cstring>

namespace coarsen::gpu {

namespace {

constexpr int histogramsOfMultiprocessor = 4;  // blocks

__device__ inline long long firstOf() {
    return static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
}

__device__ inline long long strideOf() {
    return static_cast<long long>(gridDim.x) * blockDim.x;
}

__device__ inline bool counts(const ValidValues& values, long long i) {
    return !values.valid || values.valid[i] != 0;
}

/// Mean from {sum, count}.
__device__ inline float meanOf(const double* sums) {
    return sums[1] > 0 ? static_cast<float>(sums[0] / sums[1]) : 0;
}

/// Whole numbers in the order of the floats.
__device__ inline unsigned orderedBits(float value) {
    const unsigned bits = __float_as_uint(value);
    return bits & 0x80000000U ? ~bits : bits | 0x80000000U;
}

__global__ void countRanks(ValidValues values, RankTask task, unsigned* to) {
    __shared__ unsigned shared[2 * rankBins];
    for (int i = threadIdx.x; i < 2 * rankBins; i += blockDim.x)
        shared[i] = 0;
    __syncthreads();
    for (long long i = firstOf(); i < values.count; i += strideOf()) {
        if (!counts(values, i)) continue;
        const unsigned bits = orderedBits(values.values[i]) >> task.shift, bin = bits & ((1U << task.width) - 1),
                       prefix = bits >> task.width;
#pragma unroll
        for (int s = 0; s < 2; ++s)
            if (prefix == task.prefix[s]) atomicAdd(&shared[s * rankBins + bin], 1U);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 2 * rankBins; i += blockDim.x)
        if (shared[i]) atomicAdd(&to[i], shared[i]);
}

__global__ void countGreys(ValidValues values, float low, float high, unsigned long long* countsTo, unsigned long long* sumsTo) {
    __shared__ unsigned sharedCounts[greyBins];
    __shared__ unsigned long long sharedSums[greyBins];
    for (int i = threadIdx.x; i < greyBins; i += blockDim.x)
        sharedCounts[i] = 0, sharedSums[i] = 0;
    __syncthreads();
    const double scale = 1 / (static_cast<double>(high) - static_cast<double>(low));
    for (long long i = firstOf(); i < values.count; i += strideOf()) {
        if (!counts(values, i)) continue;
        const double part = (static_cast<double>(fminf(fmaxf(values.values[i], low), high)) - static_cast<double>(low)) * scale;
        const int bin = min(greyBins - 1, static_cast<int>(part * greyBins));
        atomicAdd(&sharedCounts[bin], 1U);
        atomicAdd(&sharedSums[bin], static_cast<unsigned long long>(part * 0x1p32));
    }
    __syncthreads();
    for (int i = threadIdx.x; i < greyBins; i += blockDim.x)
        if (sharedCounts[i]) {
            atomicAdd(&countsTo[i], static_cast<unsigned long long>(sharedCounts[i]));
            atomicAdd(&sumsTo[i], sharedSums[i]);
        }
}

template <typename Body>
__global__ void forEach(long long count, Body body) {
    const long long i = firstOf();
    if (i < count) body(i);
}

template <typename Body>
void launchEach(long long count, cudaStream_t stream, Body body) {
    constexpr int each = 256;
    forEach<<<static_cast<unsigned>((count + each - 1) / each), each, 0, stream>>>(count, body);
}

__global__ void __launch_bounds__(threads) sumValues(ValidValues values, VolumeSides size, SumRoom room) {
    Sums<2> part{};
    eachVoxel(size, [&](const Place&, Index i) {
        if (!counts(values, i)) return;
        part.of[0] += static_cast<double>(values.values[i]);
        part.of[1] += 1;
    });
    finish(room, part, {}, Add{});
}

__global__ void __launch_bounds__(threads)
    halve(const std::uint8_t* from, VolumeSides fine, VolumeSides coarse, std::uint8_t* to) {
    eachVoxel(coarse, [&](const Place& at, Index i) { to[i] = from[indexOf(fine, 2 * at.x, 2 * at.y, 2 * at.z)]; });
}

__global__ void __launch_bounds__(threads) doubleUp(SampledVolume coarse, VolumeSides fine, float* to) {
    const auto within = [](int at, int side) { return fminf(0.5F * at, static_cast<float>(side - 1)); };
    eachVoxel(fine, [&](const Place& at, Index i) {
        to[i] = 2 * sampleAt(coarse, within(at.x, coarse.size.width), within(at.y, coarse.size.height),
                             within(at.z, coarse.size.depth))
                        .value;
    });
}

struct Shift {
    double along[3];
};

__global__ void __launch_bounds__(threads) sumShift(VolumePair pair, Shift shift, SumRoom room) {
    constexpr int unknowns = 5, products = unknowns * (unknowns + 1) / 2;
    float part[shiftSums] = {};  // of so few voxels that float32 does
    const VolumeSides& size = pair.fixed.size;
    eachVoxel(size, [&](const Place& at, Index i) {
        const auto px = static_cast<float>(at.x - shift.along[0]), py = static_cast<float>(at.y - shift.along[1]),
                   pz = static_cast<float>(at.z - shift.along[2]);
        if (!contains(size, px, py, pz) || !isValid(pair.movedValid, i) || !isValidAt(pair.fixedValid, size, px, py, pz)) return;
        const Sample sample = pair.fixed.quads ? sampleQuadsAt(pair.fixed, px, py, pz) : sampleAt(pair.fixed, px, py, pz);
        const float basis[unknowns] = {sample.x, sample.y, sample.z, sample.value, 1}, value = pair.moved[i];
#pragma unroll
        for (int row = 0; row < unknowns; ++row) {
#pragma unroll
            for (int column = 0; column <= row; ++column)
                part[row * (row + 1) / 2 + column] += basis[row] * basis[column];
            part[products + row] += basis[row] * value;
        }
        part[shiftSums - 1] += value * value;
    });
    Sums<shiftSums> sums;
#pragma unroll
    for (int k = 0; k < shiftSums; ++k)
        sums.of[k] = static_cast<double>(part[k]);
    finish(room, sums, {}, Add{});
}

__global__ void __launch_bounds__(threads) sumCorrelation(VolumePair pair, FieldPointers u, SumRoom room) {
    Sums<6> part{};
    const VolumeSides& size = pair.fixed.size;
    eachVoxel(size, [&](const Place& at, Index i) {
        const float px = at.x - u.along[0][i], py = at.y - u.along[1][i], pz = at.z - u.along[2][i];
        if (!contains(size, px, py, pz) || !isValid(pair.movedValid, i) || !isValidAt(pair.fixedValid, size, px, py, pz)) return;
        const auto a = static_cast<double>(sampleAt(pair.fixed, px, py, pz).value), b = static_cast<double>(pair.moved[i]);
        const double numbers[6] = {1, a, b, a * a, a * b, b * b};
#pragma unroll
        for (int k = 0; k < 6; ++k)
            part.of[k] += numbers[k];
    });
    finish(room, part, {}, Add{});
}

struct AddAndExtremes {
    __device__ Sums<7> operator()(const Sums<7>& a, const Sums<7>& b) const {
        return {a.of[0] + b.of[0],      a.of[1] + b.of[1],      a.of[2] + b.of[2],     a.of[3] + b.of[3],
                fmin(a.of[4], b.of[4]), fmax(a.of[5], b.of[5]), fmax(a.of[6], b.of[6])};
    }
};

__global__ void __launch_bounds__(threads) jacobianOf(FlowTask flow, float* to, SumRoom room) {
    constexpr Sums<7> nothing{0, 0, 0, 0, 1e30, -1e30, 0};
    Sums<7> part = nothing;
    eachVoxel(flow.size, [&](const Place& at, Index i) {
        const float j = determinant(stretchAt(flow.u, i, neighboursOf(flow.size, at)));
        to[i] = j;
        const double logarithm = log(fmax(static_cast<double>(j), 1e-6)), square = logarithm * logarithm;
        double away = 0;
#pragma unroll
        for (int k = 0; k < 3; ++k) {
            const double off = static_cast<double>(flow.u.along[k][i]) - flow.drift[k];
            away += off * off;
        }
        part = AddAndExtremes{}(part, {static_cast<double>(j), logarithm, square, square * logarithm, static_cast<double>(j),
                                       static_cast<double>(j), away});
    });
    finish(room, part, nothing, AddAndExtremes{});
}

unsigned gridFor(const VolumeSides& size) {
    return static_cast<unsigned>(blocksOf(size));
}

unsigned blocksOfHistogram() {
    return static_cast<unsigned>(histogramsOfMultiprocessor * multiprocessorsInUse());
}

}  // namespace

VolumeSides halfOf(const VolumeSides& size) {
    const auto half = [](int side) { return side == 1 ? 1 : (side + 1) / 2; };
    return {half(size.width), half(size.height), half(size.depth)};
}

int blocksOf(const VolumeSides& size, const BlockShape& shape) {
    const auto parts = [](long long whole, long long part) { return (whole + part - 1) / part; };
    const long long tiles = parts(size.width, tileWidth) * parts(size.height, tileHeight);
    const int atOnce = shape.ofMultiprocessor * multiprocessorsInUse();
    long long layers = 1, least = 0;
    for (int slices = std::min(shape.mostSlices, size.depth); slices > 0;
         --slices) {  // turns that are nearly full, and not too short
        const long long of = parts(size.depth, slices), cost = parts(tiles * of, atOnce) * (slices + shape.slicesToBegin);
        if (least == 0 || cost < least) least = cost, layers = of;
    }
    return static_cast<int>(tiles * layers);
}

float rankedNumber(unsigned bits) {
    bits = bits & 0x80000000U ? bits & 0x7fffffffU : ~bits;
    float number;
    std::memcpy(&number, &bits, sizeof number);
    return number;
}

void launchRanks(const ValidValues& values, const RankTask& task, unsigned* counts, cudaStream_t stream) {
    countRanks<<<blocksOfHistogram(), 512, 0, stream>>>(values, task, counts);
}

void launchGreys(const ValidValues& values, float low, float high, unsigned long long* counts, unsigned long long* sums,
                 cudaStream_t stream) {
    countGreys<<<blocksOfHistogram(), 512, 0, stream>>>(values, low, high, counts, sums);
}

void launchScale(const ValidValues& values, double dark, double bright, float* to, cudaStream_t stream) {
    launchEach(values.count, stream, [=] __device__(long long i) {
        to[i] = counts(values, i) ? static_cast<float>((static_cast<double>(values.values[i]) - dark) / (bright - dark)) : 0;
    });
}

void launchCentre(const ValidValues& from, const double* sums, float* to, float* weights, cudaStream_t stream) {
    launchEach(from.count, stream, [=] __device__(long long i) {
        to[i] = counts(from, i) ? from.values[i] - meanOf(sums) : 0;
        weights[i] = counts(from, i);
    });
}

void launchWeigh(float* values, const float* weights, const double* sums, long long count, cudaStream_t stream) {
    launchEach(count, stream,
               [=] __device__(long long i) { values[i] = meanOf(sums) + (weights[i] > 1e-3F ? values[i] / weights[i] : 0); });
}

void launchMean(const ValidValues& values, const VolumeSides& size, const SumRoom& room, cudaStream_t stream) {
    sumValues<<<gridFor(size), threads, 0, stream>>>(values, size, room);
}

void launchHalve(const std::uint8_t* from, const VolumeSides& fine, std::uint8_t* to, cudaStream_t stream) {
    halve<<<gridFor(halfOf(fine)), threads, 0, stream>>>(from, fine, halfOf(fine), to);
}

void launchDouble(const SampledVolume& coarse, const VolumeSides& fine, float* to, cudaStream_t stream) {
    doubleUp<<<gridFor(fine), threads, 0, stream>>>(coarse, fine, to);
}

void launchQuads(const float* numbers, const VolumeSides& size, Quad* to, cudaStream_t stream) {
    const int width = size.width, columns = quadColumnsOf(width), rows = size.height + 3;
    const long long all = static_cast<long long>(columns * quadsAside) * rows * (size.depth + 3);
    launchEach(all, stream, [=] __device__(long long i) {
        const long long row = i / quadsAside, column = row / rows;
        const int x = static_cast<int>(column % columns * quadsAside + i % quadsAside);
        if (x >= width) return;
        const float* const from = numbers + (column / columns * rows + row % rows) * (width + 3) + x;
        const __half2 first = __floats2half2_rn(from[0], from[1]), second = __floats2half2_rn(from[2], from[3]);
        to[i] = {{bitsOf(first), bitsOf(second)}};
    });
}

void launchFill(const FieldPointers& field, const float (&u)[3], long long voxels, cudaStream_t stream) {
    const float x = u[0], y = u[1], z = u[2];
    launchEach(voxels, stream,
               [=] __device__(long long i) { field.along[0][i] = x, field.along[1][i] = y, field.along[2][i] = z; });
}

void launchShift(const VolumePair& pair, const double (&shift)[3], const SumRoom& room, cudaStream_t stream) {
    sumShift<<<gridFor(pair.fixed.size), threads, 0, stream>>>(pair, {{shift[0], shift[1], shift[2]}}, room);
}

void launchCorrelation(const VolumePair& pair, const FieldPointers& u, const SumRoom& room, cudaStream_t stream) {
    sumCorrelation<<<gridFor(pair.fixed.size), threads, 0, stream>>>(pair, u, room);
}

void launchJacobian(const FlowTask& flow, float* jacobian, const SumRoom& room, cudaStream_t stream) {
    jacobianOf<<<gridFor(flow.size), threads, 0, stream>>>(flow, jacobian, room);
}

}  // namespace coarsen::gpu
