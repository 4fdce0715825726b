// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a registration makes of its two volumes before and after its descents; core has the same in plain loops.

#include "gpu/register/kernels/voxel_tasks.hpp"

#include <cuda_runtime_api.h>

namespace coarsen::gpu {

/// Values that count; `valid` null: all.
struct ValidValues {
    const float* values;
    const std::uint8_t* valid;
    long long count;
};

/// Floats in order of size, as whole numbers: the bits of a number are found from the highest on.
inline constexpr int rankBins = 2048, rankBits = 11;
struct RankTask {
    unsigned prefix[2];  ///< of the two numbers sought, the bits above those counted here
    int shift, width;    ///< of the bits counted, at most rankBits
};
/// counts[s][b]: how many values whose higher bits are prefix[s] have b there. Adds to them.
void launchRanks(const ValidValues& values, const RankTask& task, unsigned* counts, cudaStream_t stream);
/// The number that comes in that place of the order.
float rankedNumber(unsigned bits);

/// Counts for each part of the range from low to high: how many values lie in each, and the sum of where they lie in the range,
/// in 2^-32 of it. What lies beyond counts at its ends. Adds to them.
inline constexpr int greyBins = 1024;
void launchGreys(const ValidValues& values, float low, float high, unsigned long long* counts, unsigned long long* sums,
                 cudaStream_t stream);

/// to = (value - dark) / (bright - dark), 0 where it does not count.
void launchScale(const ValidValues& values, double dark, double bright, float* to, cudaStream_t stream);

/// to[i] = from[i] less the mean, 0 where it does not count; weights[i] = whether it does. `sums` as launchMean keeps them.
void launchCentre(const ValidValues& from, const double* sums, float* to, float* weights, cudaStream_t stream);
/// values[i] = mean + values[i] / weights[i], the mean alone where there is hardly any weight.
void launchWeigh(float* values, const float* weights, const double* sums, long long count, cudaStream_t stream);
/// sums = {sum, count} of the values that count.
void launchMean(const ValidValues& values, const VolumeSides& size, const SumRoom& room, cudaStream_t stream);

/// Half as many voxels along each axis, where there is more than one.
VolumeSides halfOf(const VolumeSides& size);
/// Every second voxel along each axis.
void launchHalve(const std::uint8_t* from, const VolumeSides& fine, std::uint8_t* to, cudaStream_t stream);
/// Twice what the coarse volume says at half the place.
void launchDouble(const SampledVolume& coarse, const VolumeSides& fine, float* to, cudaStream_t stream);

/// The quads of those numbers: of each of depth + 3 slices columns of height + 3 rows.
void launchQuads(const float* numbers, const VolumeSides& size, Quad* to, cudaStream_t stream);

/// u everywhere.
void launchFill(const FieldPointers& field, const float (&u)[3], long long voxels, cudaStream_t stream);

/// sums = those of core's ShiftNormals, of fixed(x - shift) with its slopes and moved(x).
void launchShift(const VolumePair& pair, const double (&shift)[3], const SumRoom& room, cudaStream_t stream);
/// sums = {n, a, b, aa, ab, bb} of a = fixed(x - u(x)) and b = moved(x).
void launchCorrelation(const VolumePair& pair, const FieldPointers& u, const SumRoom& room, cudaStream_t stream);
/// A flow, and the one displacement that it is told from.
struct FlowTask {
    FieldPointers u;
    double drift[3];
    VolumeSides size;
};
/// J, and of it sums = {J, log J, its square, its cube, J min, J max}; and the largest |u - drift|^2.
void launchJacobian(const FlowTask& flow, float* jacobian, const SumRoom& room, cudaStream_t stream);

}  // namespace coarsen::gpu
