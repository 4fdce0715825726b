// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recipe/recipe.hpp"
#include "core/series/image_series.hpp"

namespace coarsen {

/// A recipe that is new, as a series needs it: recipeForVolumes where its frames are volumes; where the instrument states that
/// its first picture ends above an info bar, `crop.info_bar` leaves the bars out.
Recipe recipeForSeries(Recipe recipe, const ImageSeries& series);

/// Says in the series' notes what the recipe makes of the info bar that its first picture has, if it has one.
void tellInfoBar(ImageSeries& series, const Recipe& recipe);

}  // namespace coarsen
