// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workers/volume_preview.hpp"

#include "core/analysis/volume_steps.hpp"
#include "core/base/error.hpp"
#include "core/base/memory.hpp"
#include "core/measure/maxima.hpp"
#include "core/preprocess/crop.hpp"
#include "core/preprocess/step_of.hpp"
#include "core/series/volume_series.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
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
    return {plane.x, plane.y, crop.z, finalSize(size, recipe)};
}

GreyHistogram histogramOf(const VolumeBrick& brick, const std::array<double, VolumeBrick::codes>& kept) {
    constexpr std::size_t bins = 128;
    GreyHistogram histogram;
    histogram.raw.assign(bins, 0);
    histogram.final.assign(bins, 0);
    for (std::size_t code = 0; code < kept.size(); ++code) {
        histogram.raw[code * bins / kept.size()] += brick.counts[code];
        histogram.final[code * bins / kept.size()] += kept[code];
    }
    histogram.darkest = brick.low;
    histogram.brightest = brick.valueOf(VolumeBrick::codes - 1);
    return histogram;
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
                           "a volume of " + textOf(size) + " needs about " + bytesText(needed) +
                               " of memory to be measured, and " + bytesText(memoryBudget()) + " may be used",
                           "crop it, choose a smaller largest offset, or allow more memory in the settings");
}

}  // namespace

void showBrick(Preview& preview, std::shared_ptr<const VolumeBrick> brick, const PreviewRequest& request) {
    const Recipe& recipe = request.recipe;
    preview.fileSpacing = spacingOf(*request.series, {});
    preview.kept = keptBox(recipe, brick->size);
    const auto counts = countsIn(*brick, preview.kept);
    preview.levels = levelsAt(counts, percentOf(recipe, "low"), percentOf(recipe, "high"));
    preview.histogram = histogramOf(*brick, counts);
    preview.brick = std::move(brick);
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
    const std::string frame = VolumeBricks::keyOf(request.source, request.edition);
    auto brick = request.bricks->find(frame);
    if (brick) {
        showBrick(preview, brick, request);
        sendPart(Part::pictures);
    }
    const ResultKey key{measurementHash(request.recipe, {}), request.calibration.aspect(), request.manualRMaxPx,
                        request.calibration.depthAspect()};
    if (brick && found_ && found_->frame == frame && found_->key == key) {
        Preview known = found_->preview;
        known.ticket = preview.ticket;
        known.levels = preview.levels;
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
    if (!brick) {
        if (stop.stop_requested()) return;
        brick = brickOf(preview.voxels);
        request.bricks->add(frame, brick);
        showBrick(preview, std::move(brick), request);
    }
    if (stop.stop_requested()) return;
    sendPart(Part::pictures);
    if (!request.measure) return;
    requireFitting(request, preview.voxels.size());
    measure(preview, request, stop, send);
    if (stop.stop_requested()) return;
    sendPart(Part::effects);
    found_ = Found{key, frame, preview};
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
        preview.part = part;
        send(std::make_shared<const Preview>(preview));
    }
}

const Volume& VolumePreviewJob::volumeOf(const PreviewRequest& request) {
    const std::string frame = VolumeBricks::keyOf(request.source, request.edition);
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
        const std::string frame = VolumeBricks::keyOf(source, request.edition);
        const std::size_t voxels = request.series->volumes->first.size.voxels();
        if (stop.stop_requested()) return;
        if (request.bricks->has(frame) || !request.bricks->hasRoomFor(voxels)) continue;
        try {
            request.bricks->add(frame, brickOf(measurerFor(request).read(source)));
        } catch (const std::exception&) {  // said when that frame is looked at
        }
    }
}

VolumeFrameMeasurer& VolumePreviewJob::measurerFor(const PreviewRequest& request) {
    const bool isSame = measurer_ && series_ == request.series && calibration_ == request.calibration &&
                        measurer_->recipe().measure == request.recipe.measure &&
                        measurer_->recipe().steps == request.recipe.steps;
    if (!isSame) {
        measurer_.reset();
        series_ = request.series;
        calibration_ = request.calibration;
        measurer_.emplace(*series_, request.recipe, calibration_, request.engines.threads);
    }
    return *measurer_;
}

}  // namespace coarsen::window
