// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/batch/effects.hpp"

#include "core/analysis/run_plan.hpp"
#include "core/analysis/step_effects.hpp"
#include "core/base/numbers.hpp"
#include "core/base/parallel.hpp"
#include "core/export/csv_field.hpp"
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

}  // namespace

std::string effectsCsv(const RunRequest& request, const std::vector<FrameResult>& rows, int count, std::stop_token stop) {
    const std::vector<const FrameResult*> frames = spread(rows, count);
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
            const Frame raw = rawFrame(framePicture(source, arePlanesNeeded(steps), read), frames[i]->frame, source.timeS);
            const FrameSurvey survey = request.survey ? frameSurvey(*request.survey, raw.index) : FrameSurvey{};
            FrameMeasurer measurer(request.recipe, engines, request.calibration);
            const auto set = request.manualRMaxPx.find(frames[i]->frame);
            const auto marker = set == request.manualRMaxPx.end() ? std::nullopt : std::optional(set->second);
            const MeasureSettings& measure = request.recipe.measure;
            const Frame final = finalFrame(raw, steps, survey, stop, measurer.convolvers());
            const double with = rMaxPx(measurer.measurer()(final, false, stop), marker, measure);
            for (const StepEffect& effect : stepEffects(raw, survey, steps, with, measurer, marker, measure, stop))
                lines[i] += std::to_string(frames[i]->frame) + ',' + csvField(frames[i]->file) + ',' + effect.step + ',' +
                            shortest(effect.withPx) + ',' + shortest(effect.withoutPx) + ',' + shortest(effect.percent()) + '\n';
        },
        stop);
    std::string text = "frame,file,step,r_max_with_px,r_max_without_px,change_percent\n";
    for (const std::string& line : lines)
        text += line;
    return text;
}

}  // namespace coarsen
