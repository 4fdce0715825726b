// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/preprocess/frame.hpp"

namespace coarsen {

/// Tells whether a decoded picture shows nothing but flat blocks of 8 x 8 px that differ by one step of grey, as JPEG at a low
/// quality leaves of smooth shades: 0.85 of all differences between neighbours lie on one grid of 8 px, 0.6 of these are the
/// commonest one, and there are three levels or more. Of whole numbers up to 255, in the first channel. Pixels repeated 8 times
/// have many steps; waves that JPEG kept change within the blocks.
bool isOfFlatBlocks(const Frame& raw);

}  // namespace coarsen
