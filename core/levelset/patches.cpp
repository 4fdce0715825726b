// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/levelset/patches.hpp"

#include "core/base/parallel.hpp"
#include "core/levelset/patch_kernels.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace coarsen {

namespace {

constexpr std::size_t tileRows = patchTileRows, tileColumns = patchTileColumns;
constexpr std::size_t rowsAtOnce = 16 * tileRows, panelsAtOnce = 16;  // panels that stay in a core's second cache
constexpr std::size_t lookedAtAgain = 32;                             // besides the m that are asked for
constexpr float infinite = std::numeric_limits<float>::infinity();

static_assert(Patches::length == patchTileLength);

/// The patches as panels of 32 columns, [128][32] each, with |b|^2; columns behind the last are infinitely far.
struct PatchPanels {
    std::size_t count = 0;
    std::vector<float> values, norms;

    PatchPanels(const Patches& patches, int threads)
        : count((patches.count + tileColumns - 1) / tileColumns),
          values(count * tileColumns * Patches::length),
          norms(count * tileColumns, infinite) {
        parallelFor(count, threads, [&](std::size_t p) {
            float* const panel = values.data() + p * tileColumns * Patches::length;
            for (std::size_t c = 0; c < tileColumns && p * tileColumns + c < patches.count; ++c) {
                const float* const row = patches.row(p * tileColumns + c);
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

/// Rows `first` to `last` against all columns.
void searchRows(const Patches& patches, const PatchPanels& panels, std::size_t first, std::size_t last, NeighbourLists& lists,
                std::stop_token stop) {
    const PatchKernel& kernel = patchKernel();
    const auto m = static_cast<std::size_t>(lists.each);
    const std::size_t count = last - first, tiles = (count + tileRows - 1) / tileRows;
    std::vector<float> rows(tiles * tileRows * Patches::length);
    std::copy_n(patches.row(first), count * Patches::length, rows.begin());
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
                    for (std::size_t c = 0; c < tileColumns; ++c)
                        if (squares[r * tileColumns + c] < bars[row] && p * tileColumns + c != first + row)
                            best[row].add(squares[r * tileColumns + c], static_cast<std::uint32_t>(p * tileColumns + c));
                    best[row].prune();
                    bars[row] = best[row].bar();
                }
            }
    }
    for (std::size_t r = 0; r < count; ++r) {
        std::vector<Candidate>& found = best[r].finish();
        for (auto& [square, row] : found)
            square = kernel.square(patches.row(first + r), patches.row(row));
        std::ranges::partial_sort(found, found.begin() + static_cast<std::ptrdiff_t>(m));
        for (std::size_t i = 0; i < m; ++i) {
            lists.square[(first + r) * m + i] = found[i].first;
            lists.number[(first + r) * m + i] = found[i].second;
        }
    }
}

NeighbourLists listsFor(std::size_t rows, int m) {
    const std::size_t entries = rows * static_cast<std::size_t>(m);
    return {m, std::vector<std::uint32_t>(entries), std::vector<float>(entries)};
}

}  // namespace

Patches patchesAround(const LevelSet& set, const std::vector<std::size_t>& elements, double placeFactor, int threads) {
    Patches patches{elements.size(), std::vector<float>(elements.size() * Patches::length)};
    const std::array<double, 3> steps = set.steps();
    const std::array<int, 3> counts = set.counts();
    constexpr int reach = static_cast<int>(Patches::side) / 2;
    constexpr std::size_t atOnce = 1024;
    parallelFor((elements.size() + atOnce - 1) / atOnce, threads, [&](std::size_t chunk) {
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
    });
    return patches;
}

std::optional<NeighbourLists> nearestOfAll(const Patches& patches, int m, int threads, std::stop_token stop) {
    NeighbourLists lists = listsFor(patches.count, m);
    const PatchPanels panels(patches, threads);
    parallelFor((patches.count + rowsAtOnce - 1) / rowsAtOnce, threads,
                [&](std::size_t chunk) {
                    const std::size_t first = chunk * rowsAtOnce;
                    searchRows(patches, panels, first, std::min(patches.count, first + rowsAtOnce), lists, stop);
                },
                stop);
    if (stop.stop_requested()) return {};
    return lists;
}

std::optional<NeighbourLists> nearestWithin(const Patches& patches, const LevelSet& set, const std::vector<std::size_t>& elements,
                                            double radiusPx, int m, int threads, std::stop_token stop) {
    constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::uint32_t> elementAt(set.phi.size(), none);
    for (std::uint32_t i = 0; i < elements.size(); ++i)
        elementAt[elements[i]] = i;
    const std::array<double, 3> steps = set.steps();
    const std::array<int, 3> counts = set.counts();
    std::array<int, 3> reach;
    for (std::size_t axis = 0; axis < 3; ++axis)
        reach[axis] = static_cast<int>(radiusPx / steps[axis]);
    NeighbourLists lists = listsFor(patches.count, m);
    const PatchKernel& kernel = patchKernel();
    constexpr std::size_t atOnce = 64;
    parallelFor((elements.size() + atOnce - 1) / atOnce, threads,
                [&](std::size_t chunk) {
                    for (std::size_t i = chunk * atOnce; i < std::min(elements.size(), (chunk + 1) * atOnce); ++i) {
                        BestOf best(static_cast<std::size_t>(m));
                        const auto x = static_cast<int>(elements[i] % static_cast<std::size_t>(counts[0])),
                                   y = static_cast<int>(elements[i] % set.size.slice() / static_cast<std::size_t>(counts[0])),
                                   z = static_cast<int>(elements[i] / set.size.slice());
                        for (int dz = std::max(-reach[2], -z); dz <= std::min(reach[2], counts[2] - 1 - z); ++dz)
                            for (int dy = std::max(-reach[1], -y); dy <= std::min(reach[1], counts[1] - 1 - y); ++dy)
                                for (int dx = std::max(-reach[0], -x); dx <= std::min(reach[0], counts[0] - 1 - x); ++dx) {
                                    const std::uint32_t other = elementAt[set.size.index(x + dx, y + dy, z + dz)];
                                    if (other == none || other == i) continue;
                                    const double offX = dx * steps[0], offY = dy * steps[1], offZ = dz * steps[2];
                                    if (offX * offX + offY * offY + offZ * offZ > radiusPx * radiusPx) continue;
                                    const float square = kernel.square(patches.row(i), patches.row(other));
                                    if (!(square < best.bar())) continue;
                                    best.add(square, other);
                                    best.prune();
                                }
                        std::vector<Candidate>& found = best.finish();
                        found.resize(static_cast<std::size_t>(m), {infinite, static_cast<std::uint32_t>(i)});
                        std::ranges::sort(found);
                        for (std::size_t k = 0; k < found.size(); ++k) {
                            lists.square[i * found.size() + k] = found[k].first;
                            lists.number[i * found.size() + k] = found[k].second;
                        }
                    }
                },
                stop);
    if (stop.stop_requested()) return {};
    return lists;
}

}  // namespace coarsen
