// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Reading a volume between its voxels, with its gradient there.

#include "gpu/register/kernels/voxels.cuh"

#include <cuda_fp16.h>

#include <cstdint>

namespace coarsen::gpu {

struct Weights {
    float value[4], derivative[4];
};

__device__ inline Weights weightsAt(float t, bool isCubic) {
    constexpr float sixth = 1.0F / 6, twoThirds = 2.0F / 3;  // a division takes ten times as long
    const float s = 1 - t;
    if (isCubic)
        return {{s * s * s * sixth, twoThirds + t * t * (0.5F * t - 1), twoThirds + s * s * (0.5F * s - 1), t * t * t * sixth},
                {-s * s / 2, t * (1.5F * t - 2), s * (2 - 1.5F * s), t * t / 2}};
    return {{0, s, t, 0}, {-s / 2, -t / 2, s / 2, t / 2}};
}

struct Sample {
    float value, x, y, z;
};

/// From the 4 x 4 x 4 numbers around the place.
__device__ inline Sample sampleAt(const SampledVolume& volume, float x, float y, float z) {
    const int ix = static_cast<int>(x), iy = static_cast<int>(y), iz = static_cast<int>(z);
    const Weights wx = weightsAt(x - ix, volume.isCubic), wy = weightsAt(y - iy, volume.isCubic),
                  wz = weightsAt(z - iz, volume.isCubic);
    const int row = volume.size.width + 3;
    const Index slice = static_cast<Index>(row) * (volume.size.height + 3);
    Index from = iz * slice + iy * row + ix;
    Sample sample{};
#pragma unroll
    for (int k = 0; k < 4; ++k, from += slice) {
        float value = 0, alongX = 0, alongY = 0;
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            const float* const line = volume.numbers + (from + j * row);
            const float n0 = __ldg(line), n1 = __ldg(line + 1), n2 = __ldg(line + 2), n3 = __ldg(line + 3);
            const float here = n0 * wx.value[0] + n1 * wx.value[1] + n2 * wx.value[2] + n3 * wx.value[3];
            value += here * wy.value[j];
            alongY += here * wy.derivative[j];
            alongX +=
                (n0 * wx.derivative[0] + n1 * wx.derivative[1] + n2 * wx.derivative[2] + n3 * wx.derivative[3]) * wy.value[j];
        }
        sample.value += value * wz.value[k];
        sample.x += alongX * wz.value[k];
        sample.y += alongY * wz.value[k];
        sample.z += value * wz.derivative[k];
    }
    return sample;
}

__device__ inline std::uint32_t bitsOf(__half2 pair) {
    return *reinterpret_cast<const std::uint32_t*>(&pair);
}

__device__ inline __half2 pairOf(std::uint32_t bits) {
    return *reinterpret_cast<const __half2*>(&bits);
}

/// A place between voxels: the one before it along each axis, and how far behind that it lies.
struct InterpolationPoint {
    int x, y, z;
    float behindX, behindY, behindZ;
};

__device__ inline InterpolationPoint interpolationPointAt(float x, float y, float z) {
    const int ix = static_cast<int>(x), iy = static_cast<int>(y), iz = static_cast<int>(z);
    return {ix, iy, iz, x - ix, y - iy, z - iz};
}

/// The 4 x 4 numbers around a place in one of the four planes along z: four along x in each.
struct QuadPlane {
    uint2 of[4];
};

__device__ inline QuadPlane quadPlaneAt(const SampledVolume& volume, const InterpolationPoint& point, int plane) {
    const Index column = static_cast<Index>(quadsAside) * (volume.size.height + 3), x = point.x,
                from = ((point.z + plane) * quadColumnsOf(volume.size.width) + x / quadsAside) * column + point.y * quadsAside +
                       x % quadsAside;
    const auto* const first = reinterpret_cast<const uint2*>(volume.quads + from);
    QuadPlane quads;
#pragma unroll
    for (int j = 0; j < 4; ++j)
        quads.of[j] = __ldg(first + j * quadsAside);
    return quads;
}

/// Answer of `sampleAt`, from what `planeAt(k)` has of each plane; within a plane in half precision, value and derivative along x
/// beside each other.
template <typename Planes>
__device__ inline Sample sampleOf(Planes planeAt, const InterpolationPoint& point, bool isCubic) {
    const Weights wx = weightsAt(point.behindX, isCubic), wy = weightsAt(point.behindY, isCubic),
                  wz = weightsAt(point.behindZ, isCubic);
    __half2 both[4], ofRow[4], slopeOfRow[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        both[i] = __floats2half2_rn(wx.value[i], wx.derivative[i]);
        ofRow[i] = __float2half2_rn(wy.value[i]), slopeOfRow[i] = __float2half2_rn(wy.derivative[i]);
    }
    Sample sample{};
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        const QuadPlane quads = planeAt(k);
        __half2 plane{}, across{};  // value and derivative along x; the same of the derivative along y
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            const __half2 first = pairOf(quads.of[j].x), second = pairOf(quads.of[j].y);
            __half2 sum = __hmul2(__low2half2(first), both[0]);
            sum = __hfma2(__high2half2(first), both[1], sum);
            sum = __hfma2(__low2half2(second), both[2], sum);
            sum = __hfma2(__high2half2(second), both[3], sum);
            plane = j == 0 ? __hmul2(sum, ofRow[0]) : __hfma2(sum, ofRow[j], plane);
            across = j == 0 ? __hmul2(sum, slopeOfRow[0]) : __hfma2(sum, slopeOfRow[j], across);
        }
        const float2 here = __half22float2(plane);
        sample.value += here.x * wz.value[k];
        sample.x += here.y * wz.value[k];
        sample.y += __low2float(across) * wz.value[k];
        sample.z += here.x * wz.derivative[k];
    }
    return sample;
}

__device__ inline Sample sampleQuadsAt(const SampledVolume& volume, float x, float y, float z) {
    const InterpolationPoint point = interpolationPointAt(x, y, z);
    return sampleOf([&](int k) { return quadPlaneAt(volume, point, k); }, point, volume.isCubic);
}

}  // namespace coarsen::gpu
