// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/job/effects.hpp"

#include "core/analysis/run_plan.hpp"
#include "core/analysis/step_effects.hpp"
#include "core/base/numbers.hpp"
#include "core/base/parallel.hpp"
#include "core/export/csv_field.hpp"
#include "core/preprocess/info_bar.hpp"
#include "core/series/frame_picture.hpp"

#include <algorithm>

namespace coarsen {

namespace {

std::vector<const FrameResult*> spread(const std::vector<FrameResult>& rows, int count) {
    std::vector<const FrameResult*> measured, chosen;
    for (const FrameResult& row : rows)
        if (row.rMax.isFound()) measured.push_back(&row);
    const std::size_t wanted = std::min(measured.size(), static_cast<std::size_t>(count));
    for (std::size_t k = 0; k < wanted; ++k)
        chosen.push_back(measured[wanted > 1 ? k * (measured.size() - 1) / (wanted - 1) : 0]);
    return chosen;
}

std::string lineOf(const FrameResult& row, const StepEffect& effect) {
    return std::to_string(row.frame) + ',' + csvField(row.file) + ',' + effect.step + ',' + shortest(effect.withPx) + ',' +
           shortest(effect.withoutPx) + ',' + shortest(effect.percent()) + '\n';
}

std::optional<double> markerOf(const RunRequest& request, int frame) {
    const auto set = request.manualRMaxPx.find(frame);
    return set == request.manualRMaxPx.end() ? std::nullopt : std::optional(set->second);
}

/// One after the other, each with all threads.
std::vector<std::string> linesOfVolumes(const RunRequest& request, const std::vector<const FrameResult*>& frames,
                                        std::stop_token stop) {
    EngineRequest engines = request.engines;
    engines.threads = request.threads;
    VolumeFrameMeasurer measurer(request.series, request.recipe, request.calibration, engines);
    std::vector<std::string> lines;
    for (const FrameResult* const row : frames) {
        if (stop.stop_requested()) break;
        const Volume raw = measurer.read(request.series.frames[static_cast<std::size_t>(row->frame)], stop);
        if (stop.stop_requested()) break;
        for (const StepEffect& effect : stepEffects(raw, row->frame, row->image.drift, request.recipe.steps, row->rMax.px,
                                                    measurer, markerOf(request, row->frame), stop))
            lines.push_back(lineOf(*row, effect));
    }
    return lines;
}

std::vector<std::string> linesOfPictures(const RunRequest& request, const std::vector<const FrameResult*>& frames,
                                         std::stop_token stop) {
    std::vector<std::string> lines(frames.size());
    EngineRequest engines = request.engines;
    engines.threads = 1;
    std::vector<int> numbers;
    for (const FrameResult* row : frames)
        numbers.push_back(row->frame);
    const int atOnce = frames.empty() ? 1 : runPlan(request, numbers, numbers.size()).workers;  // as many as memory allows
    std::vector<Step> steps = request.recipe.steps;  // drift moves nothing that an autocorrelation sees
    std::erase_if(steps, [](const Step& step) { return step.surveyNeed().drift.has_value(); });
    parallelFor(
        frames.size(), atOnce,
        [&](std::size_t i) {
            const FrameSource& source = request.series.frames[static_cast<std::size_t>(frames[i]->frame)];
            std::shared_ptr<const SharedFile> read;
            const Frame raw = rawFrame(withoutInfoBar(framePicture(source, arePlanesNeeded(steps), read), source, steps),
                                       frames[i]->frame, source.timeS);
            const FrameSurvey survey = request.survey ? frameSurvey(*request.survey, raw.index) : FrameSurvey{};
            FrameMeasurer measurer(request.recipe, engines, request.calibration);
            const auto marker = markerOf(request, frames[i]->frame);
            const MeasureSettings& measure = request.recipe.measure;
            const Frame final = finalFrame(raw, steps, survey, stop, measurer.convolvers());
            const double with = rMaxPx(measurer.measurer()(final, false, stop), marker, measure);
            for (const StepEffect& effect : stepEffects(raw, survey, steps, with, measurer, marker, measure, stop))
                lines[i] += lineOf(*frames[i], effect);
        },
        stop);
    return lines;
}

}  // namespace

std::string effectsCsv(const RunRequest& request, const std::vector<FrameResult>& rows, int count, std::stop_token stop) {
    const std::vector<const FrameResult*> frames = spread(rows, count);
    std::string text = "frame,file,step,r_max_with_px,r_max_without_px,change_percent\n";
    for (const std::string& line :
         request.series.volumes ? linesOfVolumes(request, frames, stop) : linesOfPictures(request, frames, stop))
        text += line;
    return text;
}

}  // namespace coarsen
