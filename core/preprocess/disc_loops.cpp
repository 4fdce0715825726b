// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/disc_loops.hpp"

namespace coarsen {

namespace {

// Read and written where they lie: no function takes or returns one, whose registers differ from clone to clone.
constexpr std::size_t lanes = 4, vectors = discPlacesAtOnce / lanes;
using Sums __attribute__((vector_size(lanes * sizeof(double)), aligned(8), may_alias)) = double;
using Counts __attribute__((vector_size(lanes * sizeof(int)), aligned(4), may_alias)) = int;
using Means __attribute__((vector_size(lanes * sizeof(float)), aligned(4), may_alias)) = float;
static_assert(alignof(Sums) == alignof(double) && alignof(Counts) == alignof(int) &&
              alignof(Means) == alignof(float));  // Clang drops the alignment behind the `=`.

}  // namespace

// One source is compiled for two kinds of processor, and the loader takes the one that fits. Neither fuses multiply and add,
// so that both give the same bytes.
[[gnu::target_clones("avx2", "default")]] void discMeans(std::span<const DiscRow> rows, std::size_t count, int fewest,
                                                         float* means) {
    for (std::size_t place = 0; place < count; place += discPlacesAtOnce) {
        Sums sums[vectors] = {};
        Counts counts[vectors] = {};
        for (const DiscRow& row : rows) {
            const Sums* const sumsLeft = reinterpret_cast<const Sums*>(row.sums + place);
            const Sums* const sumsRight = reinterpret_cast<const Sums*>(row.sums + place + row.across);
            const Counts* const countsLeft = reinterpret_cast<const Counts*>(row.counts + place);
            const Counts* const countsRight = reinterpret_cast<const Counts*>(row.counts + place + row.across);
            for (std::size_t v = 0; v < vectors; ++v) {
                sums[v] += sumsRight[v] - sumsLeft[v];
                counts[v] += countsRight[v] - countsLeft[v];
            }
        }
        Means* const to = reinterpret_cast<Means*>(means + place);
        for (std::size_t v = 0; v < vectors; ++v) {
            const Sums mean = (sums[v] > 0 ? sums[v] : Sums{}) / __builtin_convertvector(counts[v], Sums);
            to[v] = counts[v] < fewest ? Means{} - 1 : __builtin_convertvector(mean, Means);
        }
    }
}

}  // namespace coarsen
