// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/series/calibration.hpp"
#include "core/settings/field.hpp"

#include <optional>

namespace coarsen {

/// Sizes and times that somebody types because files do not say them, or say them wrongly: they hold for a series, not for a
/// recipe.
struct TypedScale {
    std::optional<Calibration> pixelSize;  ///< `pixel_size`; none: that of the files; one that is not known: `none` was typed
    std::optional<double> intervalS;       ///< `interval`: equal spacing of the frames; none: their own times

    static const Fields<TypedScale>& fields();
};

}  // namespace coarsen
