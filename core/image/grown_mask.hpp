// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/image/image.hpp"

namespace coarsen {

/// The pixels that lie further than `byPx` from every masked one.
Mask grownMask(const Mask& mask, double byPx);

}  // namespace coarsen
