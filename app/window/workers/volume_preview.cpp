// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workers/volume_preview.hpp"

#include "core/analysis/step_effects.hpp"
#include "core/analysis/volume_steps.hpp"
#include "core/base/error.hpp"
#include "core/base/memory.hpp"
#include "core/measure/maxima.hpp"
#include "core/preprocess/crop.hpp"
#include "core/preprocess/flatten.hpp"
#include "core/preprocess/step_of.hpp"
#include "core/series/volume_series.hpp"
#include "core/settings/fields.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <limits>
#include <utility>

namespace coarsen::window {

namespace {

using Part = Preview::Part;

/// Where what is measured lies in the volume.
VoxelBox keptBox(const Recipe& recipe, const VolumeSize& size) {
    const Step* const step = recipe.step(Crop::key);
    if (!step || !step->isOn()) return wholeOf(size);
    const Crop& crop = *step->as<Crop>();
    const PixelRect plane = crop.rectangleIn(size.width, size.height);
    const VolumeSize left = finalSize(size, recipe);
    return left.voxels() > 0 ? VoxelBox{plane.x, plane.y, crop.z, left} : wholeOf(size);  // of nothing the measurement tells
}

GreyHistogram histogramOf(const VolumeBrick& raw, const VolumeBrick& brick, const std::array<double, VolumeBrick::codes>& kept) {
    constexpr std::size_t bins = 128;
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    GreyHistogram histogram;
    histogram.raw.assign(bins, 0);
    histogram.final.assign(bins, 0);
    histogram.darkest = raw.low;
    histogram.brightest = raw.valueOf(VolumeBrick::codes - 1);
    histogram.saturation = {nan, nan};  // a volume's values are no camera's
    const double range = histogram.brightest - histogram.darkest;
    const auto binOf = [&](double value) {
        const double place = range > 0 ? (value - histogram.darkest) / range * bins : 0;
        return static_cast<std::size_t>(std::clamp(place, 0.0, bins - 1.0));
    };
    for (std::size_t code = 0; code < kept.size(); ++code) {
        histogram.raw[binOf(raw.valueOf(static_cast<std::uint8_t>(code)))] += raw.counts[code];
        histogram.final[binOf(brick.valueOf(static_cast<std::uint8_t>(code)))] += kept[code];
    }
    return histogram;
}

/// Flatten changes what is shown, crop only says which part counts.
Recipe withoutCrop(const Recipe& recipe) {
    Recipe shown = recipe;
    if (Step* const crop = shown.step(Crop::key)) crop->switchTo(false);
    return shown;
}

bool isFlattened(const Recipe& recipe) {
    const Step* const flatten = recipe.step(Flatten::key);
    return flatten && flatten->isOn();
}

/// Of the brick that is shown for final.
std::string finalKey(const std::string& rawKey, const Recipe& recipe) {
    if (!isFlattened(recipe)) return rawKey;
    const Step& flatten = *recipe.step(Flatten::key);
    std::string key = rawKey + "@flatten";
    for (const FieldDescription& field : flatten.fields())
        key += "," + field.name + "=" + coarsen::textOf(flatten.value(field.name));
    return key;
}

/// What the voxels of a file are said to be: C3D is measured with it.
std::string spacingKey(const PreviewRequest& request) {
    const Calibration& size = request.calibration;
    return "@" + std::to_string(size.pixelWidthUm) + "," + std::to_string(size.pixelHeightUm) + "," +
           std::to_string(size.pixelDepthUm);
}

double percentOf(const Recipe& recipe, const char* end) {
    return std::get<double>(recipe.step("contrast")->value(end));
}

void adopt(Preview& preview, const PreviewRequest& request, VolumeFrameMeasurer::Answer answer) {
    if (!preview.c3d) preview.c3d = std::make_shared<const CorrelationVolume>(std::move(answer.map));
    const Measurer::Answer& found = answer.measured;
    preview.profile = found.profile;
    preview.row = frameResult(request.source, request.frame, answer.image, found, request.manualRMaxPx, request.recipe.measure);
    preview.lengths = {preview.row.rMax.isFound() ? preview.row.rMax : found.rMax, found.lengths["r_min"],
                       found.lengths["r_zero"]};
    const RadialProfile defined = definedPart(found.profile);
    for (const ProfileMaximum& maximum : competingMaxima(defined, preview.lengths.rMax.px, request.recipe.measure.prominence)) {
        LengthScale& other = preview.lengths.others.emplace_back();
        other.px = defined.r[maximum.sample];
        other.c1d = defined.value[maximum.sample];
    }
    preview.engine = found.engine;
    preview.engineReason = found.engineReason;
}

void requireFitting(const PreviewRequest& request, const VolumeSize& size) {
    VolumeHeader header = request.series->volumes->first;
    header.size = size;
    const std::size_t needed = volumeMemory(header, request.recipe, spacingOf(*request.series, request.calibration));
    if (needed > memoryBudget())
        throw SettingError("memory",
                           "a volume of " + sizeText(size) + " needs about " + bytesText(needed) +
                               " of memory to be measured, and " + bytesText(memoryBudget()) + " may be used",
                           "crop it, choose a smaller largest offset, or allow more memory in the settings");
}

void showBricks(Preview& preview, const PreviewRequest& request, VolumeBricks::Brick brick, VolumeBricks::Brick raw) {
    const Recipe& recipe = request.recipe;
    const double low = percentOf(recipe, "low"), high = percentOf(recipe, "high");
    preview.fileSpacing = spacingOf(*request.series, {});
    preview.kept = keptBox(recipe, brick->size);
    const auto counts = countsIn(*brick, preview.kept);
    preview.levels = levelsAt(counts, low, high);
    preview.histogram = histogramOf(raw ? *raw : *brick, *brick, counts);
    if (raw) preview.rawLevels = levelsAt(raw->counts, low, high);
    preview.brick = std::move(brick);
    preview.rawBrick = std::move(raw);
}

}  // namespace

bool showKnownBricks(Preview& preview, const PreviewRequest& request) {
    const std::string frame = VolumeBricks::keyOf(request.source, request.edition);
    auto brick = request.bricks->find(finalKey(frame, request.recipe));
    if (brick) showBricks(preview, request, std::move(brick), request.bricks->find(frame));
    return preview.brick != nullptr;
}

void VolumePreviewJob::run(const PreviewRequest& request, std::stop_token stop, const Send& send) {
    Preview preview;
    preview.ticket = request.ticket;
    preview.frame = request.frame;
    try {
        look(preview, request, stop, send);
    } catch (const std::exception& error) {  // the frame's own trouble: it is shown where the slices would be
        if (stop.stop_requested()) return;
        preview.problem = error.what();
        preview.row = failedResult(request.source, request.frame, preview.problem);
        preview.part = preview.brick ? Part::measured : Part::pictures;
        send(std::make_shared<const Preview>(preview));
    }
    if (!stop.stop_requested()) readAhead(request, stop);
}

void VolumePreviewJob::look(Preview& preview, const PreviewRequest& request, std::stop_token stop, const Send& send) {
    const auto sendPart = [&](Part part) {
        preview.part = part;
        send(std::make_shared<const Preview>(preview));
    };
    const bool isKnown = showKnownBricks(preview, request);
    if (isKnown) sendPart(Part::pictures);
    const Setting setting = settingOf(request);
    if (isKnown && preview.rawBrick && found_ && found_->setting == setting) {
        Preview known = found_->preview;
        known.ticket = preview.ticket;
        known.brick = preview.brick, known.rawBrick = preview.rawBrick;
        known.levels = preview.levels, known.rawLevels = preview.rawLevels;
        known.histogram = preview.histogram;
        known.row.timeS = request.source.timeS;
        known.row.timeSource = request.source.timeSource;
        preview = std::move(known);
        for (const Part part : {Part::measured, Part::errors, Part::effects})
            sendPart(part);
        return;
    }
    if (stop.stop_requested()) return;
    preview.voxels = volumeOf(request);
    if (!stop.stop_requested()) makeBricks(preview, request, stop);
    if (stop.stop_requested()) return;
    sendPart(Part::pictures);
    if (!request.measure) return;
    requireFitting(request, preview.voxels.size());
    measure(preview, request, stop, send);
    if (!stop.stop_requested()) findEffects(preview, request, stop);
    if (stop.stop_requested()) return;
    sendPart(Part::effects);
    found_ = Found{setting, preview};
}

/// Those that are not there yet.
void VolumePreviewJob::makeBricks(Preview& preview, const PreviewRequest& request, std::stop_token stop) {
    const std::string frame = VolumeBricks::keyOf(request.source, request.edition), key = finalKey(frame, request.recipe);
    auto raw = preview.rawBrick, brick = preview.brick;
    if (!raw) {
        raw = brickOf(preview.voxels);
        request.bricks->add(frame, raw);
    }
    if (!isFlattened(request.recipe)) brick = raw;
    if (!brick) {
        const Volume shown = finalVolume(preview.voxels, withoutCrop(request.recipe), request.engines.threads, stop);
        if (stop.stop_requested()) return;
        brick = brickOf(shown);
        request.bricks->add(key, brick);
    }
    showBricks(preview, request, std::move(brick), std::move(raw));
}

void VolumePreviewJob::measure(Preview& preview, const PreviewRequest& request, std::stop_token stop, const Send& send) {
    found_.reset();  // its map is another's, and would only take memory
    VolumeFrameMeasurer& measurer = measurerFor(request);
    for (const Part part : {Part::measured, Part::errors}) {
        const auto start = std::chrono::steady_clock::now();
        VolumeFrameMeasurer::Answer answer = measurer.shown(preview.voxels, part == Part::errors, stop);
        if (stop.stop_requested() || answer.map.isEmpty()) return;
        preview.measureMs = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
        adopt(preview, request, std::move(answer));
        if (const std::string trouble = measurer.trouble(); !trouble.empty()) preview.engineReason += "; " + trouble;
        preview.part = part;
        send(std::make_shared<const Preview>(preview));
    }
}

/// R_max with all steps against R_max with each step off.
void VolumePreviewJob::findEffects(Preview& preview, const PreviewRequest& request, std::stop_token stop) {
    const double with = preview.lengths.rMax.px;
    if (std::isnan(with)) return;
    for (const StepEffect& effect :
         stepEffects(preview.voxels, request.recipe.steps, with, measurerFor(request), request.manualRMaxPx, stop)) {
        if (effect.step == "all")
            preview.allEffects = effect.percent();
        else
            preview.effects[effect.step] = effect.percent();
    }
}

const Volume& VolumePreviewJob::volumeOf(const PreviewRequest& request) {
    const std::string frame = VolumeBricks::keyOf(request.source, request.edition) + spacingKey(request);
    if (frame != held_ || voxels_.isEmpty()) {
        voxels_ = {};  // two would take twice the memory
        held_.clear();
        voxels_ = measurerFor(request).read(request.source);
        held_ = frame;
    }
    return voxels_;
}

/// Bricks of those likely to be looked at next, as far as there is room for them.
void VolumePreviewJob::readAhead(const PreviewRequest& request, std::stop_token stop) {
    for (const FrameSource& source : request.next) {
        const std::string key = finalKey(VolumeBricks::keyOf(source, request.edition), request.recipe);
        const std::size_t voxels = request.series->volumes->first.size.voxels();
        if (stop.stop_requested()) return;
        if (request.bricks->has(key) || !request.bricks->hasRoomFor(voxels)) continue;
        try {
            const Volume raw = measurerFor(request).read(source);
            const Volume shown = finalVolume(raw, withoutCrop(request.recipe), request.engines.threads, stop);
            if (!stop.stop_requested()) request.bricks->add(key, brickOf(shown));
        } catch (const std::exception&) {  // said when that frame is looked at
        }
    }
}

VolumePreviewJob::Setting VolumePreviewJob::settingOf(const PreviewRequest& request) {
    return {{measurementHash(request.recipe, {}), request.calibration.aspect(), request.manualRMaxPx,
             request.calibration.depthAspect()},
            VolumeBricks::keyOf(request.source, request.edition),
            request.engines.name};
}

VolumeFrameMeasurer& VolumePreviewJob::measurerFor(const PreviewRequest& request) {
    const bool isSame = measurer_ && series_ == request.series && calibration_ == request.calibration &&
                        engine_ == request.engines.name && measure_ == request.recipe.measure && steps_ == request.recipe.steps;
    if (!isSame) {
        measurer_.reset();
        series_ = request.series;
        calibration_ = request.calibration;
        engine_ = request.engines.name;
        measure_ = request.recipe.measure;
        steps_ = request.recipe.steps;
        measurer_.emplace(*series_, request.recipe, calibration_, request.engines);
    }
    return *measurer_;
}

}  // namespace coarsen::window
