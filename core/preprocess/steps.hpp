// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/preprocess/step.hpp"

#include <vector>

namespace coarsen {

/// THE LIST of steps in default order with default parameters (steps.cpp). A new step is one file and one line there.
std::vector<Step> allSteps();

/// The step of that key with default parameters; throws SettingError naming the known keys.
Step stepNamed(std::string_view key);

}  // namespace coarsen
