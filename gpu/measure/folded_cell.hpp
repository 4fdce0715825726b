// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace coarsen::gpu {

/// An offset of a map that is folded along X0, pixels.
struct FoldedCell {
    std::uint16_t X0, Y0;
};

}  // namespace coarsen::gpu
