// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/survey.hpp"

#include "core/analysis/frame_memory.hpp"
#include "core/analysis/volume_drift_survey.hpp"
#include "core/base/error.hpp"
#include "core/base/memory.hpp"
#include "core/base/parallel.hpp"
#include "core/image/decode.hpp"
#include "core/preprocess/steps.hpp"
#include "core/recipe/sections.hpp"
#include "core/series/frame_sizes.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

namespace coarsen {

namespace {
constexpr double medianKeepsForGrowthOf = 0.2;

/// Fewer than `threads` where memory is short. Throws SettingError where not one frame fits.
int threadsThatFit(const ImageSeries& series, const Recipe& recipe, int threads) {
    const int wanted = threadCount(threads);
    if (!needsSurvey(recipe) || series.first.width == 0 || series.frames.empty()) return wanted;
    std::error_code ignored;  // whoever reads the file says what is wrong
    const auto found = std::filesystem::file_size(series.frames.front().file, ignored);
    const std::size_t fileBytes = ignored || isReadInPieces(series.frames.front().file) ? 0 : static_cast<std::size_t>(found);
    const FrameMemory memory = surveyMemory(series.first, fileBytes, recipe);
    const std::size_t budget = memoryBudget();
    if (memory.forFrames(1) > budget) {
        const MemoryWords words = tooLargeWords(series.first, memory.forFrames(1), budget);
        throw SettingError("memory", words.reason, words.remedy);
    }
    return static_cast<int>(std::min(static_cast<std::size_t>(wanted), (budget - memory.shared) / memory.each));
}

/// The step with all but these fields as by default.
Step onlyWith(const Step& step, const std::vector<std::string>& fields) {
    Step only = stepNamed(step.key());
    only.switchTo(step.isOn());
    for (const std::string& field : fields)
        only.set(field, step.value(field));
    return only;
}

}  // namespace

bool needsSurvey(const Recipe& recipe) {
    return needsSeriesMedian(recipe) || needsDrift(recipe);
}

std::string surveyHash(const Recipe& recipe, const FileHashes& files) {
    Recipe before = recipe;
    for (const RecipeSection& section : recipeSections())
        section.reset(before);
    before.lengths.clear();
    // The last step that needs a survey says how to look; those after it have a say only by what is foreseen.
    for (auto step = before.steps.rbegin(); step != before.steps.rend(); ++step) {
        if (const SurveyNeed need = step->surveyNeed(); !need.isEmpty()) {
            *step = onlyWith(*step, need.decidedBy);
            break;
        }
        if (scriptStep(*step))
            step->switchTo(false);
        else if (!step->isForeseen())
            *step = stepNamed(step->key());
    }
    return measurementHash(before, files);
}

namespace {

/// Steps that compare frames pixel by pixel ask for pixels of one size.
void requireOneSizeOfPixels(const ImageSeries& series, const Recipe& recipe) {
    if (!haveOwnSizes(series) || !needsSurvey(recipe)) return;
    for (const Step& step : recipe.steps)
        if (step.isOn() && !step.surveyNeed().isEmpty())
            throw SettingError(step.key() + ".on",
                               "it compares frames pixel by pixel, and their files state pixels of different size",
                               "switch it off, measure frames of one magnification, or give one pixel size for all");
}

}  // namespace

Survey surveyOf(const ImageSeries& series, const Recipe& recipe, int threads, const std::function<void(int, int)>& progress,
                std::stop_token stop, const Survey& before, const ConvolutionRequest& convolution) {
    requireOneSizeOfPixels(series, recipe);
    if (!series.volumes) threads = threadsThatFit(series, recipe, threads);
    const int frames = static_cast<int>(series.frames.size());
    const bool hasMedian = needsSeriesMedian(recipe);
    const bool isKept =
        before.frames > 0 &&
        (!hasMedian || (!before.seriesMedian.isEmpty() && frames <= before.framesOfMedian * (1 + medianKeepsForGrowthOf)));
    Survey survey;
    survey.frames = frames;
    survey.framesOfMedian = isKept ? before.framesOfMedian : frames;
    survey.seriesMedian = isKept ? before.seriesMedian : seriesMedian(series, recipe, threads, progress, stop, convolution);
    if (stop.stop_requested()) return {};
    if (hasMedian && survey.seriesMedian.isEmpty())
        survey.notes.push_back("Dust that stands still cannot be told from the pattern: fewer than three frames can be compared");
    const Drift known = isKept ? before.drift : Drift{};
    survey.drift = series.volumes ? findVolumeDrift(series, recipe, threads, progress, stop, known)
                                  : findDrift(series, recipe, threads, progress, stop, survey.seriesMedian, known, convolution);
    if (stop.stop_requested()) return {};
    survey.notes.insert(survey.notes.end(), survey.drift.notes.begin(), survey.drift.notes.end());
    return survey;
}

FrameSurvey frameSurvey(const Survey& survey, int frame) {
    return {survey.seriesMedian, frameDrift(survey.drift, frame)};
}

}  // namespace coarsen
