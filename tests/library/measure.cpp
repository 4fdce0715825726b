// SPDX-License-Identifier: GPL-3.0-or-later
// Prints R_max of every image of a folder: measure FOLDER
#include "core/analysis/recipe_for_series.hpp"
#include "core/analysis/run_series.hpp"

#include <iostream>

int main(int count, char** words) try {
    if (count != 2) return 2;
    coarsen::RunRequest request;
    request.series = coarsen::openSeries({words[1]});
    request.calibration = request.series.calibration;
    request.recipe = coarsen::recipeForSeries(coarsen::defaultRecipe(), request.series);
    request.engines.engines = coarsen::cpuEngines();
    for (const coarsen::FrameResult& row : coarsen::runSeries(request, {}).rows())
        std::cout << row.file << ',' << row.rMax.px << '\n';
} catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
}
