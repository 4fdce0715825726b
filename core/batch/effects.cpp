// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/batch/effects.hpp"

#include "core/analysis/run_plan.hpp"
#include "core/analysis/step_effects.hpp"
#include "core/analysis/volume_frame_measurer.hpp"
#include "core/base/numbers.hpp"
#include "core/base/parallel.hpp"
#include "core/export/csv_field.hpp"
#include "core/series/frame_picture.hpp"

#include <algorithm>
#include <optional>

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

std::optional<double> markerOf(const RunRequest& request, int frame) {
    const auto set = request.manualRMaxPx.find(frame);
    return set == request.manualRMaxPx.end() ? std::nullopt : std::optional(set->second);
}

std::vector<StepEffect> effectsOnPicture(const RunRequest& request, const FrameResult& row, const EngineRequest& engines,
                                         std::stop_token stop) {
    std::vector<Step> steps = request.recipe.steps;  // drift moves nothing that an autocorrelation sees
    std::erase_if(steps, [](const Step& step) { return step.surveyNeed().drift.has_value(); });
    const FrameSource& source = request.series.frames[static_cast<std::size_t>(row.frame)];
    std::shared_ptr<const SharedFile> read;
    const Frame raw = rawFrame(framePicture(source, arePlanesNeeded(steps), read), row.frame, source.timeS);
    const FrameSurvey survey = request.survey ? frameSurvey(*request.survey, raw.index) : FrameSurvey{};
    FrameMeasurer measurer(request.recipe, engines, request.calibration);
    const auto marker = markerOf(request, row.frame);
    const MeasureSettings& measure = request.recipe.measure;
    const Frame final = finalFrame(raw, steps, survey, stop, measurer.convolvers());
    const double with = rMaxPx(measurer.measurer()(final, false, stop), marker, measure);
    return stepEffects(raw, survey, steps, with, measurer, marker, measure, stop);
}

std::vector<StepEffect> effectsOnVolume(const RunRequest& request, const FrameResult& row, const EngineRequest& engines,
                                        std::stop_token stop) {
    VolumeFrameMeasurer measurer(request.series, request.recipe, request.calibration, engines);
    const Volume raw = measurer.read(request.series.frames[static_cast<std::size_t>(row.frame)]);
    const FrameDrift drift = request.survey ? frameDrift(request.survey->drift, row.frame) : FrameDrift{};
    return measurer.effects(raw, drift, row.rMax.px, markerOf(request, row.frame), stop);
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
    const auto linesOf = [](const FrameResult& row, const std::vector<StepEffect>& effects) {
        std::string text;
        for (const StepEffect& effect : effects)
            text += std::to_string(row.frame) + ',' + csvField(row.file) + ',' + effect.step + ',' + shortest(effect.withPx) +
                    ',' + shortest(effect.withoutPx) + ',' + shortest(effect.percent()) + '\n';
        return text;
    };
    parallelFor(
        frames.size(), atOnce,
        [&](std::size_t i) {
            const FrameResult& row = *frames[i];
            lines[i] = linesOf(row, request.series.volumes ? effectsOnVolume(request, row, engines, stop)
                                                           : effectsOnPicture(request, row, engines, stop));
        },
        stop);
    std::string text = "frame,file,step,r_max_with_px,r_max_without_px,change_percent\n";
    for (const std::string& line : lines)
        text += line;
    return text;
}

}  // namespace coarsen
