// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/line_loops.hpp"

namespace coarsen {

namespace {

/// Read where they lie: no function takes or returns one, whose registers differ from clone to clone.
using Lines __attribute__((vector_size(linesAtOnce * sizeof(float)), aligned(4), may_alias)) = float;
static_assert(alignof(Lines) == alignof(float));  // Clang drops the alignment behind the `=`.

/// At some distances at once, whose sums do not wait for one another.
template <std::size_t distances>
[[gnu::always_inline]] inline void addProductsAt(const Lines* values, std::size_t length, std::size_t first, double* sums) {
    Lines products[distances] = {};
    const std::size_t shared = length - (first + distances - 1);
    for (std::size_t i = 0; i < shared; ++i)
        for (std::size_t k = 0; k < distances; ++k)
            products[k] += values[i] * values[i + first + k];
    for (std::size_t k = 0; k < distances; ++k)
        for (std::size_t i = shared; i + first + k < length; ++i)
            products[k] += values[i] * values[i + first + k];
    for (std::size_t k = 0; k < distances; ++k)
        for (std::size_t line = 0; line < linesAtOnce; ++line)
            sums[k] += static_cast<double>(products[k][line]);
}

}  // namespace

// One source is compiled for two kinds of processor, and the loader takes the one that fits. Neither fuses multiply and add,
// so that both give the same bytes.
[[gnu::target_clones("avx2", "default")]] void addLineProducts(const float* values, std::size_t length, std::size_t first,
                                                               std::size_t count, double* sums) {
    const Lines* const lines = reinterpret_cast<const Lines*>(values);
    std::size_t k = 0;
    for (; k + 4 <= count; k += 4)
        addProductsAt<4>(lines, length, first + k, sums + k);
    for (; k < count; ++k)
        addProductsAt<1>(lines, length, first + k, sums + k);
}

}  // namespace coarsen
