// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/frame_measurer.hpp"

#include <utility>

namespace coarsen {

FrameMeasurer::FrameMeasurer(Recipe recipe, EngineRequest engines, Calibration calibration)
    : recipe_(std::move(recipe)),
      engines_(std::move(engines)),
      calibration_(calibration),
      measurer_(recipe_.measure, engines_, calibration_) {}

/// The plan for such pictures, made anew when their kind changes; nullptr where the steps have to be done one by one.
FramePlan* FrameMeasurer::devicePlanFor(const Frame& raw) {
    if (!deviceTrouble_.empty() || engines_.exact || raw.image.channels() != 1 || raw.hasAlpha) return nullptr;
    const RawKind kind{raw.image.width(), raw.image.height(), raw.image.type(), raw.bitsPerSample};
    if (plannedKind_ == kind) return plan_.get();
    plan_ = nullptr;
    plannedKind_ = kind;
    const PixelRect kept = keptBy(recipe_.steps, kind.width, kind.height);
    PlanShape shape;
    shape.width = kept.isEmpty() ? kind.width : kept.width;
    shape.height = kept.isEmpty() ? kind.height : kept.height;
    shape.maxLag = maxLagFor(recipe_.measure, shape.width, shape.height);
    shape.threads = engines_.threads;
    planEngine_ = choose(engines_.engines, engines_.name, shape);
    if (const auto* backend = dynamic_cast<const FrameBackend*>(planEngine_.engine.get()))
        plan_ = backend->framePlan(kind, recipe_, calibration_);
    return plan_.get();
}

void FrameMeasurer::giveUpDevice(const EngineError& error) {
    deviceTrouble_ = planEngine_.engine->description().name + " failed (" + error.what() + ")";
    plan_ = nullptr;
}

std::string FrameMeasurer::trouble() const {
    if (!measurer_.trouble().empty())
        return "another engine takes over, because " + measurer_.trouble() + "; the table says which";
    return deviceTrouble_.empty() ? "" : "the steps are done on the CPU, because " + deviceTrouble_;
}

void FrameMeasurer::start(Frame raw, FrameSurvey survey) {
    raw_ = std::move(raw);
    survey_ = std::move(survey);
    isOnDevice_ = false;
    try {
        FramePlan* const plan = devicePlanFor(raw_);
        if (!plan) return;
        plan->start(raw_);
        isOnDevice_ = true;
    } catch (const EngineError& error) {
        giveUpDevice(error);
    }
}

FrameMeasurer::Answer FrameMeasurer::take(bool withImages) {
    try {
        if (std::exchange(isOnDevice_, false)) return fromDevice(withImages);
    } catch (const EngineError& error) {
        giveUpDevice(error);
    }
    return stepByStep(withImages);
}

FrameMeasurer::Answer FrameMeasurer::fromDevice(bool withImages) const {
    DeviceMeasurement device = plan_->take(withImages);
    requireContrast(raw_.index, device.widthPx, device.heightPx, {device.lowest, device.highest, device.holdsWholeNumbers});

    Answer answer;
    answer.image.widthPx = device.widthPx;
    answer.image.heightPx = device.heightPx;
    answer.image.validFraction = device.validPixels / (static_cast<double>(device.widthPx) * device.heightPx);
    answer.sketch = std::move(device.sketch);
    answer.frame = std::move(device.frame);
    answer.measured.engine = planEngine_.engine->description().name;
    answer.measured.engineReason = planEngine_.reason;
    answer.measured.map = std::move(device.map);
    answer.measured.profile = std::move(device.profile);
    findLengths(answer.measured, recipe_.measure);
    setErrors(answer.measured, device.replicates, answer.image, recipe_.measure);
    return answer;
}

FrameMeasurer::Answer FrameMeasurer::stepByStep(bool withImages) {
    Answer answer;
    answer.frame = finalFrame(std::exchange(raw_, {}), recipe_.steps, survey_);
    answer.image = finalImage(answer.frame);
    answer.sketch = patternSketch(answer.frame);
    answer.measured = measurer_(answer.frame, false);
    if (!withImages) answer.measured.map = {};
    measurer_.addErrors(answer.measured, answer.frame);
    return answer;
}

}  // namespace coarsen
