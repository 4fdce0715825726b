// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/levelset/patches_x86.hpp"

namespace coarsen {

const PatchKernel& patchKernel() {
    if (__builtin_cpu_supports("avx512f")) return avx512Patches;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return avx2Patches;
    return portablePatches;
}

}  // namespace coarsen
