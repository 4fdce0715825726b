// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/engines.hpp"

#include <functional>
#include <string>

namespace coarsen {

/// Every engine of this machine: core's for the CPU, then those of its GPUs.
Engines allEngines();

/// The engines, their convolutions at the costs that `coarsen-cli engines --tune` measured on this machine if it ever did. `tell`
/// hears why a file of such costs that is there is not used.
Engines withTuning(Engines engines, const std::function<void(const std::string&)>& tell);

}  // namespace coarsen
