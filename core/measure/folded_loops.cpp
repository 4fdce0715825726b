// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/folded_loops.hpp"

#include <cstddef>

namespace coarsen {

namespace {

/// Read and written where they lie: no function takes or returns one, whose registers differ from clone to clone.
using Quad __attribute__((vector_size(mapsInQuad * sizeof(double)), aligned(8), may_alias)) = double;
static_assert(alignof(Quad) == alignof(double));  // Clang drops the alignment behind the `=`.

template <int quads>
[[gnu::always_inline]] inline void addSegments(std::span<const RowSegment> segments, const double* weights, const double* row,
                                               double* sums) {
    constexpr std::size_t stride = quads;
    const Quad* const values = reinterpret_cast<const Quad*>(row);
    Quad* const totals = reinterpret_cast<Quad*>(sums);
    for (const RowSegment& segment : segments) {
        const Quad* value = values + segment.first * stride;
        Quad sum[quads] = {};
        for (int i = 0; i < segment.count; ++i, ++weights, value += stride)
            for (int quad = 0; quad < quads; ++quad)
                sum[quad] += *weights * value[quad];
        for (int quad = 0; quad < quads; ++quad)
            totals[segment.circle * stride + static_cast<std::size_t>(quad)] += sum[quad];
    }
}

}  // namespace

// One source is compiled for two kinds of processor, and the loader takes the one that fits. Neither fuses multiply and add,
// so that both give the same bytes.
[[gnu::target_clones("avx2", "default")]] void addSegmentsOfOneQuad(std::span<const RowSegment> segments, const double* weights,
                                                                    const double* row, double* sums) {
    addSegments<1>(segments, weights, row, sums);
}

[[gnu::target_clones("avx2", "default")]] void addSegmentsOfTwoQuads(std::span<const RowSegment> segments, const double* weights,
                                                                     const double* row, double* sums) {
    addSegments<2>(segments, weights, row, sums);
}

}  // namespace coarsen
