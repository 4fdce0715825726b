// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/levelset/level_set.hpp"
#include "core/levelset/parts_done.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace coarsen {

/// Rows of 128 numbers: the 5^3 values of phi around an element, and three more, its place times a factor or zeros. The volume's
/// edge repeats.
struct Patches {
    static constexpr std::size_t side = 5, values = side * side * side, length = 128;
    std::size_t count = 0;
    std::vector<float> rows;  ///< count * length

    const float* row(std::size_t i) const { return rows.data() + i * length; }
};
/// After a stop: unfinished.
Patches patchesAround(const LevelSet& set, const std::vector<std::size_t>& elements, double placeFactor, int threads,
                      std::stop_token stop = {});

/// For each row the others that are most like it, the nearest first; equal ones by their number.
struct NeighbourLists {
    int each = 0;                       ///< neighbours of a row; the same for all
    std::vector<std::uint32_t> number;  ///< rows * each
    std::vector<float> square;          ///< their squared distances

    std::span<const std::uint32_t> of(std::size_t row) const {
        return {number.data() + row * static_cast<std::size_t>(each), static_cast<std::size_t>(each)};
    }
    std::span<const float> squaresOf(std::size_t row) const {
        return {square.data() + row * static_cast<std::size_t>(each), static_cast<std::size_t>(each)};
    }
};

/// All pairs, |a|^2 + |b|^2 - 2ab in tiles of float32, the best m + 32 compared again by their differences. Nothing after a
/// stop.
std::optional<NeighbourLists> nearestOfAll(const Patches& patches, int m, int threads, std::stop_token stop = {},
                                           const PartDone& onProgress = {});

/// Among the elements within a radius only; where fewer are there, the lists are filled up with the row itself at an infinite
/// distance. `elements`: their voxels, ascending.
std::optional<NeighbourLists> nearestWithin(const Patches& patches, const LevelSet& set, const std::vector<std::size_t>& elements,
                                            double radiusPx, int m, int threads, std::stop_token stop = {},
                                            const PartDone& onProgress = {});

}  // namespace coarsen
