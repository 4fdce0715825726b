// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace coarsen::bench {

/// The re-ordered loops of the paper's section 4.2 on one core: raw sums of products of an 8-bit image for |X0| <= R, 0 <= Y0 <=
/// R, in the order of LagSums. The compiler vectorises the inner loop over consecutive x.
std::vector<std::uint64_t> reorderedLoops(std::span<const std::uint8_t> image, int width, int height, int maxLag);

}  // namespace coarsen::bench
