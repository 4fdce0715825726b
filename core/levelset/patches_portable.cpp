// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/levelset/patch_tile.hpp"

namespace coarsen {

namespace {

struct PortablePatches {
    using Vector = float __attribute__((vector_size(16)));
    static constexpr int vectors = 2, rows = 4;
};

}  // namespace

extern const PatchKernel portablePatches{"portable", PatchTile<PortablePatches>::tile, PatchTile<PortablePatches>::square};

}  // namespace coarsen
