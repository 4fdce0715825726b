// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/levelset/patch_tile.hpp"
#include "core/levelset/patches_x86.hpp"

namespace coarsen {

namespace {

struct Avx512Patches {
    using Vector = float __attribute__((vector_size(64)));
    static constexpr int vectors = 2, rows = 12;
};

}  // namespace

extern const PatchKernel avx512Patches{"AVX-512", PatchTile<Avx512Patches>::tile, PatchTile<Avx512Patches>::square};

}  // namespace coarsen
