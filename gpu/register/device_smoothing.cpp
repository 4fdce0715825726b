// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/register/device_smoothing.hpp"

#include "core/register/gaussian_loops.hpp"

#include <algorithm>
#include <cmath>
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

/// Of the coefficients of a cubic B-spline, as parts of the voxels around: sqrt(3) pole^|i|.
std::vector<float> splineWeights() {
    constexpr int sides = 16;  // pole^16 < 1e-9
    const double pole = std::sqrt(3.0) - 2;
    std::vector<float> weights;
    for (int i = 0; i <= sides; ++i)
        weights.push_back(static_cast<float>(std::sqrt(3.0) * std::pow(pole, i)));
    return weights;
}

}  // namespace

VolumeSides sidesOf(const VolumeSize& size) {
    return {size.width, size.height, size.depth};
}

DeviceSmoothing::DeviceSmoothing(double sigma, const VolumeSize& size)
    : size_(sidesOf(size)), isRecursive_(sigma > largestSummedSigma) {
    if (isRecursive_) {
        if (std::max({size.width, size.height, size.depth}) > longestLine)
            throw EngineError("GPU", "the volume has a side of more than " + std::to_string(longestLine) + " voxels",
                              "choose a CPU engine");
        recursive_ = recursiveTask(sigma);
    } else {
        weights_ = deviceCopy(gaussianWeights(sigma));
        room_ = DeviceBuffer<float>(size.voxels());
    }
}

void DeviceSmoothing::operator()(const FieldPointers& field, int axis, const Stream& stream) const {
    if (isRecursive_) return launchRecursive(field.along, size_, axis, recursive_, stream.get());
    if (std::array{size_.width, size_.height, size_.depth}[static_cast<std::size_t>(axis)] == 1) return;
    for (float* const component : field.along) {
        launchSums(component, room_.get(), size_, axis,
                   {weights_.get(), static_cast<int>(weights_.size()) - 1, Beyond::face, 0, 0}, stream.get());
        check(cudaMemcpyAsync(component, room_.get(), room_.bytes(), cudaMemcpyDeviceToDevice, stream.get()), "smooth a flow");
    }
}

DeviceBuffer<float> deviceNumbers(const std::vector<float>& values, const VolumeSize& size, Sampling sampling,
                                  const Stream& stream) {
    const DeviceBuffer<float> weights = deviceCopy(splineWeights());
    const SumTask task{weights.get(), static_cast<int>(weights.size()) - 1,
                       sampling == Sampling::cubic ? Beyond::mirror : Beyond::straight, 1, 2};
    const int margin = task.before + task.behind;
    VolumeSides sides = sidesOf(size);
    DeviceBuffer<float> from = deviceCopy(values);
    for (int axis = 0; axis < 3; ++axis) {
        VolumeSides longer = sides;
        (axis == 0 ? longer.width : axis == 1 ? longer.height : longer.depth) += margin;
        DeviceBuffer<float> to(static_cast<std::size_t>(longer.width) * static_cast<std::size_t>(longer.height) *
                               static_cast<std::size_t>(longer.depth));
        launchSums(from.get(), to.get(), sides, axis, task, stream.get());
        stream.wait();  // before its memory goes
        from = std::move(to);
        sides = longer;
    }
    check(cudaGetLastError(), "prepare a volume");
    return from;
}

}  // namespace coarsen::gpu
