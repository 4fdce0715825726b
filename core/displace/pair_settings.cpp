// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/displace/pair_settings.hpp"

#include "core/settings/fields.hpp"

#include <algorithm>
#include <limits>

namespace coarsen {

const Fields<PairSettings>& PairSettings::fields() {
    using S = PairSettings;
    constexpr double most = std::numeric_limits<double>::max();
    static const Fields<S> list = {
        integerField(
            "max_lag", &S::maxLag, 0, 65536,
            {"Largest shift", "Largest shift along both axes; 0 takes the shorter side less one.", "px", "", "shorter side"}),
        optionalNumberField("outside", &S::outside, -most, most,
                            {"Outside", "Grey level of pixels that are not valid, in both images."}),
        choiceField("norm", &S::norm, {"r", "paper"},
                    {"Map",
                     "Content of correlation.tif: Pearson's r of the overlapping pixels (r), or Eq. 1 of Lu et al. 2010, sums of "
                     "products over the root of both images' sums of squares (paper)."}),
    };
    return list;
}

int PairSettings::maxLagFor(int width, int height) const {
    return maxLag > 0 ? maxLag : std::min(width, height) - 1;
}

}  // namespace coarsen
