// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/register/grey_noise.hpp"

#include "core/base/parallel.hpp"
#include "core/register/grey_scale.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <vector>

namespace coarsen {

namespace {

constexpr std::size_t mostVoxels = std::size_t{1} << 18, fewestVoxels = 1000;

/// Weights of a second difference along an axis that has neighbours; of one slice z has none.
struct Steps {
    int from, to;
    float weight(int at) const { return from == to ? 1.0F : at == 0 ? -2.0F : 1.0F; }
};

struct Sum {
    double squares = 0;
    std::size_t voxels = 0;
};

/// Sum over the voxels of the row (y, z) that have all neighbours.
Sum sumOfRow(const Volume& volume, int y, int z) {
    const VolumeSize& size = volume.size();
    const Steps alongY{-1, 1}, alongZ = size.depth > 1 ? Steps{-1, 1} : Steps{0, 0};
    const auto width = static_cast<std::size_t>(size.width);
    std::vector<float> across(width);
    std::vector<std::uint8_t> counts(width, 1);
    for (int k = alongZ.from; k <= alongZ.to; ++k)
        for (int j = alongY.from; j <= alongY.to; ++j) {
            const std::size_t row = size.index(0, y + j, z + k);
            const float weight = alongY.weight(j) * alongZ.weight(k);
            for (std::size_t x = 0; x < width; ++x)
                across[x] += weight * volume.values()[row + x];
            for (std::size_t x = 0; x < width && !volume.isAllValid(); ++x)
                counts[x] &= volume.valid()[row + x];
        }
    Sum sum;
    for (std::size_t x = 1; x + 1 < width; ++x) {
        if (!(counts[x - 1] & counts[x] & counts[x + 1])) continue;
        const float difference = across[x - 1] - 2 * across[x] + across[x + 1];
        sum.squares += static_cast<double>(difference) * static_cast<double>(difference);
        ++sum.voxels;
    }
    return sum;
}

/// The phases of rows that are as far from each other as those that are looked at.
PhaseMeans phasesOf(const Volume& volume, std::size_t step) {
    std::vector<float> values;
    const auto width = static_cast<std::size_t>(volume.size().width);
    for (std::size_t row = 0; row < volume.size().voxels() / width; row += step)
        for (std::size_t i = row * width; i < (row + 1) * width; ++i)
            if (volume.isAllValid() || volume.valid()[i] != 0) values.push_back(volume.values()[i]);
    return phaseMeans(values, {});
}

}  // namespace

double greyNoise(const Volume& volume, const Threads& threads) {
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    const VolumeSize& size = volume.size();
    const bool isDeep = size.depth > 1;
    if (size.width < 3 || size.height < 3 || (isDeep && size.depth < 3)) return unknown;
    const auto perSlice = static_cast<std::size_t>(size.height - 2),
               slices = static_cast<std::size_t>(isDeep ? size.depth - 2 : 1), rows = perSlice * slices;
    std::size_t step = std::max<std::size_t>(1, rows * static_cast<std::size_t>(size.width) / mostVoxels);
    while (std::gcd(step, perSlice) > 1 || std::gcd(step, perSlice + 2) > 1)  // else the same rows of each slice
        ++step;
    std::vector<Sum> sums((rows + step - 1) / step);
    parallelFor(sums.size(), threads, [&](std::size_t i) {
        const std::size_t row = i * step;
        sums[i] = sumOfRow(volume, 1 + static_cast<int>(row % perSlice), static_cast<int>(row / perSlice) + (isDeep ? 1 : 0));
    });
    Sum all;
    for (const Sum& sum : sums) {
        all.squares += sum.squares;
        all.voxels += sum.voxels;
    }
    if (all.voxels < fewestVoxels) return unknown;
    constexpr double perAxis = 1 + 4 + 1;  // squares of 1, -2, 1
    const double ofWhite = std::pow(perAxis, isDeep ? 3 : 2);
    const PhaseMeans phases = phasesOf(volume, step);
    const double contrast = phases.bright - phases.dark;
    return contrast > 0 ? std::sqrt(all.squares / static_cast<double>(all.voxels) / ofWhite) / contrast : unknown;
}

NoiseChoice choiceFor(double noise) {
    constexpr double clean = 0.03, noisy = 0.08;
    if (noise < clean) return {0, 0.01};
    if (noise < noisy) return {0.5, 0.01};
    return {0.7, 0.05};
}

}  // namespace coarsen
