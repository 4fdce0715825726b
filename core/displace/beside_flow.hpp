// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/displace/shift.hpp"

namespace coarsen {

/// The shift, without what its replicates owe to a flow that is even over the picture: the blocks of a pattern that grows about
/// a point pull each its own way, and all of them together none. Its error is then what the blocks scatter beside that flow.
/// Where parts move no differently it is the same. tests/studies/results/drift.txt
FoundShift besideFlow(FoundShift found);

}  // namespace coarsen
