// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/drift.hpp"
#include "core/analysis/series_median.hpp"

namespace coarsen {

/// Knowledge of the whole series that the steps need before any of its frames can be measured. Immutable once found.
struct Survey {
    Image seriesMedian;              ///< for dust that stands still
    Drift drift;                     ///< for stabilise
    std::vector<std::string> notes;  ///< remarks for the user, as sentences
    int frames = 0;                  ///< of the series: what came later is not in it
    int framesOfMedian = 0;          ///< that the median was chosen from; fewer when the series has grown a little since

    bool isEmpty() const { return seriesMedian.isEmpty() && drift.isEmpty() && notes.empty(); }
};

/// True where the recipe has a step that needs a survey.
bool needsSurvey(const Recipe& recipe);

/// SHA-256 of all settings that the survey depends on.
std::string surveyHash(const Recipe& recipe, const FileHashes& files);

/// The answer does not depend on threads. `progress(done, total)` is called from any thread, never two at once. Empty after a
/// stop. `before`: the survey of the same frames and settings when the series was shorter. Then new frames alone are read:
/// the drift is the same as if it had been found at once. The median of dust that stands still keeps until the series has grown
/// by more than a fifth, then all are read anew. `convolution`: of the steps before those that need it.
Survey surveyOf(const ImageSeries& series, const Recipe& recipe, int threads, const std::function<void(int, int)>& progress = {},
                std::stop_token stop = {}, const Survey& before = {}, const ConvolutionRequest& convolution = {});

/// Part of the survey that the steps need for that frame.
FrameSurvey frameSurvey(const Survey& survey, int frame);

}  // namespace coarsen
