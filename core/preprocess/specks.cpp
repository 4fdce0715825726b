// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/specks.hpp"

#include "core/preprocess/float_limits.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <span>

namespace coarsen {

namespace {

/// Walks to the edges of specks, all pixels at once: a walk ends at an edge from just the pixels that lie behind the edge, on the
/// same side of the distribution, without a gap. So only edges are looked for, and from each the walk goes back.
template <typename Pixel>
class EdgeWalk {
public:
    EdgeWalk(std::span<const Pixel> pixels, int width, int height, const SpeckLimits& limits)
        : pixels_(pixels),
          width_(width),
          height_(height),
          pattern_({limits.low, limits.high}),
          steps_{leastFloatFrom(limits.steps[0]), leastFloatFrom(limits.steps[1])},
          edges_(pixels.size(), 0),
          borders_(pixels.size(), 0) {
        findEdges();
        findBorders();
    }

    /// Pixels from which any walk ends at an edge.
    const std::vector<std::size_t>& reached() const { return reached_; }

    /// Side of the distribution that the pixel's speck is on.
    SpeckSide speckAt(std::size_t i) const {
        return isSpeck(std::popcount(edges_[i]), std::popcount(borders_[i])) ? sideOf(valueOf(i)) : SpeckSide::none;
    }

private:
    static constexpr int directions = std::size(speckDirections);
    static constexpr int reach = 2 * speckSpacings[std::size(speckSpacings) - 1];  ///< of a second difference
    static constexpr int together = 8;                                             ///< pixels that are looked at at once

    std::size_t at(int x, int y) const {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x);
    }
    bool isIn(int x, int y) const { return x >= 0 && x < width_ && y >= 0 && y < height_; }

    float valueOf(std::size_t i) const { return static_cast<float>(pixels_[i]); }
    SpeckSide sideOf(float value) const {
        return value > pattern_.high ? SpeckSide::bright : value < pattern_.low ? SpeckSide::dark : SpeckSide::none;
    }

    void findEdges() {
        std::vector<std::uint8_t> isBeyond(static_cast<std::size_t>((width_ + together - 1) / together * together), 0);
        for (int y = 0; y < height_; ++y) {
            const Pixel* const row = pixels_.data() + at(0, y);
            markExcluded(std::span(row, static_cast<std::size_t>(width_)), pattern_, isBeyond.data());
            const bool isInside = y >= reach && y + reach < height_;
            for (int x = 0; x < width_; x += together) {
                std::uint64_t any;
                static_assert(sizeof(any) == together);
                std::memcpy(&any, isBeyond.data() + x, together);
                if (any == 0) continue;
                if (isInside && x >= reach && x + together + reach <= width_ && !isAnySteep(row + x)) continue;
                for (int here = x; here < std::min(x + together, width_); ++here)
                    if (isBeyond[static_cast<std::size_t>(here)]) look(here, y);
            }
        }
    }

    /// True where a second difference at one of these pixels is as large as an edge's, in any direction.
    bool isAnySteep(const Pixel* pixels) const {
        std::array<float, together> largest[std::size(speckSpacings)] = {};
        for (const auto& [dx, dy] : speckDirections) {
            const std::ptrdiff_t next = dx + static_cast<std::ptrdiff_t>(dy) * width_;
            for (std::size_t k = 0; k < std::size(speckSpacings); ++k) {
                const Pixel* const near = pixels + speckSpacings[k] * next;
                const Pixel* const far = near + speckSpacings[k] * next;
                for (std::size_t i = 0; i < together; ++i)
                    largest[k][i] = std::max(largest[k][i], std::abs(differenceOf(pixels[i], near[i], far[i])));
            }
        }
        bool isAny = false;
        for (std::size_t k = 0; k < std::size(speckSpacings); ++k)
            for (const float size : largest[k])
                isAny |= size >= steps_[k];
        return isAny;
    }

    static float differenceOf(Pixel here, Pixel near, Pixel far) {
        return secondDifference(static_cast<float>(here), static_cast<float>(near), static_cast<float>(far));
    }

    void look(int x, int y) {
        for (int direction = 0; direction < directions; ++direction)
            if (isEdge(x, y, direction))
                walkBack(x, y, direction, [this, bit = 1 << direction](std::size_t i) {
                    if (edges_[i] & bit) return false;
                    if (edges_[i] == 0) reached_.push_back(i);
                    edges_[i] = static_cast<std::uint8_t>(edges_[i] | bit);
                    return true;
                });
    }

    /// True where the picture comes back steeply from here on.
    bool isEdge(int x, int y, int direction) const {
        const auto [dx, dy] = speckDirections[direction];
        const std::size_t here = at(x, y);
        const float sign = sideOf(valueOf(here)) == SpeckSide::bright ? 1.0F : -1.0F;
        for (std::size_t k = 0; k < std::size(speckSpacings); ++k) {
            const int s = speckSpacings[k];
            if (!isIn(x + 2 * s * dx, y + 2 * s * dy)) continue;
            const float difference =
                differenceOf(pixels_[here], pixels_[at(x + s * dx, y + s * dy)], pixels_[at(x + 2 * s * dx, y + 2 * s * dy)]);
            if (sign * difference >= steps_[k]) return true;
        }
        return false;
    }

    /// Calls `take(i)` for this pixel and those behind it on its side, until that says false.
    template <typename Take>
    void walkBack(int x, int y, int direction, Take take) const {
        const auto [dx, dy] = speckDirections[direction];
        const SpeckSide side = sideOf(valueOf(at(x, y)));
        while (isIn(x, y) && sideOf(valueOf(at(x, y))) == side && take(at(x, y)))
            x -= dx, y -= dy;
    }

    /// Marks from where walks lead out of the picture without an edge.
    void findBorders() {
        for (int y = 0; y < height_; ++y) {
            const int apart = y == 0 || y == height_ - 1 ? 1 : std::max(1, width_ - 1);
            for (int x = 0; x < width_; x += apart)
                if (sideOf(valueOf(at(x, y))) != SpeckSide::none) leave(x, y);
        }
    }

    void leave(int x, int y) {
        for (int direction = 0; direction < directions; ++direction)
            if (!isIn(x + speckDirections[direction][0], y + speckDirections[direction][1]))
                walkBack(x, y, direction, [this, bit = 1 << direction](std::size_t i) {
                    if (edges_[i] & bit) return false;
                    borders_[i] = static_cast<std::uint8_t>(borders_[i] | bit);
                    return true;
                });
    }

    std::span<const Pixel> pixels_;
    int width_, height_;
    FloatLimits pattern_;                        ///< beyond which a pixel may be a speck's
    float steps_[std::size(speckSpacings)];      ///< that are an edge, by spacing
    std::vector<std::uint8_t> edges_, borders_;  // a bit for each direction: the walk ends at an edge, at the border
    std::vector<std::size_t> reached_;
};

/// How many of the 3 x 3 pixels about that one, itself among them, are on its side.
int alikeAbout(std::span<const SpeckSide> specks, int width, int height, std::size_t i) {
    const auto columns = static_cast<std::size_t>(width);
    const int x = static_cast<int>(i % columns), y = static_cast<int>(i / columns);
    int alike = 0;
    for (int v = std::max(0, y - 1); v <= std::min(height - 1, y + 1); ++v)
        for (int u = std::max(0, x - 1); u <= std::min(width - 1, x + 1); ++u)
            alike += specks[static_cast<std::size_t>(v) * columns + static_cast<std::size_t>(u)] == specks[i];
    return alike;
}

}  // namespace

std::vector<std::uint8_t> speckSeeds(const Frame& frame, const Mask& judged, const SpeckLimits& limits) {
    if (!limits.areKnown) return {};
    const int width = frame.image.width(), height = frame.image.height();
    std::vector<SpeckSide> specks(frame.image.planeSize(), SpeckSide::none);
    const std::vector<std::size_t> places = frame.image.visit([&](auto pixels) {
        EdgeWalk walk(pixels, width, height, limits);
        for (const std::size_t i : walk.reached())
            specks[i] = walk.speckAt(i);
        return walk.reached();
    });
    const auto counted = judged.pixels();
    const std::size_t area = counted.empty() ? specks.size() : static_cast<std::size_t>(std::ranges::count(counted, 1));
    std::size_t counts[3] = {0, 0, 0};
    std::vector<std::size_t> found;
    for (const std::size_t i : places) {
        if (specks[i] == SpeckSide::none || alikeAbout(specks, width, height, i) < speckNeighbours) continue;
        found.push_back(i);
        if (counted.empty() || counted[i]) ++counts[static_cast<std::size_t>(specks[i])];
    }
    const bool keeps[] = {false, areSpecks(counts[1], area), areSpecks(counts[2], area)};
    if (!keeps[1] && !keeps[2]) return {};
    std::vector<std::uint8_t> seeds(specks.size(), 0);
    for (const std::size_t i : found)
        seeds[i] = keeps[static_cast<std::size_t>(specks[i])];
    return seeds;
}

}  // namespace coarsen
