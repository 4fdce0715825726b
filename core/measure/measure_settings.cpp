// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/measure_settings.hpp"

#include <algorithm>

namespace coarsen {

int maxLagFor(const MeasureSettings& settings, int width, int height) {
    const int shorter = std::min(width, height);
    const int wanted = settings.maxLag > 0 ? settings.maxLag : shorter / 3;
    return std::max(1, std::min(wanted, shorter / 2));
}

}  // namespace coarsen
