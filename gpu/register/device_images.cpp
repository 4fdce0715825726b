// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/register/device_images.hpp"

#include "gpu/register/device_gaussian.hpp"

#include <cmath>
#include <vector>

namespace coarsen::gpu {

namespace {

constexpr int before = 1, behind = 2;  // voxels that are read beyond the faces

/// Of the coefficients of a cubic B-spline: sqrt(3) pole^|i| of the voxel i away.
std::vector<float> splineWeights() {
    constexpr int sides = 16;  // pole^16 < 1e-9
    const double pole = std::sqrt(3.0) - 2;
    std::vector<float> weights;
    for (int i = 0; i <= sides; ++i)
        weights.push_back(static_cast<float>(std::sqrt(3.0) * std::pow(pole, i)));
    return weights;
}

}  // namespace

std::size_t numbersOf(const VolumeSize& size) {
    constexpr int more = before + behind;
    return VolumeSize{size.width + more, size.height + more, size.depth + more}.voxels();
}

DevicePrefilter::DevicePrefilter() : weights_(deviceCopy(splineWeights())) {}

void DevicePrefilter::operator()(const float* values, const VolumeSize& size, Sampling sampling, float* to,
                                 const std::array<float*, 2>& rooms, const Stream& stream) const {
    const SumTask task{weights_.get(), static_cast<int>(weights_.size()) - 1,
                       sampling == Sampling::cubic ? Beyond::mirror : Beyond::straight, before, behind};
    VolumeSides sides = sidesOf(size);
    launchSums(values, rooms[0], sides, 0, task, stream.get());
    sides.width += before + behind;
    launchSums(rooms[0], rooms[1], sides, 1, task, stream.get());
    sides.height += before + behind;
    launchSums(rooms[1], to, sides, 2, task, stream.get());
    check(cudaGetLastError(), "prepare a volume");
}

VolumePair DeviceImages::pair(const float* otherNumbers, bool isCubic) const {
    return {{sidesOf(size), otherNumbers, isCubic}, moved.get(), fixedValid.get(), movedValid.get()};
}

SumMemory::SumMemory(const VolumeSize& size)
    : parts_(static_cast<std::size_t>(mostSums) * static_cast<std::size_t>(blocksOf(sidesOf(size)))),
      ticket_(deviceCopy(std::vector<unsigned>{0})),
      kept_(places * mostSums),
      answers_(places * mostSums) {}

}  // namespace coarsen::gpu
