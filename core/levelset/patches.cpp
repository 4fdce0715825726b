// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/levelset/patches.hpp"

#include "core/base/parallel.hpp"
#include "core/levelset/large_array.hpp"
#include "core/levelset/patch_kernels.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace coarsen {

namespace {

constexpr std::size_t tileRows = patchTileRows, tileColumns = patchTileColumns;
constexpr std::size_t rowsAtOnce = 16 * tileRows, panelsAtOnce = 16;  // panels that stay in a core's second cache
constexpr std::size_t lookedAtAgain = 32;                             // besides the m that are asked for
constexpr float infinite = std::numeric_limits<float>::infinity();

static_assert(Patches::length == patchTileLength);

/// Some of the patches, by number, as panels of 32 columns, [128][32] each, with |b|^2; columns behind the last are infinitely
/// far.
struct PatchPanels {
    std::vector<std::uint32_t> numbers;
    std::size_t count = 0;
    std::vector<float> values, norms;

    PatchPanels(const Patches& patches, std::vector<std::uint32_t> columns, int threads)
        : numbers(std::move(columns)),
          count((numbers.size() + tileColumns - 1) / tileColumns),
          values(count * tileColumns * Patches::length),
          norms(count * tileColumns, infinite) {
        parallelFor(count, threads, [&](std::size_t p) {
            float* const panel = values.data() + p * tileColumns * Patches::length;
            for (std::size_t c = 0; c < tileColumns && p * tileColumns + c < numbers.size(); ++c) {
                const float* const row = patches.row(numbers[p * tileColumns + c]);
                double norm = 0;
                for (std::size_t k = 0; k < Patches::length; ++k) {
                    panel[k * tileColumns + c] = row[k];
                    norm += static_cast<double>(row[k]) * static_cast<double>(row[k]);
                }
                norms[p * tileColumns + c] = static_cast<float>(norm);
            }
        });
    }
};

using Candidate = std::pair<float, std::uint32_t>;

/// The most similar rows so far.
class BestOf {
public:
    explicit BestOf(std::size_t kept) : kept_(kept) { all_.reserve(2 * kept + tileColumns); }

    float bar() const { return bar_; }
    void add(float square, std::uint32_t row) { all_.emplace_back(square, row); }
    void prune() {
        if (all_.size() >= 2 * kept_) cut();
    }
    std::vector<Candidate>& finish() {
        cut();
        return all_;
    }

private:
    void cut() {
        if (all_.size() <= kept_) return;
        std::ranges::nth_element(all_, all_.begin() + static_cast<std::ptrdiff_t>(kept_ - 1));
        all_.resize(kept_);
        bar_ = all_.back().first;
    }

    std::size_t kept_;
    float bar_ = infinite;
    std::vector<Candidate> all_;
};

/// Rows, by number, against all columns that they accept. Lists are filled up with the row itself at an infinite distance.
template <typename Accepts>
void searchRows(const Patches& patches, const PatchPanels& panels, std::span<const std::uint32_t> numbers, const Accepts& accepts,
                NeighbourLists& lists, const std::stop_token& stop) {
    const PatchKernel& kernel = patchKernel();
    const auto m = static_cast<std::size_t>(lists.each);
    const std::size_t count = numbers.size(), tiles = (count + tileRows - 1) / tileRows;
    std::vector<float> rows(tiles * tileRows * Patches::length);
    for (std::size_t r = 0; r < count; ++r)
        std::copy_n(patches.row(numbers[r]), Patches::length, rows.data() + r * Patches::length);
    std::vector<BestOf> best(count, BestOf(m + lookedAtAgain));
    std::array<float, tileRows * tileColumns> squares;
    std::array<int, tileRows> hits;
    std::vector<float> bars(tiles * tileRows, -infinite);  // of rows behind the last
    std::fill_n(bars.begin(), count, infinite);
    for (std::size_t block = 0; block < panels.count; block += panelsAtOnce) {
        if (stop.stop_requested()) return;
        for (std::size_t t = 0; t < tiles; ++t)
            for (std::size_t p = block; p < std::min(panels.count, block + panelsAtOnce); ++p) {
                kernel.tile(rows.data() + t * tileRows * Patches::length,
                            panels.values.data() + p * tileColumns * Patches::length, panels.norms.data() + p * tileColumns,
                            bars.data() + t * tileRows, squares.data(), hits.data());
                for (std::size_t r = 0; r < tileRows; ++r) {
                    if (hits[r] == 0) continue;
                    const std::size_t row = t * tileRows + r;
                    for (std::size_t c = 0; c < tileColumns; ++c) {
                        if (!(squares[r * tileColumns + c] < bars[row])) continue;
                        const std::uint32_t column = panels.numbers[p * tileColumns + c];
                        if (column != numbers[row] && accepts(numbers[row], column))
                            best[row].add(squares[r * tileColumns + c], column);
                    }
                    best[row].prune();
                    bars[row] = best[row].bar();
                }
            }
    }
    for (std::size_t r = 0; r < count; ++r) {
        std::vector<Candidate>& found = best[r].finish();
        for (auto& [square, row] : found)
            square = kernel.square(patches.row(numbers[r]), patches.row(row));
        found.resize(std::max(found.size(), m), {infinite, numbers[r]});
        std::ranges::partial_sort(found, found.begin() + static_cast<std::ptrdiff_t>(m));
        for (std::size_t i = 0; i < m; ++i) {
            lists.square[numbers[r] * m + i] = found[i].first;
            lists.number[numbers[r] * m + i] = found[i].second;
        }
    }
}

std::vector<std::uint32_t> allNumbers(std::size_t count) {
    std::vector<std::uint32_t> numbers(count);
    std::iota(numbers.begin(), numbers.end(), 0U);
    return numbers;
}

/// The elements of a band by place: those of one block have most of their candidates in common.
class PlacedElements {
public:
    using Place = std::array<int, 3>;

    PlacedElements(const LevelSet& set, const std::vector<std::size_t>& elements, double radiusPx)
        : set_(set), steps_(set.steps()), counts_(set.counts()), radiusPx_(radiusPx), elementAt_(set.phi.size(), none) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            reach_[axis] = static_cast<int>(std::min(radiusPx / steps_[axis], static_cast<double>(counts_[axis])));
            side_[axis] = std::clamp(reach_[axis] / 2, shortestSide, longestSide);
            blocks_[axis] = (counts_[axis] + side_[axis] - 1) / side_[axis];
        }
        rows_.resize(static_cast<std::size_t>(blocks_[0]) * static_cast<std::size_t>(blocks_[1]) *
                     static_cast<std::size_t>(blocks_[2]));
        for (std::uint32_t i = 0; i < elements.size(); ++i) {
            elementAt_[elements[i]] = i;
            const auto width = static_cast<std::size_t>(counts_[0]);
            places_.push_back({static_cast<int>(elements[i] % width), static_cast<int>(elements[i] % set.size.slice() / width),
                               static_cast<int>(elements[i] / set.size.slice())});
            const Place& place = places_.back();
            rows_[static_cast<std::size_t>((place[2] / side_[2] * blocks_[1] + place[1] / side_[1]) * blocks_[0] +
                                           place[0] / side_[0])]
                .push_back(i);
        }
    }

    std::size_t blocks() const { return rows_.size(); }
    const std::vector<std::uint32_t>& rowsOf(std::size_t block) const { return rows_[block]; }

    /// All elements that are within the radius of any voxel of the block.
    std::vector<std::uint32_t> columnsOf(std::size_t block) const {
        const auto at = static_cast<int>(block);
        const Place where{at % blocks_[0], at / blocks_[0] % blocks_[1], at / blocks_[0] / blocks_[1]};
        Place first, last;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            first[axis] = where[axis] * side_[axis];
            last[axis] = std::min(first[axis] + side_[axis], counts_[axis]) - 1;
        }
        const auto from = [&](std::size_t axis) { return std::max(first[axis] - reach_[axis], 0); };
        const auto to = [&](std::size_t axis) { return std::min(last[axis] + reach_[axis], counts_[axis] - 1); };
        const auto gap = [&](std::size_t axis, int place) { return std::max({first[axis] - place, place - last[axis], 0}); };
        std::vector<std::uint32_t> columns;
        for (int z = from(2); z <= to(2); ++z)
            for (int y = from(1); y <= to(1); ++y)
                for (int x = from(0); x <= to(0); ++x)
                    if (const std::uint32_t element = elementAt_[set_.size.index(x, y, z)];
                        element != none && isWithin({gap(0, x), gap(1, y), gap(2, z)}))
                        columns.push_back(element);
        return columns;
    }

    bool areNear(std::uint32_t a, std::uint32_t b) const {
        const Place &p = places_[a], &q = places_[b];
        return isWithin({p[0] - q[0], p[1] - q[1], p[2] - q[2]});
    }

private:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    static constexpr int shortestSide = 2, longestSide = 16;

    bool isWithin(const Place& off) const {
        double square = 0;
        for (std::size_t axis = 0; axis < 3; ++axis)
            square += off[axis] * steps_[axis] * off[axis] * steps_[axis];
        return square <= radiusPx_ * radiusPx_;
    }

    const LevelSet& set_;
    std::array<double, 3> steps_;
    Place counts_, reach_, side_, blocks_;
    double radiusPx_;
    std::vector<std::uint32_t> elementAt_;
    std::vector<Place> places_;
    std::vector<std::vector<std::uint32_t>> rows_;  ///< by block
};

NeighbourLists listsFor(std::size_t rows, int m, const std::stop_token& stop) {
    const std::size_t entries = rows * static_cast<std::size_t>(m);
    return {m, zerosOf<std::uint32_t>(entries, stop), zerosOf<float>(entries, stop)};
}

}  // namespace

Patches patchesAround(const LevelSet& set, const std::vector<std::size_t>& elements, double placeFactor, int threads,
                      std::stop_token stop) {
    Patches patches{elements.size(), zerosOf<float>(elements.size() * Patches::length, stop)};
    if (stop.stop_requested()) return patches;
    const std::array<double, 3> steps = set.steps();
    const std::array<int, 3> counts = set.counts();
    constexpr int reach = static_cast<int>(Patches::side) / 2;
    constexpr std::size_t atOnce = 1024;
    const auto cut = [&](std::size_t chunk) {
        for (std::size_t i = chunk * atOnce; i < std::min(elements.size(), (chunk + 1) * atOnce); ++i) {
            const std::array<int, 3> place{static_cast<int>(elements[i] % static_cast<std::size_t>(counts[0])),
                                           static_cast<int>(elements[i] % set.size.slice() / static_cast<std::size_t>(counts[0])),
                                           static_cast<int>(elements[i] / set.size.slice())};
            float* to = patches.rows.data() + i * Patches::length;
            for (int dz = -reach; dz <= reach; ++dz)
                for (int dy = -reach; dy <= reach; ++dy)
                    for (int dx = -reach; dx <= reach; ++dx)
                        *to++ = set.phi[set.size.index(std::clamp(place[0] + dx, 0, counts[0] - 1),
                                                       std::clamp(place[1] + dy, 0, counts[1] - 1),
                                                       std::clamp(place[2] + dz, 0, counts[2] - 1))];
            for (std::size_t axis = 0; axis < 3; ++axis)
                *to++ = static_cast<float>(placeFactor * place[axis] * steps[axis]);
        }
    };
    parallelFor((elements.size() + atOnce - 1) / atOnce, threads, cut, std::move(stop));
    return patches;
}

std::optional<NeighbourLists> nearestOfAll(const Patches& patches, int m, int threads, std::stop_token stop,
                                           const PartDone& onProgress) {
    NeighbourLists lists = listsFor(patches.count, m, stop);
    if (stop.stop_requested()) return {};
    const PatchPanels panels(patches, allNumbers(patches.count), threads);
    const std::size_t chunks = (patches.count + rowsAtOnce - 1) / rowsAtOnce;
    CountedPieces done(chunks, onProgress);
    const auto acceptsAll = [](std::uint32_t, std::uint32_t) { return true; };
    parallelFor(
        chunks, threads,
        [&](std::size_t chunk) {
            const std::size_t first = chunk * rowsAtOnce;
            const std::span<const std::uint32_t> rows(panels.numbers);
            searchRows(patches, panels, rows.subspan(first, std::min(patches.count - first, rowsAtOnce)), acceptsAll, lists,
                       stop);
            done.oneMore();
        },
        stop);
    if (stop.stop_requested()) return {};
    return lists;
}

std::optional<NeighbourLists> nearestWithin(const Patches& patches, const LevelSet& set, const std::vector<std::size_t>& elements,
                                            double radiusPx, int m, int threads, std::stop_token stop,
                                            const PartDone& onProgress) {
    NeighbourLists lists = listsFor(patches.count, m, stop);
    if (stop.stop_requested()) return {};
    const PlacedElements placed(set, elements, radiusPx);
    CountedPieces done(placed.blocks(), onProgress);
    const auto areNear = [&](std::uint32_t a, std::uint32_t b) { return placed.areNear(a, b); };
    parallelFor(
        placed.blocks(), threads,
        [&](std::size_t block) {
            if (!placed.rowsOf(block).empty()) {
                const PatchPanels panels(patches, placed.columnsOf(block), 1);
                searchRows(patches, panels, placed.rowsOf(block), areNear, lists, stop);
            }
            done.oneMore();
        },
        stop);
    if (stop.stop_requested()) return {};
    return lists;
}

}  // namespace coarsen
