// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/flat_blocks.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <span>

namespace coarsen {

namespace {

constexpr std::size_t side = 8, levels = 256;
constexpr double onTheGrid = 0.85, oneStep = 0.6;  // tests/studies/results/faint_faults.txt
constexpr std::size_t fewestLevels = 3;
constexpr int fewestRows = 64;  // that tell a picture of other things without looking at all of it

/// Sums of differences between neighbours along one axis, by the place of the second of them on a grid of 8 px, and how often
/// each size of difference was met there.
struct Differences {
    std::array<double, side> sums{};
    std::array<std::array<std::uint32_t, levels>, side> sizes{};

    void add(std::size_t place, int difference) {
        const int size = std::abs(difference);
        sums[place % side] += size;
        ++sizes[place % side][static_cast<std::size_t>(size)];
    }
    double sum() const { return std::accumulate(sums.begin(), sums.end(), 0.0); }
    std::size_t grid() const { return static_cast<std::size_t>(std::ranges::max_element(sums) - sums.begin()); }
    double onGrid() const { return sums[grid()]; }
};

/// Part of the differences other than 0 that have the commonest size, or one beside it by rounding.
double shareOfOneStep(const Differences& across, const Differences& down) {
    std::array<double, levels> sizes{};
    for (std::size_t i = 1; i < levels; ++i)
        sizes[i] = across.sizes[across.grid()][i] + down.sizes[down.grid()][i];
    const auto commonest = static_cast<std::size_t>(std::ranges::max_element(sizes) - sizes.begin());
    const double beside = (commonest > 1 ? sizes[commonest - 1] : 0) + (commonest + 1 < levels ? sizes[commonest + 1] : 0);
    return (sizes[commonest] + beside) / std::accumulate(sizes.begin(), sizes.end(), 0.0);
}

}  // namespace

bool isOfFlatBlocks(const Frame& raw) {
    const auto pixels = raw.image.type() == PixelType::u8 ? raw.image.plane<std::uint8_t>() : std::span<const std::uint8_t>();
    const auto width = static_cast<std::size_t>(raw.image.width()), height = static_cast<std::size_t>(raw.image.height());
    if (pixels.empty() || width < 2 * side || height < 2 * side) return false;
    Differences across, down;
    std::array<bool, levels> isSeen{};
    for (std::size_t y = 0; y < height; ++y) {
        const std::uint8_t* const row = pixels.data() + y * width;
        const std::uint8_t* const above = y > 0 ? row - width : row;
        for (std::size_t x = 0; x < width; ++x) {
            isSeen[row[x]] = true;
            if (x > 0 && row[x] != row[x - 1]) across.add(x, row[x] - row[x - 1]);
            if (row[x] != above[x]) down.add(y, row[x] - above[x]);
        }
        const double all = across.sum() + down.sum();
        const bool isEnough = y + 1 == height || (y % fewestRows == fewestRows - 1 && all >= static_cast<double>(width));
        if (isEnough && across.onGrid() + down.onGrid() < onTheGrid * all) return false;
    }
    const bool isShaded = across.sum() + down.sum() > 0 && std::ranges::count(isSeen, true) >= static_cast<long>(fewestLevels);
    return isShaded && shareOfOneStep(across, down) >= oneStep;
}

}  // namespace coarsen
