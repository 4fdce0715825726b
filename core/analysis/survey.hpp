// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/drift.hpp"
#include "core/analysis/series_median.hpp"

namespace coarsen {

/// What the steps need to know of the whole series before any of its frames can be measured. Immutable once found.
struct Survey {
    Image seriesMedian;              ///< for dust that stands still
    Drift drift;                     ///< for stabilise
    std::vector<std::string> notes;  ///< what the user should know, as sentences

    bool isEmpty() const { return seriesMedian.isEmpty() && drift.isEmpty() && notes.empty(); }
};

/// Whether the recipe has such a step.
bool needsSurvey(const Recipe& recipe);

/// SHA-256 of all settings that the survey depends on.
std::string surveyHash(const Recipe& recipe, const FileHashes& files);

/// The answer does not depend on threads. `progress(done, total)` is called from any thread, never two at once. Empty after a
/// stop.
Survey surveyOf(const ImageSeries& series, const Recipe& recipe, int threads, const std::function<void(int, int)>& progress = {},
                std::stop_token stop = {});

/// The frame with what was found, for the steps.
Frame withSurvey(Frame raw, const Survey& survey);

}  // namespace coarsen
