// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/survey.hpp"

#include "core/preprocess/dust.hpp"
#include "core/preprocess/step_of.hpp"
#include "core/preprocess/steps.hpp"

#include <utility>

namespace coarsen {

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
                std::stop_token stop) {
    Survey survey;
    survey.seriesMedian = seriesMedian(series, recipe, threads, progress, stop);
    if (stop.stop_requested()) return {};
    if (needsSeriesMedian(recipe) && survey.seriesMedian.isEmpty())
        survey.notes.push_back("Dust that stands still cannot be told from the pattern: fewer than three frames can be compared");
    survey.drift = findDrift(series, recipe, threads, progress, stop, survey.seriesMedian);
    if (stop.stop_requested()) return {};
    survey.notes.insert(survey.notes.end(), survey.drift.notes.begin(), survey.drift.notes.end());
    return survey;
}

Frame withSurvey(Frame raw, const Survey& survey) {
    raw.seriesMedian = survey.seriesMedian;
    return withDrift(std::move(raw), survey.drift);
}

}  // namespace coarsen
