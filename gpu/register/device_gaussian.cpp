// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/register/device_gaussian.hpp"

#include "core/register/gaussian_loops.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace coarsen::gpu {

namespace {

RecursiveTask recursiveTask(double sigma) {
    const RecursiveGaussian filter(sigma);
    RecursiveTask task{};
    for (std::size_t s = 0; s < filter.sections.size(); ++s) {
        const RecursiveGaussian::Section& from = filter.sections[s];
        RecursiveTask::Section& to = task.sections[s];
        to = {from.onward0,   from.onward1,     from.backward1,
              from.backward2, from.last1,       from.last2,
              from.onwardSum, from.backwardSum, {}};
        for (const std::size_t first : {std::size_t{0}, std::size_t{1}}) {
            double last = first == 0, before = first == 1;
            for (int i = 0; i < segmentLength; ++i)
                before = std::exchange(last, last * static_cast<double>(from.last1) + before * static_cast<double>(from.last2));
            to.past[0][first] = static_cast<float>(last);
            to.past[1][first] = static_cast<float>(before);
        }
    }
    return task;
}

}  // namespace

VolumeSides sidesOf(const VolumeSize& size) {
    return {size.width, size.height, size.depth};
}

DeviceGaussian::DeviceGaussian(double sigma, const VolumeSize& largest)
    : isNone_(!(sigma > 0)), isRecursive_(sigma > largestSummedSigma) {
    if (isNone_) return;
    if (!isRecursive_) {
        weights_ = deviceCopy(gaussianWeights(sigma));
        return;
    }
    if (std::max({largest.width, largest.height, largest.depth}) > longestLine)
        throw EngineError("GPU", "the volume has a side of more than " + std::to_string(longestLine) + " voxels",
                          "choose a CPU engine");
    recursive_ = recursiveTask(sigma);
}

void DeviceGaussian::along(int axis, std::span<float* const> volumes, const VolumeSize& size, float* room,
                           const Stream& stream) const {
    if (isNone_ || std::array{size.width, size.height, size.depth}[static_cast<std::size_t>(axis)] == 1) return;
    if (isRecursive_) {
        VolumesTask all{};
        for (float* const volume : volumes)
            all.volumes[all.count++] = volume;
        return launchRecursive(all, sidesOf(size), axis, recursive_, stream.get());
    }
    const SumTask task{weights_.get(), static_cast<int>(weights_.size()) - 1, Beyond::face, 0, 0};
    for (float* const volume : volumes) {
        launchSums(volume, room, sidesOf(size), axis, task, stream.get());
        check(cudaMemcpyAsync(volume, room, size.voxels() * sizeof(float), cudaMemcpyDeviceToDevice, stream.get()),
              "smooth a volume");
    }
}

void DeviceGaussian::operator()(float* volume, const VolumeSize& size, float* room, const Stream& stream) const {
    for (int axis = 0; axis < 3; ++axis)
        along(axis, std::array{volume}, size, room, stream);
}

}  // namespace coarsen::gpu
