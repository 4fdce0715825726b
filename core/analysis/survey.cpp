// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/survey.hpp"

#include "core/preprocess/dust.hpp"
#include "core/preprocess/step_of.hpp"
#include "core/preprocess/steps.hpp"

#include <utility>

namespace coarsen {

namespace {
constexpr double medianKeepsForGrowthOf = 0.2;
}

bool needsSurvey(const Recipe& recipe) {
    return needsSeriesMedian(recipe) || needsDrift(recipe);
}

std::string surveyHash(const Recipe& recipe, const FileHashes& files) {
    Recipe before = recipe;
    before.measure = {};
    if (Step* const contrast = before.step("contrast")) *contrast = stepNamed("contrast");
    if (!needsDrift(recipe))  // the median is of what comes before dust
        if (Step* const dust = before.step(Dust::key); dust && dust->isOn()) {
            *dust = Step::of(Dust{});
            dust->set("find", std::string("still"));
        }
    return measurementHash(before, files);
}

Survey surveyOf(const ImageSeries& series, const Recipe& recipe, int threads, const std::function<void(int, int)>& progress,
                std::stop_token stop, const Survey& before) {
    const int frames = static_cast<int>(series.frames.size());
    const bool hasMedian = needsSeriesMedian(recipe);
    const bool isKept =
        before.frames > 0 &&
        (!hasMedian || (!before.seriesMedian.isEmpty() && frames <= before.framesOfMedian * (1 + medianKeepsForGrowthOf)));
    Survey survey;
    survey.frames = frames;
    survey.framesOfMedian = isKept ? before.framesOfMedian : frames;
    survey.seriesMedian = isKept ? before.seriesMedian : seriesMedian(series, recipe, threads, progress, stop);
    if (stop.stop_requested()) return {};
    if (hasMedian && survey.seriesMedian.isEmpty())
        survey.notes.push_back("Dust that stands still cannot be told from the pattern: fewer than three frames can be compared");
    survey.drift = findDrift(series, recipe, threads, progress, stop, survey.seriesMedian, isKept ? before.drift : Drift{});
    if (stop.stop_requested()) return {};
    survey.notes.insert(survey.notes.end(), survey.drift.notes.begin(), survey.drift.notes.end());
    return survey;
}

Frame withSurvey(Frame raw, const Survey& survey) {
    raw.seriesMedian = survey.seriesMedian;
    return withDrift(std::move(raw), survey.drift);
}

}  // namespace coarsen
