// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/run_series.hpp"
#include "core/batch/batch_series.hpp"
#include "core/image/imagej_roi.hpp"
#include "core/job/given_settings.hpp"
#include "core/job/run_choices.hpp"
#include "core/session/session.hpp"
#include "core/settings/typed_scale.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace coarsen {

/// Settings of every series of a batch that says nothing else.
struct BatchSettings {
    Recipe recipe = defaultRecipe();
    SeriesOpening opening = {};             ///< how the files of each are read
    std::filesystem::path recipeFile = {};  ///< it was read from, never replaced; empty: none
    GivenSettings changes = {};             ///< of any recipe
    std::optional<RoiFile> rois = {};       ///< region that is measured, by any recipe; none: the recipe's
    TypedScale scale = {};                  ///< of each series whose row of the table has none
    EngineRequest engines = {};
    std::string engine = "auto";  ///< `engines.name`, as asked for
    int threads = 0;
    std::size_t memoryBytes = memoryBudget();
};

/// Many series, one after another, each into a folder of its own below `output`.
struct BatchRequest {
    std::vector<BatchSeries> series;
    BatchSettings settings;
    std::filesystem::path output;
    std::string xLabel = {};
    bool resumes = false;                               ///< finished series stand, interrupted ones go on
    bool replaces = false;                              ///< the results in `output`
    std::vector<std::filesystem::path> readFiles = {};  ///< the user's that are never replaced: the table
};

/// The series opened with all that it is measured with; nothing is measured. Says on the way what was found elsewhere than the
/// recipe names it, and which frames regions hold for. Throws InputError, SettingError.
Session openedSeries(const BatchSeries& series, const BatchSettings& settings, std::vector<std::string>& notes);

/// The run of that session.
RunRequest runOf(const Session& session, const BatchSettings& settings);

/// Choices of a series' run into its folder below the output.
RunChoices choicesOf(const BatchSeries& series, const BatchRequest& request, const std::filesystem::path& folder);

}  // namespace coarsen
