// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/values/frame_flow.hpp"

#include "app/window/values/volume_room.hpp"
#include "core/analysis/frame_memory.hpp"
#include "core/analysis/volume_frame_measurer.hpp"
#include "core/base/memory.hpp"
#include "core/convolve/convolvers.hpp"
#include "core/preprocess/info_bar.hpp"
#include "core/preprocess/pipeline.hpp"
#include "core/register/interpolation.hpp"
#include "core/series/frame_picture.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace coarsen::window {

namespace {

constexpr double shownPart = 0.995;  // of the frame: what the colours reach to
constexpr std::size_t mostAsked = 200000;

Volume pictureOf(const FrameSource& source, int frame, const FlowQuestion& question, std::stop_token stop) {
    FrameWork work;
    work.recipe = question.recipe;
    const ImageHeader header = frameHeader(source);
    requireMemory(header, showingMemory(header, 0, work), memoryBudget());
    std::shared_ptr<const SharedFile> kept;
    const std::vector<Step> steps = stepsBeforeComparison(question.recipe);
    const FrameSurvey survey = question.survey ? frameSurvey(*question.survey, frame) : FrameSurvey{};
    return asSlice(finalFrame(rawFrame(withoutInfoBar(framePicture(source, arePlanesNeeded(question.recipe.steps), kept), source,
                                                      question.recipe.steps),
                                       frame, source.timeS),
                              steps, survey, stop));
}

Volume finalOf(const FrameSource& source, int frame, const FlowQuestion& question, std::stop_token stop) {
    if (!question.series) return pictureOf(source, frame, question, stop);
    requireRoomToMeasure(sizeBeforeReading(*question.series, source), *question.series, question.recipe, question.calibration);
    const VolumeFrameMeasurer measurer(*question.series, question.recipe, question.calibration, question.engines);
    const FrameDrift drift = question.survey ? frameDrift(question.survey->drift, frame) : FrameDrift{};
    const Volume raw = measurer.read(source, stop);
    return stop.stop_requested() ? Volume() : measurer.final(raw, frame, drift, stop);
}

/// Square pixels' lengths are their own; of oblong ones px are those of the square as large.
Spacing spacingOf(const Volume& volume, const FlowQuestion& question) {
    if (question.series) return volume.spacing();
    const Calibration& pixel = question.calibration;
    if (!pixel.isKnown()) return {};
    return {pixel.pixelWidthUm, pixel.pixelHeightUm, std::sqrt(pixel.pixelWidthUm * pixel.pixelHeightUm), true};
}

/// Greys of the frames by one scale, which is this frame's.
struct GreyScale {
    double low = 0, perCode = 1;
    GreyLevels levels;

    std::vector<std::uint8_t> of(std::span<const float> values) const {
        const double span = std::max(1.0, levels.white - levels.black);
        std::vector<std::uint8_t> greys(values.size());
        std::ranges::transform(values, greys.begin(), [&](float value) {
            const double code = perCode > 0 ? (static_cast<double>(value) - low) / perCode : 0;
            return static_cast<std::uint8_t>(255 * std::clamp((code - levels.black) / span, 0.0, 1.0));
        });
        return greys;
    }
};

GreyScale scaleOf(const Volume& volume, const Recipe& recipe) {
    const auto brick = brickOf(volume);
    const Step* const contrast = recipe.step("contrast");
    return {brick->low, brick->perCode,
            levelsAt(brick->counts, std::get<double>(contrast->value("low")), std::get<double>(contrast->value("high")))};
}

/// Value that nearly the whole frame stays below.
template <typename Value>
double reach(std::size_t voxels, Value value) {
    std::vector<double> asked;
    const std::size_t step = std::max<std::size_t>(1, voxels / mostAsked) | 1;
    for (std::size_t i = 0; i < voxels; i += step)
        asked.push_back(value(i));
    if (asked.empty()) return 0;
    const auto at = asked.begin() + static_cast<std::ptrdiff_t>(shownPart * static_cast<double>(asked.size() - 1));
    std::ranges::nth_element(asked, at);
    return *at;
}

}  // namespace

bool FlowQuestion::asksTheSameAs(const FlowQuestion& that) const {
    const auto isSameNumber = [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); };
    return here == that.here && other == that.other && frame == that.frame && otherFrame == that.otherFrame &&
           recipe.steps == that.recipe.steps && survey == that.survey && surveyKey == that.surveyKey && edition == that.edition &&
           engines.name == that.engines.name && calibration == that.calibration && series == that.series &&
           isSameNumber(rMaxPx, that.rMaxPx);
}

double FrameFlow::lengthPx(std::size_t voxel) const {
    const double px = spacing.perPx();
    const auto along = [&](std::size_t axis, double side) { return static_cast<double>(found.u.along[axis][voxel]) * side / px; };
    return std::hypot(along(0, spacing.x), along(1, spacing.y), along(2, spacing.z));
}

std::size_t FrameFlow::bytes() const {
    return size().voxels() * (3 * sizeof(float) + sizeof(float) + 4);
}

std::shared_ptr<const FrameFlow> findFlow(const FlowQuestion& question,
                                          const std::function<void(const RegistrationProgress&)>& onProgress,
                                          std::stop_token stop) {
    const Volume now = finalOf(question.here, question.frame, question, stop);
    if (stop.stop_requested()) return nullptr;
    const Volume then = finalOf(question.other, question.otherFrame, question, stop);
    if (stop.stop_requested()) return nullptr;
    DeformationFinder finder(*deformingAlign(question.recipe), question.engines);
    auto flow = std::make_shared<FrameFlow>();
    flow->found = finder.between(then, now, question.rMaxPx, onProgress, stop);
    if (!flow->found.isDone) return nullptr;
    flow->trouble = finder.trouble();
    flow->frame = question.frame;
    flow->otherFrame = question.otherFrame;
    flow->spacing = spacingOf(now, question);
    flow->origin = question.origin;
    flow->isPicture = !question.series;
    flow->valid.assign(now.valid().begin(), now.valid().end());
    const GreyScale scale = scaleOf(now, question.recipe);
    flow->here = scale.of(now.values());
    flow->other = scale.of(then.values());
    flow->alignedOther = scale.of(warped({then.values().begin(), then.values().end()}, {then.valid().begin(), then.valid().end()},
                                         flow->found.u, Sampling::linear, question.engines.threads)
                                      .values);
    flow->meanPx = factsOf(flow->found, flow->spacing).meanPx;
    flow->mostPx = reach(flow->size().voxels(), [&](std::size_t i) { return flow->lengthPx(i); });
    flow->mostFactor = std::exp(reach(flow->size().voxels(), [&](std::size_t i) {
        return std::abs(std::log(std::max(0.01, static_cast<double>(flow->found.jacobian[i]))));
    }));
    return flow;
}

}  // namespace coarsen::window
