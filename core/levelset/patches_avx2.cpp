// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/levelset/patch_tile.hpp"
#include "core/levelset/patches_x86.hpp"

namespace coarsen {

namespace {

struct Avx2Patches {
    using Vector = float __attribute__((vector_size(32)));
    static constexpr int vectors = 2, rows = 6;
};

}  // namespace

extern const PatchKernel avx2Patches{"AVX2", PatchTile<Avx2Patches>::tile, PatchTile<Avx2Patches>::square};

}  // namespace coarsen
