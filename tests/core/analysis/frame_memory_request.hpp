// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/run_series.hpp"
#include "core/recipe/recipe_json.hpp"

#include <filesystem>
#include <sstream>
#include <string>

namespace coarsen::test {

/// A run on one thread, with more memory than it can want. `settings`: "measure.max_lag=60 engine=cpu-simd".
inline RunRequest requestFor(const std::filesystem::path& frames, const std::string& settings) {
    RunRequest request;
    request.series = openSeries({frames});
    assignTimes(request.series, {});
    request.recipe = defaultRecipe();
    request.engines.engines = cpuEngines();
    request.threads = 1;
    request.memoryBytes = std::size_t{64} << 30;
    std::istringstream words(settings);
    for (std::string word; words >> word;) {
        const auto cut = word.find('=');
        if (word.starts_with("engine="))
            request.engines.name = word.substr(cut + 1);
        else
            setText(request.recipe, word.substr(0, cut), word.substr(cut + 1));
    }
    return request;
}

}  // namespace coarsen::test
