// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/engines.hpp"

#include <vector>

namespace coarsen::gpu {

/// The GPU engines, and what does whole frames on them: those that can run here, and those that cannot with the reason in
/// `description().unavailable`. `only`: the numbers of the GPUs that may be used, empty for all; plans are dealt out among them
/// in turn. Never throws: no driver, no such GPU and a GPU too old are answers.
Engines engines(const std::vector<int>& only = {});

}  // namespace coarsen::gpu
