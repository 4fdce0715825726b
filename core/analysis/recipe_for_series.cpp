// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/recipe_for_series.hpp"

#include "core/analysis/volume_steps.hpp"
#include "core/preprocess/info_bar.hpp"
#include "core/series/notes.hpp"

#include <string>
#include <utility>

namespace coarsen {

namespace {

bool hasInfoBar(const ImageSeries& series) {
    const auto& rows = series.first.facts.pictureRows;
    return !series.volumes && rows && rows->value < series.first.height;
}

}  // namespace

Recipe recipeForSeries(Recipe recipe, const ImageSeries& series) {
    if (series.volumes) return recipeForVolumes(std::move(recipe));
    if (hasInfoBar(series)) set(recipe, "crop.info_bar", true);
    return recipe;
}

void tellInfoBar(ImageSeries& series, const Recipe& recipe) {
    if (!hasInfoBar(series) || !leaveOutInfoBar(recipe.steps)) return;  // that it is measured was said when it was opened
    const Stated<int>& rows = *series.first.facts.pictureRows;
    unsay(series, "crop.info-bar");
    say(series, "crop.info-bar",
        "The picture ends at row " + std::to_string(rows.value) + " of " + std::to_string(series.first.height) + " (" + rows.by +
            "): what is below is the instrument's info bar, which is left out.",
        "--set crop.info_bar=false", "--set crop.info_bar=false measures it, too.");
}

}  // namespace coarsen
