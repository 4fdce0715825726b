// SPDX-License-Identifier: GPL-3.0-or-later
// Linked instead of patches_x86.cpp on other processors.
#include "core/levelset/patch_kernels.hpp"

namespace coarsen {

const PatchKernel& patchKernel() {
    return portablePatches;
}

}  // namespace coarsen
