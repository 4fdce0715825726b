// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/settings/field.hpp"

#include <optional>

namespace coarsen {

/// Content of the map that two pictures are compared by.
enum class PairNorm {
    pearson,  ///< r of the pixels that overlap
    paper     ///< Eq. 1 of Lu et al. 2010 for two images, their means left in
};

/// How two whole pictures are compared (`coarsen-cli correlate`).
struct PairSettings {
    int maxLag = 0;                     ///< `max_lag`: largest shift along both axes, px; 0: the shorter side less one
    std::optional<double> outside;      ///< `outside`: grey level of pixels that are not valid; none: no level is
    PairNorm norm = PairNorm::pearson;  ///< `norm`: of the map that is written; shifts are found by r

    /// Largest shift in pictures of that size, px.
    int maxLagFor(int width, int height) const;

    static const Fields<PairSettings>& fields();
};

}  // namespace coarsen
