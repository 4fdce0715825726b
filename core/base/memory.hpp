// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace coarsen {

/// Lets the allocator keep what is freed instead of giving it back to the system after every frame: a series asks for the same
/// few megabytes again and again, and getting fresh pages took a tenth of a frame's time. For the programs' main functions.
void keepFreedMemory();

}  // namespace coarsen
