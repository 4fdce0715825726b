// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/fitted_growth.hpp"

#include <algorithm>

namespace coarsen {

const GrowthFit* FittedGrowth::fit(std::string_view model) const {
    const auto found = std::ranges::find(fits, model, &GrowthFit::model);
    return found != fits.end() && found->isFitted() ? &*found : nullptr;
}

std::vector<GrowthPoint> FittedGrowth::pointsInFit() const {
    std::vector<GrowthPoint> used = usedPoints(growth, settings);
    std::ranges::stable_sort(used, {}, &GrowthPoint::time);
    return used;
}

}  // namespace coarsen
