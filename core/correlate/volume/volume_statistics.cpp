// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/correlate/volume/volume_statistics.hpp"

#include "core/base/parallel.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace coarsen {

namespace {

constexpr std::size_t lanes = 8;  // sums side by side: no sum waits for the one before
template <typename T>
using Lanes = std::array<T, lanes>;

/// term(value) of all values, added up in an order that depends on their number alone.
template <typename Term>
double laneSum(std::span<const float> values, Term term) {
    Lanes<double> sums{};
    std::size_t i = 0;
    for (; i + lanes <= values.size(); i += lanes)
        for (std::size_t lane = 0; lane < lanes; ++lane)
            sums[lane] += term(static_cast<double>(values[i + lane]));
    for (std::size_t lane = 0; i < values.size(); ++i, ++lane)
        sums[lane] += term(static_cast<double>(values[i]));
    double sum = 0;
    for (const double part : sums)
        sum += part;
    return sum;
}

/// Lowest, highest and the largest distance from a whole number.
struct Extremes {
    float lowest, highest, away;
};
Extremes extremesOf(std::span<const float> values) {
    Lanes<float> lowest, highest, away{};
    lowest.fill(std::numeric_limits<float>::infinity());
    highest.fill(-std::numeric_limits<float>::infinity());
    const auto add = [&](std::size_t lane, float value) {
        constexpr float onlyWhole = 8388608;  // 2^23: no float from there on has a fraction, and adding it rounds
        const float size = std::abs(value), rounded = size < onlyWhole ? (size + onlyWhole) - onlyWhole : size;
        lowest[lane] = std::min(lowest[lane], value);
        highest[lane] = std::max(highest[lane], value);
        away[lane] = std::max(away[lane], std::abs(size - rounded));
    };
    std::size_t i = 0;
    for (; i + lanes <= values.size(); i += lanes)
        for (std::size_t lane = 0; lane < lanes; ++lane)
            add(lane, values[i + lane]);
    for (std::size_t lane = 0; i < values.size(); ++i, ++lane)
        add(lane, values[i]);
    return {*std::ranges::min_element(lowest), *std::ranges::max_element(highest), *std::ranges::max_element(away)};
}

/// The values of a slice that are valid; those of `room` where some are not.
std::span<const float> validOf(const Volume& volume, std::size_t z, std::vector<float>& room) {
    const std::size_t count = volume.size().slice();
    const auto values = volume.values().subspan(z * count, count);
    if (volume.isAllValid()) return values;
    const auto valid = volume.valid().subspan(z * count, count);
    room.clear();
    for (std::size_t i = 0; i < count; ++i)
        if (valid[i]) room.push_back(values[i]);
    return room;
}

struct SliceStatistics {
    double validVoxels = 0, sum = 0;
    double squares = 0;  ///< about the slice's own mean, so that no digits are lost
    float lowest = 0, highest = 0;
    bool areWholeNumbers = true;

    double mean() const { return validVoxels > 0 ? sum / validVoxels : 0; }
};

/// All of it while the slice is in the cache.
SliceStatistics statisticsOfSlice(const Volume& volume, std::size_t z) {
    std::vector<float> room;
    const std::span<const float> values = validOf(volume, z, room);
    const Extremes extremes = extremesOf(values);
    SliceStatistics part;
    part.lowest = extremes.lowest;
    part.highest = extremes.highest;
    part.areWholeNumbers = extremes.away == 0;
    part.validVoxels = static_cast<double>(values.size());
    part.sum = laneSum(values, [](double value) { return value; });
    part.squares = laneSum(values, [mean = part.mean()](double value) { return (value - mean) * (value - mean); });
    return part;
}

}  // namespace

VolumeStatistics statisticsOf(const Volume& volume, int threads) {
    const auto slices = static_cast<std::size_t>(volume.size().depth);
    std::vector<SliceStatistics> parts(slices);
    parallelFor(slices, threads, [&](std::size_t z) { parts[z] = statisticsOfSlice(volume, z); });
    VolumeStatistics whole;
    whole.lowest = std::numeric_limits<float>::infinity();
    whole.highest = -whole.lowest;
    double sum = 0;
    for (const SliceStatistics& part : parts) {
        whole.validVoxels += part.validVoxels;
        sum += part.sum;
        whole.lowest = std::min(whole.lowest, part.lowest);
        whole.highest = std::max(whole.highest, part.highest);
        whole.areWholeNumbers = whole.areWholeNumbers && part.areWholeNumbers;
    }
    if (whole.validVoxels == 0) return whole;
    whole.mean = sum / whole.validVoxels;
    for (const SliceStatistics& part : parts) {
        const double off = part.mean() - whole.mean;
        whole.energyAboutMean += part.squares + part.validVoxels * off * off;
    }
    whole.energy = whole.energyAboutMean + whole.validVoxels * whole.mean * whole.mean;
    return whole;
}

}  // namespace coarsen
