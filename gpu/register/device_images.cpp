// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/register/device_images.hpp"

#include "gpu/register/device_gaussian.hpp"
#include "gpu/register/kernels/images.hpp"
#include "gpu/register/kernels/sums.hpp"

#include <cmath>
#include <cstdint>
#include <limits>

namespace coarsen::gpu {

namespace {

constexpr int before = 1, behind = 2;  // voxels that are read beyond the faces

/// Coefficients of a cubic B-spline: sums weighted by sqrt(3) pole^|i| of the voxel i away; to read linearly, the numbers.
SumTask taskOf(Sampling sampling) {
    if (sampling == Sampling::linear) return {{1}, 0, Beyond::straight, before, behind};
    SumTask task{{}, SumTask::mostSides, Beyond::mirror, before, behind};  // what is beyond is below float32's rounding
    const double pole = std::sqrt(3.0) - 2;
    for (int i = 0; i <= task.sides; ++i)
        task.weights[i] = static_cast<float>(std::sqrt(3.0) * std::pow(pole, i));
    return task;
}

}  // namespace

std::size_t numbersOf(const VolumeSize& size) {
    constexpr int more = before + behind;
    return VolumeSize{size.width + more, size.height + more, size.depth + more}.voxels();
}

std::size_t quadsOf(const VolumeSize& size) {
    constexpr int more = before + behind;
    return VolumeSize{quadColumnsOf(size.width) * quadsAside, size.height + more, size.depth + more}.voxels();
}

void prefilter(const float* values, const VolumeSize& size, Sampling sampling, float* to, const std::array<float*, 2>& rooms,
               const Stream& stream) {
    const SumTask task = taskOf(sampling);
    VolumeSides sides = sidesOf(size);
    launchSums(values, rooms[0], false, sides, 0, task, stream.get());
    sides.width += before + behind;
    launchSums(rooms[0], rooms[1], false, sides, 1, task, stream.get());
    sides.height += before + behind;
    launchSums(rooms[1], to, false, sides, 2, task, stream.get());
    check(cudaGetLastError(), "prepare a volume");
}

DeviceImages::DeviceImages(GpuArena& place, const VolumeSize& size, RegistrationPrecision precision, bool isFixedMasked,
                           bool isMovedMasked)
    : size(size),
      fixed(place.take<float>(size.voxels())),
      moved(place.take<float>(size.voxels())),
      numbers(place.take<float>(numbersOf(size))),
      quads(precision == RegistrationPrecision::half ? place.take<Quad>(quadsOf(size)) : nullptr),
      fixedValid(isFixedMasked ? place.take<std::uint8_t>(size.voxels()) : nullptr),
      movedValid(isMovedMasked ? place.take<std::uint8_t>(size.voxels()) : nullptr) {
    if (quads && quadsOf(size) > std::numeric_limits<std::uint32_t>::max())  // by which kernels say where one lies
        throw EngineError("GPU", "the volume is too long and thin", "choose a CPU engine");
}

std::size_t DeviceImages::bytesOf(const VolumeSize& size, RegistrationPrecision precision, bool isFixedMasked,
                                  bool isMovedMasked) {
    const std::size_t quads = precision == RegistrationPrecision::half ? quadsOf(size) : 0,
                      masks = static_cast<std::size_t>(isFixedMasked) + static_cast<std::size_t>(isMovedMasked);
    return 2 * GpuArena::roomOf(size.voxels() * sizeof(float)) + GpuArena::roomOf(numbersOf(size) * sizeof(float)) +
           GpuArena::roomOf(quads * sizeof(Quad)) + masks * GpuArena::roomOf(size.voxels());
}

void DeviceImages::prepare(const std::array<float*, 2>& rooms, const Stream& stream) {
    prefilter(fixed, size, Sampling::cubic, numbers, rooms, stream);
    if (quads) launchQuads(numbers, sidesOf(size), quads, stream.get());
    check(cudaGetLastError(), "prepare a volume");
}

}  // namespace coarsen::gpu
