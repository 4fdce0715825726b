// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/register/device_gaussian.hpp"

#include "core/register/gaussian_loops.hpp"
#include "core/register/pyramid.hpp"
#include "gpu/register/gaussian_reach.hpp"
#include "gpu/register/node_response.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace coarsen::gpu {

namespace {

/// The last answer of a section and the one before it.
struct Answers {
    double last = 0, before = 0;
    void step(const RecursiveGaussian::Section& section, double input) {
        before =
            std::exchange(last, input + last * static_cast<double>(section.last1) + before * static_cast<double>(section.last2));
    }
};

/// End of a section after the numbers of a segment, as RecursiveTask lists them.
Answers onwardEnd(const RecursiveGaussian::Section& section, const std::array<double, RecursiveTask::taps>& numbers) {
    Answers answers;
    for (std::size_t i = 1; i < numbers.size(); ++i)
        answers.step(section,
                     numbers[i] * static_cast<double>(section.onward0) + numbers[i - 1] * static_cast<double>(section.onward1));
    return answers;
}

Answers backwardEnd(const RecursiveGaussian::Section& section, const std::array<double, RecursiveTask::taps>& numbers) {
    Answers answers;
    for (std::size_t i = numbers.size() - 1; i-- > 0;)
        answers.step(section, numbers[i] * static_cast<double>(section.backward1) +
                                  numbers[i + 1] * static_cast<double>(section.backward2));
    return answers;
}

RecursiveTask::Section sectionOf(const RecursiveGaussian::Section& from) {
    RecursiveTask::Section to{};
    to.onward0 = from.onward0, to.onward1 = from.onward1;
    to.backward1 = from.backward1, to.backward2 = from.backward2;
    to.last1 = from.last1, to.last2 = from.last2;
    to.onwardSum = from.onwardSum, to.backwardSum = from.backwardSum;
    for (const std::size_t first : {std::size_t{0}, std::size_t{1}}) {
        Answers answers{static_cast<double>(first == 0), static_cast<double>(first == 1)};
        for (int i = 0; i < segmentLength; ++i)
            answers.step(from, 0);
        to.past[0][first] = static_cast<float>(answers.last), to.past[1][first] = static_cast<float>(answers.before);
    }
    for (std::size_t tap = 0; tap < RecursiveTask::taps; ++tap) {
        std::array<double, RecursiveTask::taps> one{};
        one[tap] = 1;
        const Answers onward = onwardEnd(from, one), backward = backwardEnd(from, one);
        to.onwardEnds[0][tap] = static_cast<float>(onward.last), to.onwardEnds[1][tap] = static_cast<float>(onward.before);
        to.backwardEnds[0][tap] = static_cast<float>(backward.last),
        to.backwardEnds[1][tap] = static_cast<float>(backward.before);
    }
    return to;
}

/// Segments after which an answer of 1 is below 1e-8.
int reachOf(const RecursiveGaussian& filter) {
    constexpr int most = longestLine / segmentLength;
    constexpr double nothing = 1e-8;
    std::array<Answers, 4> answers{Answers{1, 1}, Answers{1, 1}, Answers{1, -1}, Answers{1, -1}};
    for (int reach = 1; reach < most; ++reach) {
        for (int i = 0; i < segmentLength; ++i)
            for (std::size_t k = 0; k < answers.size(); ++k)
                answers[k].step(filter.sections[k % 2], 0);
        if (std::ranges::all_of(answers, [](const Answers& answer) {
                return std::abs(answer.last) < nothing && std::abs(answer.before) < nothing;
            }))
            return reach;
    }
    return most;
}

RecursiveTask recursiveTask(double sigma) {
    const RecursiveGaussian filter(sigma);
    return {{sectionOf(filter.sections[0]), sectionOf(filter.sections[1])}, reachOf(filter)};
}

}  // namespace

VolumeSides sidesOf(const VolumeSize& size) {
    return {size.width, size.height, size.depth};
}

std::optional<BandTask> bandsOf(double sigma) {
    constexpr double left = 1e-3;
    if (!(sigma > 0)) return {};
    const std::vector<float> response = gaussianResponse(sigma, BandTask::mostReach);
    BandTask task{};
    double sum = static_cast<double>(response[0]);
    for (std::size_t i = 1; i < response.size(); ++i) {
        sum += 2 * static_cast<double>(response[i]);
        if (i % BandTask::tile != 0) continue;
        task.tiles = static_cast<int>(i) / BandTask::tile;
        if (std::abs(1 - sum) > left) continue;
        for (std::size_t k = 0; k <= i; ++k)
            task.response[k] = static_cast<float>(static_cast<double>(response[k]) / sum);
        return task;
    }
    return {};
}

std::optional<NodeTask> nodesOf(double sigma, std::size_t sharedBytes) {
    constexpr double narrowest = 1.4, left = 1e-4;  // distances of nodes: a spline then comes within 2e-3
    constexpr std::size_t most = NodeTask::mostReach;
    if (sigma < narrowest * 2) return {};
    NodeTask task{};
    task.every = sigma < narrowest * 4 ? 2 : 4;
    task.sharedBytes = sharedBytes;
    const std::vector<double> response = nodeResponse(gaussianResponse(sigma, most), task.every);
    double sum = response[0];
    std::size_t reach = 0;
    while (std::abs(1 - sum) > left && ++reach < most)
        sum += 2 * response[reach];
    if (reach == most) return {};
    for (std::size_t k = 0; k <= reach; ++k)
        task.response[k] = static_cast<float>(response[k] / sum);
    const auto tilesOf = [](int voxels) { return (voxels + BandTask::tile - 1) / BandTask::tile; };
    const int away = static_cast<int>(reach), last = (BandTask::tile - 2) * task.every;
    task.tilesBefore = tilesOf(task.every + away);
    task.tiles = task.tilesBefore + tilesOf(last + away + 1);
    return task;
}

DeviceGaussian::DeviceGaussian(double sigma, const VolumeSize& largest)
    : isNone_(!(sigma > 0)), isRecursive_(sigma > largestSummedSigma) {
    if (isNone_) return;
    if (!isRecursive_) {
        const std::vector<float> weights = gaussianWeights(sigma);
        std::ranges::copy(weights, sums_.weights);
        sums_.sides = static_cast<int>(weights.size()) - 1;
        sums_.beyond = Beyond::face;
        return;
    }
    if (std::max({largest.width, largest.height, largest.depth}) > longestLine)
        throw EngineError("GPU", "the volume has a side of more than " + std::to_string(longestLine) + " voxels",
                          "choose a CPU engine");
    recursive_ = recursiveTask(sigma);
}

void DeviceGaussian::along(int axis, const VolumesTask& volumes, const VolumeSize& size, void* room, const Stream& stream) const {
    if (isNone_ || std::array{size.width, size.height, size.depth}[static_cast<std::size_t>(axis)] == 1) return;
    if (isRecursive_) return launchRecursive(volumes, sidesOf(size), axis, recursive_, stream.get());
    for (unsigned i = 0; i < volumes.count; ++i) {
        launchSums(volumes.volumes[i], room, volumes.isHalf, sidesOf(size), axis, sums_, stream.get());
        check(cudaMemcpyAsync(volumes.volumes[i], room, size.voxels() * (volumes.isHalf ? sizeof(float) / 2 : sizeof(float)),
                              cudaMemcpyDeviceToDevice, stream.get()),
              "smooth a volume");
    }
}

void DeviceGaussian::operator()(float* volume, const VolumeSize& size, float* room, const Stream& stream) const {
    const std::array sides{size.width, size.height, size.depth};
    const float* from = volume;
    float* to = room;
    for (int axis = 0; axis < 3; ++axis) {
        if (isNone_ || isRecursive_) {
            along(axis, {{volume}, 1, false}, size, room, stream);
        } else if (sides[static_cast<std::size_t>(axis)] > 1) {
            launchSums(from, to, false, sidesOf(size), axis, sums_, stream.get());
            from = to, to = to == room ? volume : room;
        }
    }
    if (from != volume)
        check(cudaMemcpyAsync(volume, from, size.voxels() * sizeof(float), cudaMemcpyDeviceToDevice, stream.get()),
              "smooth a volume");
}

void DeviceGaussian::halve(const float* volume, const VolumeSize& size, float* to, const std::array<float*, 2>& rooms,
                           const Stream& stream) const {
    const VolumeSize half = halfOf(size);
    const std::array sides{size.width, size.height, size.depth}, halves{half.width, half.height, half.depth};
    std::array now = sides;
    auto left = std::ranges::count_if(sides, [](int side) { return side > 1; });
    if (left == 0) check(cudaMemcpyAsync(to, volume, sizeof(float), cudaMemcpyDeviceToDevice, stream.get()), "halve a volume");
    const float* from = volume;
    for (std::size_t axis = 0, turn = 0; axis < sides.size(); ++axis) {
        if (sides[axis] == 1) continue;
        float* const there = --left == 0 ? to : rooms[turn++];
        launchEverySecondSum(from, there, {now[0], now[1], now[2]}, static_cast<int>(axis), sums_, stream.get());
        now[axis] = halves[axis];
        from = there;
    }
}

}  // namespace coarsen::gpu
