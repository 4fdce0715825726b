// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/levelset/level_set.hpp"

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/base/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace coarsen {

namespace {

constexpr int leastVoxels = 5;                         // along an axis: what a curvature needs around a voxel
constexpr std::size_t voxelsBetweenLooks = 1'000'000;  // at the stop

struct GreyRange {
    float least = 0, most = 0;
    bool isAny = false;
};

GreyRange rangeOf(std::span<const float> values, std::span<const std::uint8_t> valid, const std::stop_token& stop) {
    GreyRange range;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i % voxelsBetweenLooks == 0 && stop.stop_requested()) return range;
        if (!valid.empty() && valid[i] == 0) continue;
        range.least = range.isAny ? std::min(range.least, values[i]) : values[i];
        range.most = range.isAny ? std::max(range.most, values[i]) : values[i];
        range.isAny = true;
    }
    return range;
}

/// Half of a Gaussian's taps, the middle first, of sum 1 over all of it.
std::vector<double> gaussianTaps(double sigma) {
    std::vector<double> taps(static_cast<std::size_t>(std::ceil(4 * sigma)) + 1);
    double sum = 0;
    for (std::size_t i = 0; i < taps.size(); ++i) {
        const double x = static_cast<double>(i) / sigma;
        taps[i] = std::exp(-x * x / 2);
        sum += i == 0 ? taps[i] : 2 * taps[i];
    }
    for (double& tap : taps)
        tap /= sum;
    return taps;
}

/// One line of `count` values that lie `stride` apart.
void smoothLine(float* line, int count, std::size_t stride, const std::vector<double>& taps, Beyond beyond,
                std::vector<float>& copy) {
    const int reach = static_cast<int>(taps.size()) - 1;
    const auto at = [&](int i) { return line[static_cast<std::size_t>(std::clamp(i, 0, count - 1)) * stride]; };
    copy.resize(static_cast<std::size_t>(count + 2 * reach));
    for (int i = 0; i < count; ++i)
        copy[static_cast<std::size_t>(i + reach)] = at(i);
    for (int k = 1; k <= reach; ++k) {
        const bool isStraight = beyond == Beyond::straight;
        copy[static_cast<std::size_t>(reach - k)] = isStraight ? 2 * at(0) - at(k) : at(0);
        copy[static_cast<std::size_t>(reach + count - 1 + k)] =
            isStraight ? 2 * at(count - 1) - at(count - 1 - k) : at(count - 1);
    }
    for (int i = 0; i < count; ++i) {
        const float* const middle = copy.data() + i + reach;
        double sum = taps[0] * static_cast<double>(*middle);
        for (int k = 1; k <= reach; ++k)
            sum += taps[static_cast<std::size_t>(k)] * (static_cast<double>(middle[-k]) + static_cast<double>(middle[k]));
        line[static_cast<std::size_t>(i) * stride] = static_cast<float>(sum);
    }
}

void smoothAxis(const VolumeSize& size, std::vector<float>& values, int axis, double sigma, Beyond beyond, int threads,
                std::stop_token stop) {
    if (!(sigma > 0.05)) return;  // its neighbours weigh nothing in a float
    const std::vector<double> taps = gaussianTaps(sigma);
    const std::array<int, 3> counts{size.width, size.height, size.depth};
    const std::array<std::size_t, 3> strides{1, static_cast<std::size_t>(size.width), size.slice()};
    const auto along = static_cast<std::size_t>(axis), inner = axis == 0 ? std::size_t{1} : 0,
               outer = axis == 2 ? std::size_t{1} : 2;
    const auto smoothPlane = [&](std::size_t o) {
        std::vector<float> copy;
        for (std::size_t i = 0; i < static_cast<std::size_t>(counts[inner]); ++i)
            smoothLine(values.data() + o * strides[outer] + i * strides[inner], counts[along], strides[along], taps, beyond,
                       copy);
    };
    parallelFor(static_cast<std::size_t>(counts[outer]), threads, smoothPlane, std::move(stop));
}

/// Voxels that are not valid take the value of the nearest valid one, so that no surface runs along a mask's rim.
void fillInvalid(LevelSet& set, const std::stop_token& stop) {
    if (set.valid.empty()) return;
    std::vector<std::uint8_t> isKnown = set.valid;
    std::vector<std::size_t> front, next;
    for (std::size_t i = 0; i < isKnown.size(); ++i)
        if (isKnown[i] != 0) front.push_back(i);
    const auto width = static_cast<std::size_t>(set.size.width), slice = set.size.slice();
    while (!front.empty() && !stop.stop_requested()) {
        next.clear();
        for (const std::size_t voxel : front) {
            const auto give = [&](bool isThere, std::size_t other) {
                if (!isThere || isKnown[other] != 0) return;
                isKnown[other] = 1;
                set.phi[other] = set.phi[voxel];
                next.push_back(other);
            };
            const std::size_t x = voxel % width, y = voxel % slice / width;
            give(x > 0, voxel - 1);
            give(x + 1 < width, voxel + 1);
            give(y > 0, voxel - width);
            give(y + 1 < static_cast<std::size_t>(set.size.height), voxel + width);
            give(voxel >= slice, voxel - slice);
            give(voxel + slice < isKnown.size(), voxel + slice);
        }
        std::swap(front, next);
    }
}

}  // namespace

double otsuLevel(const Volume& volume, std::stop_token stop) {
    constexpr std::size_t bins = 1024;
    const auto values = volume.values();
    const auto valid = volume.valid();
    const GreyRange range = rangeOf(values, valid, stop);
    if (stop.stop_requested()) return 0;
    if (!range.isAny) throw InputError("the volume", "no voxel of it is valid", "look at its mask and its values");
    if (!(range.most > range.least))
        throw InputError("the volume", "all its voxels have the value " + shortest(range.least), "a surface needs two phases");
    const double width = (static_cast<double>(range.most) - static_cast<double>(range.least)) / bins;
    std::vector<double> counts(bins);
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i % voxelsBetweenLooks == 0 && stop.stop_requested()) return 0;
        if (!valid.empty() && valid[i] == 0) continue;
        const double bin = (static_cast<double>(values[i]) - static_cast<double>(range.least)) / width;
        counts[std::min(bins - 1, static_cast<std::size_t>(bin))] += 1;
    }
    double all = 0, allSum = 0;
    for (std::size_t i = 0; i < bins; ++i) {
        all += counts[i];
        allSum += counts[i] * static_cast<double>(i);
    }
    double below = 0, belowSum = 0, best = -1;
    std::size_t first = 0, last = 0;  // levels between the bins of a gap part the classes equally well: its middle counts
    for (std::size_t i = 0; i + 1 < bins; ++i) {
        below += counts[i];
        belowSum += counts[i] * static_cast<double>(i);
        if (below == 0 || below == all) continue;
        const double apart = belowSum / below - (allSum - belowSum) / (all - below),
                     between = below * (all - below) * apart * apart;
        if (between > best * (1 + 1e-12)) {
            best = between;
            first = i;
        }
        if (between >= best * (1 - 1e-12)) last = i;
    }
    return static_cast<double>(range.least) + (static_cast<double>(first + last) / 2 + 1) * width;
}

std::vector<float> gaussianSmoothed(const VolumeSize& size, const std::array<double, 3>& steps, std::vector<float> values,
                                    const std::vector<std::uint8_t>& valid, double sigmaPx, int threads, std::stop_token stop,
                                    Beyond beyond) {
    if (!(sigmaPx > 0)) return values;
    if (!valid.empty()) beyond = Beyond::repeated;  // else weights beside a mask might be nothing
    const auto smooth = [&](std::vector<float>& field) {
        for (int axis = 0; axis < 3; ++axis)
            smoothAxis(size, field, axis, sigmaPx / steps[static_cast<std::size_t>(axis)], beyond, threads, stop);
    };
    if (valid.empty()) {
        smooth(values);
        return values;
    }
    std::vector<float> sums(values.size()), weights(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        weights[i] = valid[i] != 0 ? 1.0F : 0.0F;
        sums[i] = valid[i] != 0 ? values[i] : 0.0F;
    }
    smooth(sums);
    smooth(weights);
    for (std::size_t i = 0; i < values.size(); ++i)
        if (valid[i] != 0) values[i] = sums[i] / weights[i];
    return values;
}

LevelAnswer levelSetOf(const Volume& volume, const LevelSettings& settings, std::stop_token stop, Beyond beyond) {
    const VolumeSize& size = volume.size();
    if (std::min({size.width, size.height, size.depth}) < leastVoxels)
        throw InputError("the volume",
                         "its " + std::to_string(size.width) + " x " + std::to_string(size.height) + " x " +
                             std::to_string(size.depth) + " voxels are too thin for a surface",
                         "give at least " + std::to_string(leastVoxels) + " along each axis");
    LevelAnswer answer;
    answer.set.size = size;
    answer.set.spacing = volume.spacing();
    answer.set.valid.assign(volume.valid().begin(), volume.valid().end());
    otsuLevel(volume, stop);  // says what is wrong with a flat or an empty volume
    std::vector<float> grey = gaussianSmoothed(size, answer.set.steps(), {volume.values().begin(), volume.values().end()},
                                               answer.set.valid, settings.smoothPx, settings.threads, stop, beyond);
    if (stop.stop_requested()) return answer;
    if (settings.level)
        answer.level = *settings.level;
    else
        answer.level = otsuLevel(Volume(size, volume.spacing(), grey, answer.set.valid), stop);
    const double sign = settings.phase == Phase::bright ? -1 : 1;
    std::size_t inside = 0, all = 0;
    const GreyRange range = rangeOf(grey, answer.set.valid, stop);
    if (stop.stop_requested()) return answer;
    for (std::size_t i = 0; i < grey.size(); ++i) {
        grey[i] = static_cast<float>(sign * (static_cast<double>(grey[i]) - answer.level));
        all += answer.set.isValid(i);
        inside += answer.set.isValid(i) && grey[i] < 0;
    }
    if (inside == 0 || inside == all)
        throw InputError("the volume",
                         "no interface lies at the level " + shortest(answer.level) + "; its smoothed values run from " +
                             shortest(range.least) + " to " + shortest(range.most),
                         "choose a level between them, or auto");
    answer.set.phi = std::move(grey);
    fillInvalid(answer.set, stop);
    return answer;
}

}  // namespace coarsen
