// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/levelset/patch_kernels.hpp"

namespace coarsen {

extern const PatchKernel avx2Patches, avx512Patches;

}  // namespace coarsen
