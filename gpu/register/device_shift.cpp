// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/register/device_shift.hpp"

#include "gpu/register/device_gaussian.hpp"
#include "gpu/register/device_greys.hpp"
#include "gpu/register/kernels/images.hpp"
#include "gpu/register/kernels/shifts.hpp"

#include <cstddef>
#include <vector>

namespace coarsen::gpu {

namespace {
constexpr double mostProducts = 1e12;  // above them the computer's transforms are faster
}

std::optional<VolumeShift> deviceLikeliestShift(const DeviceImages& images, float* room, const GpuArena& place) {
    const VolumeSize& size = images.size;
    const ShiftReach reach{size.width / 4, size.height / 4, size.depth / 4};
    const int across = 2 * reach.x + 1, down = 2 * reach.y + 1, deep = 2 * reach.z + 1;
    const std::size_t voxels = size.voxels(), shifts = VolumeSize{across, down, deep}.voxels();
    if (!canSumShifts(sidesOf(size), reach) || static_cast<double>(voxels) * static_cast<double>(shifts) > mostProducts)
        return {};
    const auto count = static_cast<long long>(voxels);
    float *const fixed = room, *const moved = room + voxels, *const weights = room + 2 * voxels, *const sums = room + 3 * voxels;
    centre({images.fixed, images.fixedValid, count}, size, fixed, weights, place);
    centre({images.moved, images.movedValid, count}, size, moved, weights, place);
    launchShiftSums(fixed, moved, sidesOf(size), reach, sums, place.stream().get());
    check(cudaGetLastError(), "find the drift");
    const std::vector<float> parts = hostCopy(sums, shifts * static_cast<std::size_t>(shiftParts(reach)), place.stream());
    const auto sumAt = [&](int x, int y, int z) {
        double sum = 0;
        for (std::size_t i = VolumeSize{across, down, deep}.index(x + reach.x, y + reach.y, z + reach.z); i < parts.size();
             i += shifts)
            sum += static_cast<double>(parts[i]);
        return sum;
    };
    return highestShift(size, sumAt, [&](int x, int y, int z) { return overlapPairs(size, x, y, z); });
}

}  // namespace coarsen::gpu
