// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/register/masked_values.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

namespace coarsen {

namespace {

/// A voxel of the layer that is being filled, and what it gets.
struct Filled {
    std::size_t voxel;
    float value;
};

}  // namespace

std::vector<float> filledBesideMask(std::vector<float> values, std::span<const std::uint8_t> valid, const VolumeSize& size) {
    if (valid.empty()) return values;
    constexpr int layers = 8;  // a spline forgets a voxel by 0.27 each step
    std::vector<std::uint8_t> isThere(valid.begin(), valid.end());
    double sum = 0, count = 0;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (isThere[i] != 0) sum += static_cast<double>(values[i]), ++count;
    const auto mean = static_cast<float>(count > 0 ? sum / count : 0);
    const auto row = static_cast<std::size_t>(size.width);
    for (int layer = 0; layer < layers; ++layer) {
        std::vector<Filled> next;
        std::size_t i = 0;
        for (int z = 0; z < size.depth; ++z)
            for (int y = 0; y < size.height; ++y)
                for (int x = 0; x < size.width; ++x, ++i) {
                    if (isThere[i] != 0) continue;
                    float around = 0;
                    int neighbours = 0;
                    const auto add = [&](bool isInside, std::size_t voxel) {
                        if (!isInside || isThere[voxel] == 0) return;
                        around += values[voxel];
                        ++neighbours;
                    };
                    add(x > 0, i - 1), add(x + 1 < size.width, i + 1);
                    add(y > 0, i - row), add(y + 1 < size.height, i + row);
                    add(z > 0, i - size.slice()), add(z + 1 < size.depth, i + size.slice());
                    if (neighbours > 0) next.push_back({i, around / static_cast<float>(neighbours)});
                }
        for (const Filled& each : next) {
            values[each.voxel] = each.value;
            isThere[each.voxel] = 1;
        }
        if (next.empty()) break;
    }
    for (std::size_t i = 0; i < values.size(); ++i)
        if (isThere[i] == 0) values[i] = mean;
    return values;
}

bool isKnownBetween(std::span<const std::uint8_t> valid, const VolumeSize& size, float x, float y, float z) {
    if (valid.empty()) return true;
    std::array<std::array<int, 2>, 3> ends;
    const std::array<std::pair<float, int>, 3> places{{{x, size.width}, {y, size.height}, {z, size.depth}}};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto [at, side] = places[axis];
        const int below = std::clamp(static_cast<int>(std::floor(at)), 0, side - 1);
        ends[axis] = {below, std::min(below + (at > static_cast<float>(below) ? 1 : 0), side - 1)};
    }
    for (const int k : ends[2])
        for (const int j : ends[1])
            for (const int i : ends[0])
                if (valid[size.index(i, j, k)] == 0) return false;
    return true;
}

}  // namespace coarsen
