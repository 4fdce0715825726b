// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/specks.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <span>

namespace coarsen {

namespace {

/// Walks to the edges of specks, all pixels at once: whether the walk from a pixel ends at an edge follows from the next pixel's.
template <typename Pixel>
class EdgeWalk {
public:
    EdgeWalk(std::span<const Pixel> pixels, int width, int height, const SpeckLimits& limits)
        : pixels_(pixels),
          width_(width),
          height_(height),
          limits_(limits),
          side_(pixels.size()),
          edges_(pixels.size(), 0),
          borders_(pixels.size(), 0) {
        for (std::size_t i = 0; i < pixels.size(); ++i)
            side_[i] = speckSide(static_cast<double>(pixels[i]), limits);
        for (int y = height - 1; y >= 0; --y)
            for (int x = width - 1; x >= 0; --x)
                if (side_[at(x, y)] != SpeckSide::none) look(x, y, 0);
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x)
                if (side_[at(x, y)] != SpeckSide::none) look(x, y, half);
    }

    /// Side of the distribution that the pixel's speck is on.
    SpeckSide speckAt(std::size_t i) const {
        return isSpeck(std::popcount(edges_[i]), std::popcount(borders_[i])) ? side_[i] : SpeckSide::none;
    }

private:
    static constexpr int half = std::size(speckDirections) / 2;

    std::size_t at(int x, int y) const {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x);
    }
    bool isIn(int x, int y) const { return x >= 0 && x < width_ && y >= 0 && y < height_; }

    void look(int x, int y, int first) {
        const std::size_t here = at(x, y);
        for (int direction = first; direction < first + half; ++direction) {
            const auto [dx, dy] = speckDirections[direction];
            const int bit = 1 << direction;
            if (!isIn(x + dx, y + dy)) {
                borders_[here] = static_cast<std::uint8_t>(borders_[here] | bit);
            } else if (isEdge(x, y, dx, dy)) {
                edges_[here] = static_cast<std::uint8_t>(edges_[here] | bit);
            } else if (const std::size_t next = at(x + dx, y + dy); side_[next] == side_[here]) {
                edges_[here] = static_cast<std::uint8_t>(edges_[here] | (edges_[next] & bit));
                borders_[here] = static_cast<std::uint8_t>(borders_[here] | (borders_[next] & bit));
            }
        }
    }

    /// True where the picture comes back steeply from here on.
    bool isEdge(int x, int y, int dx, int dy) const {
        const auto value = static_cast<float>(pixels_[at(x, y)]);
        const float sign = side_[at(x, y)] == SpeckSide::bright ? 1.0F : -1.0F;
        for (std::size_t k = 0; k < std::size(speckSpacings); ++k) {
            const int s = speckSpacings[k];
            if (!isIn(x + 2 * s * dx, y + 2 * s * dy)) continue;
            const auto near = static_cast<float>(pixels_[at(x + s * dx, y + s * dy)]),
                       far = static_cast<float>(pixels_[at(x + 2 * s * dx, y + 2 * s * dy)]);
            if (static_cast<double>(sign * secondDifference(value, near, far)) >= limits_.steps[k]) return true;
        }
        return false;
    }

    std::span<const Pixel> pixels_;
    int width_, height_;
    SpeckLimits limits_;
    std::vector<SpeckSide> side_;
    std::vector<std::uint8_t> edges_, borders_;  // a bit for each direction: the walk ends at an edge, at the border
};

}  // namespace

std::vector<std::uint8_t> speckSeeds(const Frame& frame, const Mask& judged, const SpeckLimits& limits) {
    if (!limits.areKnown) return {};
    const int width = frame.image.width(), height = frame.image.height();
    const std::vector<SpeckSide> specks = frame.image.visit([&](auto pixels) {
        const EdgeWalk walk(pixels, width, height, limits);
        std::vector<SpeckSide> found(pixels.size());
        for (std::size_t i = 0; i < found.size(); ++i)
            found[i] = walk.speckAt(i);
        return found;
    });
    std::vector<std::uint8_t> seeds(specks.size(), 0);
    const auto counted = judged.pixels();
    const std::size_t area = counted.empty() ? seeds.size() : static_cast<std::size_t>(std::ranges::count(counted, 1));
    std::size_t counts[3] = {0, 0, 0};
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const std::size_t i = static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
            if (specks[i] == SpeckSide::none) continue;
            int alike = 0;
            for (int v = std::max(0, y - 1); v <= std::min(height - 1, y + 1); ++v)
                for (int u = std::max(0, x - 1); u <= std::min(width - 1, x + 1); ++u)
                    alike +=
                        specks[static_cast<std::size_t>(v) * static_cast<std::size_t>(width) + static_cast<std::size_t>(u)] ==
                        specks[i];
            if (alike < speckNeighbours) continue;
            seeds[i] = static_cast<std::uint8_t>(specks[i]);
            if (counted.empty() || counted[i]) ++counts[seeds[i]];
        }
    const bool keeps[] = {false, areSpecks(counts[1], area), areSpecks(counts[2], area)};
    if (!keeps[1] && !keeps[2]) return {};
    for (std::uint8_t& seed : seeds)
        seed = keeps[seed];
    return seeds;
}

}  // namespace coarsen
