// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/flat_blocks.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <span>
#include <vector>

namespace coarsen {

namespace {

constexpr std::size_t side = 8, levels = 256;
constexpr double onTheGrid = 0.85, oneStep = 0.6;  // tests/studies/results/faint_faults.txt
constexpr std::size_t fewestLevels = 3;
constexpr std::size_t fewestRows = 64;  // that tell a picture of other things without looking at all of it

/// Sums of differences' sizes between neighbours along one axis, by the place of the second of them on a grid of 8 px.
struct DifferenceSums {
    std::array<std::uint64_t, side> sums{};

    std::uint64_t sum() const { return std::accumulate(sums.begin(), sums.end(), std::uint64_t{0}); }
    std::size_t grid() const { return static_cast<std::size_t>(std::ranges::max_element(sums) - sums.begin()); }
    std::uint64_t onGrid() const { return sums[grid()]; }
};

/// Adds the size of each difference to the sum of its place, which holds those of `fewestRows` rows.
void addSizes(const std::uint8_t* a, const std::uint8_t* b, std::size_t count, std::uint16_t* __restrict sums) {
    for (std::size_t i = 0; i < count; ++i) {
        const auto size = static_cast<std::uint8_t>(std::max(a[i], b[i]) - std::min(a[i], b[i]));
        sums[i] = static_cast<std::uint16_t>(sums[i] + size);
    }
}

std::uint64_t sumOfSizes(const std::uint8_t* a, const std::uint8_t* b, std::size_t count) {
    int sum = 0;  // the type in which the compiler knows the processor's instruction for it
    for (std::size_t i = 0; i < count; ++i)
        sum += std::abs(a[i] - b[i]);
    return static_cast<std::uint64_t>(sum);
}

/// Numbers of differences other than 0 of each size, at these columns and rows of the grid.
std::array<double, levels> sizesOnGrid(std::span<const std::uint8_t> pixels, std::size_t width, std::size_t column,
                                       std::size_t row) {
    std::array<double, levels> sizes{};
    const auto count = [&](std::size_t i, std::size_t before) {
        ++sizes[static_cast<std::size_t>(std::abs(pixels[i] - pixels[before]))];
    };
    for (std::size_t start = 0; start < pixels.size(); start += width)
        for (std::size_t x = column > 0 ? column : side; x < width; x += side)
            count(start + x, start + x - 1);
    for (std::size_t start = (row > 0 ? row : side) * width; start < pixels.size(); start += side * width)
        for (std::size_t i = start; i < start + width; ++i)
            count(i, i - width);
    sizes[0] = 0;
    return sizes;
}

/// Part of these differences that have the commonest size, or one beside it by rounding.
double shareOfOneStep(const std::array<double, levels>& sizes) {
    const auto commonest = static_cast<std::size_t>(std::ranges::max_element(sizes) - sizes.begin());
    const double beside = (commonest > 1 ? sizes[commonest - 1] : 0) + (commonest + 1 < levels ? sizes[commonest + 1] : 0);
    return (sizes[commonest] + beside) / std::accumulate(sizes.begin(), sizes.end(), 0.0);
}

bool hasLevelsEnough(std::span<const std::uint8_t> pixels) {
    std::array<bool, levels> isSeen{};
    for (const std::uint8_t pixel : pixels)
        isSeen[pixel] = true;
    return std::ranges::count(isSeen, true) >= static_cast<std::ptrdiff_t>(fewestLevels);
}

}  // namespace

bool isOfFlatBlocks(const Frame& raw) {
    const auto pixels = raw.image.type() == PixelType::u8 ? raw.image.plane<std::uint8_t>() : std::span<const std::uint8_t>();
    const auto width = static_cast<std::size_t>(raw.image.width()), height = static_cast<std::size_t>(raw.image.height());
    if (pixels.empty() || width < 2 * side || height < 2 * side) return false;
    DifferenceSums across, down;
    std::vector<std::uint16_t> ofColumns(width);  // across, of some rows
    std::uint64_t all = 0;
    for (std::size_t first = 0; first < height; first += fewestRows) {
        const std::size_t end = std::min(first + fewestRows, height);
        std::ranges::fill(ofColumns, std::uint16_t{0});
        for (std::size_t y = first; y < end; ++y) {
            const std::uint8_t* const row = pixels.data() + y * width;
            addSizes(row, row + 1, width - 1, ofColumns.data() + 1);
            if (y > 0) down.sums[y % side] += sumOfSizes(row - width, row, width);
        }
        for (std::size_t x = 1; x < width; ++x)
            across.sums[x % side] += ofColumns[x];
        all = across.sum() + down.sum();
        const bool isEnough = end == height || all >= width;
        if (isEnough && static_cast<double>(across.onGrid() + down.onGrid()) < onTheGrid * static_cast<double>(all)) return false;
    }
    return all > 0 && hasLevelsEnough(pixels) &&
           shareOfOneStep(sizesOnGrid(pixels, width, across.grid(), down.grid())) >= oneStep;
}

}  // namespace coarsen
