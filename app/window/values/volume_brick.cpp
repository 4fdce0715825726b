// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/values/volume_brick.hpp"

#include <algorithm>
#include <cmath>

namespace coarsen::window {

namespace {

constexpr std::size_t samplesForRange = std::size_t{1} << 20, samplesOfPart = 100000;
constexpr double beyond = 2e-4;  // of the voxels at either end of the greys

struct ValueRange {
    float low = 0, high = 1;
};

ValueRange rangeOf(const Volume& volume) {
    const auto values = volume.values();
    const auto valid = volume.valid();
    const std::size_t step = std::max<std::size_t>(1, values.size() / samplesForRange) | 1;  // odd: not one column of all rows
    std::vector<float> samples;
    samples.reserve(values.size() / step + 1);
    float lowest = 0, highest = 0;
    bool areWhole = true, isFirst = true;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!valid.empty() && !valid[i]) continue;
        const float value = values[i];
        lowest = isFirst ? value : std::min(lowest, value), highest = isFirst ? value : std::max(highest, value);
        isFirst = false;
        if (i % step != 0) continue;
        samples.push_back(value);
        areWhole = areWhole && value == std::floor(value);
    }
    if (areWhole && highest - lowest < VolumeBrick::codes) return {lowest, lowest + VolumeBrick::codes - 1};
    if (samples.size() < 2) return {lowest, highest};
    const auto at = [&](double part) {
        const auto place = samples.begin() + static_cast<std::ptrdiff_t>(part * static_cast<double>(samples.size() - 1));
        std::nth_element(samples.begin(), place, samples.end());
        return *place;
    };
    const ValueRange range{at(beyond), at(1 - beyond)};
    return range.high > range.low ? range : ValueRange{lowest, highest};
}

}  // namespace

std::shared_ptr<const VolumeBrick> brickOf(const Volume& volume) {
    auto brick = std::make_shared<VolumeBrick>();
    const ValueRange range = rangeOf(volume);
    const float scale = range.high > range.low ? (VolumeBrick::codes - 1) / (range.high - range.low) : 0;
    const auto values = volume.values();
    const auto valid = volume.valid();
    brick->size = volume.size();
    brick->low = range.low;
    brick->perCode = scale > 0 ? 1.0 / static_cast<double>(scale) : 0;
    brick->code.resize(values.size());
    std::array<std::size_t, VolumeBrick::codes> counts{};
    for (std::size_t i = 0; i < values.size(); ++i) {
        const bool isValid = valid.empty() || valid[i] != 0;
        const float place = isValid ? std::clamp((values[i] - range.low) * scale + 0.5f, 0.0f, VolumeBrick::codes - 1.0f) : 0.0f;
        brick->code[i] = static_cast<std::uint8_t>(place);
        if (isValid) ++counts[brick->code[i]];
    }
    std::ranges::transform(counts, brick->counts.begin(), [](std::size_t count) { return static_cast<double>(count); });
    brick->masked.resize(valid.size());
    std::ranges::transform(valid, brick->masked.begin(), [](std::uint8_t one) { return std::uint8_t{one == 0}; });
    return brick;
}

std::array<double, VolumeBrick::codes> countsIn(const VolumeBrick& brick, const VoxelBox& box) {
    if (box.size == brick.size || box.size.voxels() == 0) return brick.counts;
    std::array<double, VolumeBrick::codes> counts{};
    const std::size_t voxels = box.size.voxels(), step = std::max<std::size_t>(1, voxels / samplesOfPart) | 1;
    for (std::size_t i = 0; i < voxels; i += step) {
        const int x = static_cast<int>(i % static_cast<std::size_t>(box.size.width));
        const int z = static_cast<int>(i / box.size.slice());
        const int y = static_cast<int>(i % box.size.slice() / static_cast<std::size_t>(box.size.width));
        const std::size_t at = brick.size.index(box.x + x, box.y + y, box.z + z);
        if (brick.masked.empty() || !brick.masked[at]) counts[brick.code[at]] += 1;
    }
    return counts;
}

GreyLevels levelsAt(const std::array<double, VolumeBrick::codes>& counts, double lowPercent, double highPercent) {
    double all = 0;
    for (const double count : counts)
        all += count;
    const auto codeAt = [&](double percent) {
        double below = 0;
        for (std::size_t code = 0; code < counts.size(); ++code) {
            below += counts[code];
            if (below > 0 && below >= all * percent / 100) return static_cast<double>(code);
        }
        return VolumeBrick::codes - 1.0;
    };
    if (all <= 0) return {};
    return {codeAt(lowPercent), codeAt(highPercent)};
}

}  // namespace coarsen::window
