// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/values/growth_data.hpp"

namespace coarsen::window {

/// "Next frame at 5.20 h: R_max 812 ± 20 µm expected, then 830 ± 21 µm, 848 ± 22 µm". By the line through
/// the last frames, for a law that misses them must not promise; empty where they follow none.
QString expectationText(const GrowthData& data);

}  // namespace coarsen::window
