// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workers/volume_preview.hpp"

#include "app/window/values/volume_room.hpp"
#include "core/analysis/step_effects.hpp"
#include "core/analysis/volume_steps.hpp"
#include "core/base/error.hpp"
#include "core/base/memory.hpp"
#include "core/base/numbers.hpp"
#include "core/measure/bracket.hpp"
#include "core/measure/maxima.hpp"
#include "core/preprocess/align.hpp"
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

/// Where what is measured lies in the volume: all of it where nothing is left, which the measurement tells.
VoxelBox shownBox(const Recipe& recipe, int frame, const VolumeSize& size) {
    const VoxelBox kept = keptBox(size, recipe, frame);
    return kept.size.voxels() > 0 ? kept : wholeOf(size);
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

FrameDrift driftOf(const PreviewRequest& request, int frame) {
    return request.survey ? frameDrift(request.survey->drift, frame) : FrameDrift{};
}
FrameDrift driftOf(const PreviewRequest& request) {
    return driftOf(request, request.frame);
}

VolumeContext contextOf(const PreviewRequest& request, int frame, std::stop_token stop = {}) {
    return {.frame = frame, .drift = driftOf(request, frame), .threads = request.engines.threads, .stop = std::move(stop)};
}

/// The volume as it is shown: steps that choose a part only say which part counts.
Volume shownVolume(const Volume& raw, const PreviewRequest& request, int frame, std::stop_token stop) {
    return finalVolume(raw, withoutParts(request.recipe), contextOf(request, frame, std::move(stop)));
}

/// Key of the brick that is shown for final; that of the raw one where no step changes it.
std::string finalKey(const std::string& rawKey, const PreviewRequest& request, int frame) {
    return rawKey + keyOfVoxels(withoutParts(request.recipe), contextOf(request, frame));
}

/// Key of the voxels' size, with which C3D is measured.
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

void showBricks(Preview& preview, const PreviewRequest& request, VolumeBricks::Brick brick, VolumeBricks::Brick raw) {
    const Recipe& recipe = request.recipe;
    const double low = percentOf(recipe, "low"), high = percentOf(recipe, "high");
    preview.fileSpacing = spacingOf(*request.series, {});
    preview.kept = shownBox(recipe, request.frame, brick->size);
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
    auto brick = request.bricks->find(finalKey(frame, request, request.frame));
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
        for (const Part part : {Part::measured, Part::errors})
            sendPart(part);
        const bool isSurfaceNew = found_->surface != request.recipe.surface;
        if (isSurfaceNew) {
            requireRoomToMeasure(preview.voxels.size(), *request.series, request.recipe, request.calibration);
            measureSurfaceOf(preview, request, stop, send);
        }
        if (!stop.stop_requested()) measureMoved(preview, request, stop);
        if (stop.stop_requested()) return;
        found_ = Found{setting, request.recipe.surface, preview};
        return sendPart(Part::effects);
    }
    if (stop.stop_requested()) return;
    preview.voxels = volumeOf(request, stop);
    if (!stop.stop_requested()) makeBricks(preview, request, stop);
    if (stop.stop_requested()) return;
    sendPart(Part::pictures);
    if (!request.measure) return;
    requireRoomToMeasure(preview.voxels.size(), *request.series, request.recipe, request.calibration);
    measure(preview, request, stop, send);
    if (!stop.stop_requested()) measureSurfaceOf(preview, request, stop, send);
    if (!stop.stop_requested()) measureMoved(preview, request, stop);
    if (stop.stop_requested()) return;
    findEffects(preview, request, stop);
    if (stop.stop_requested()) return;
    sendPart(Part::effects);
    found_ = Found{setting, request.recipe.surface, preview};
}

SurfaceSettings VolumePreviewJob::surfaceSettings(const PreviewRequest& request) {
    SurfaceSettings settings = request.recipe.surface.settings(request.engines.threads);
    settings.nlm = request.engines.forNlm();
    if (request.surfacePart) settings.onProgress = [part = request.surfacePart](double done) { part->store(done); };
    return settings;
}

void VolumePreviewJob::measureSurfaceOf(Preview& preview, const PreviewRequest& request, std::stop_token stop, const Send& send) {
    preview.surface.reset();
    preview.noSurface.clear();
    preview.row.surface.reset();
    if (!request.recipe.surface.isOn) return;
    try {
        const Volume volume = finalVolume(preview.voxels, request.recipe, contextOf(request, request.frame, stop));
        auto answer = measureSurface(volume, surfaceSettings(request), stop);
        if (!answer) return;
        preview.row.surface = factsOf(*answer);
        preview.surface = shownSurface(std::make_shared<const SurfaceAnswer>(*std::move(answer)), {},
                                       request.frame > 0 ? "" : "The first frame has no frame before it");
        if (!request.wantsMoved || request.frame == 0) return;
        send(std::make_shared<const Preview>(preview));  // it is seen while the frame before is measured
    } catch (const InputError& error) {
        preview.noSurface = "No surface: " + error.reason() + "; " + error.remedy();
    }
}

/// Since the frame before in the series, where that is asked for and not known yet.
void VolumePreviewJob::measureMoved(Preview& preview, const PreviewRequest& request, std::stop_token stop) {
    if (!request.wantsMoved) return known_.reset();
    if (!preview.surface) return;
    const auto answer = preview.surface->answer;
    const auto keep = [&] {
        known_ = {settingOfSurface(request, request.source), request.recipe.surface,
                  std::shared_ptr<const LevelSet>(answer, &answer->distance)};
    };
    if (preview.surface->moved || !preview.surface->notMoved.empty()) return keep();
    const int former = request.frame - 1;
    const FrameSource& source = request.series->frames[static_cast<std::size_t>(former)];
    std::shared_ptr<const LevelSet> distance;
    std::string trouble;
    try {
        if (known_ && known_->setting == settingOfSurface(request, source) && known_->surface == request.recipe.surface) {
            distance = known_->distance;
        } else {
            const VolumeSize size = sizeBeforeReading(*request.series, source);
            const std::size_t needed = 2 * size.voxels() * (2 * sizeof(float) + 1) +
                                       2 * bytesToMeasureSurface(answer->distance.size, request.recipe.surface.settings(0));
            if (needed > memoryBudget())
                throw InputError("",
                                 "two volumes and their surfaces need about " + bytesText(needed) + " of memory, and " +
                                     bytesText(memoryBudget()) + " may be used",
                                 "crop, or allow more in the settings");
            const Volume raw = measurerFor(request).read(source, stop);
            if (stop.stop_requested()) return;
            const Volume volume = finalVolume(raw, request.recipe, contextOf(request, former, stop));
            if (stop.stop_requested()) return;
            if (auto found = surfaceDistance(volume, surfaceSettings(request), stop))
                distance = std::make_shared<const LevelSet>(*std::move(found));
        }
        if (stop.stop_requested()) return;
        if (!(distance->size == answer->distance.size))
            throw InputError("", "it has another size", "check whether it belongs to this series");
    } catch (const InputError& error) {
        trouble = "Not known since the frame before: " + error.reason() + "; " + error.remedy();
    }
    auto moved = trouble.empty() ? std::optional(surfaceDisplacement(answer->mesh, *distance, {}, stop)) : std::nullopt;
    if (stop.stop_requested()) return;
    preview.surface = shownSurface(answer, std::move(moved), trouble);
    keep();
}

/// Makes the bricks that are not there yet.
void VolumePreviewJob::makeBricks(Preview& preview, const PreviewRequest& request, std::stop_token stop) {
    const std::string frame = VolumeBricks::keyOf(request.source, request.edition), key = finalKey(frame, request, request.frame);
    auto raw = preview.rawBrick, brick = preview.brick;
    if (!raw) {
        raw = brickOf(preview.voxels);
        request.bricks->add(frame, raw);
    }
    if (key == frame) brick = raw;
    if (!brick) {
        const Volume shown = shownVolume(preview.voxels, request, request.frame, stop);
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
        VolumeFrameMeasurer::Answer answer =
            measurer.shown(preview.voxels, request.frame, driftOf(request), part == Part::errors, stop);
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
    for (const StepEffect& effect : stepEffects(preview.voxels, request.frame, driftOf(request), request.recipe.steps, with,
                                                measurerFor(request), request.manualRMaxPx, stop)) {
        if (effect.step == "all")
            preview.allEffects = effect.percent();
        else if (effect.step != Align::key)  // C3D sees only what moved out of sight
            preview.effects[effect.step] = effect.percent();
    }
}

const Volume& VolumePreviewJob::volumeOf(const PreviewRequest& request, const std::stop_token& stop) {
    const std::string frame = VolumeBricks::keyOf(request.source, request.edition) + spacingKey(request);
    if (frame != held_ || voxels_.isEmpty()) {
        voxels_ = {};  // two would take twice the memory
        held_.clear();
        const VolumeSize size = sizeBeforeReading(*request.series, request.source);
        const std::string key = VolumeBricks::keyOf(request.source, request.edition);
        const std::size_t needed = memoryToShow(size, finalKey(key, request, request.frame) != key);
        if (needed + memoryToShow(size, false) > memoryBudget()) found_.reset();  // it holds another frame's
        requireRoomFor(size, needed, "to be shown", "");
        voxels_ = measurerFor(request).read(request.source, stop);
        if (!stop.stop_requested()) held_ = frame;
    }
    return voxels_;
}

/// Bricks of those likely to be shown next, as far as there is room for them.
void VolumePreviewJob::readAhead(const PreviewRequest& request, std::stop_token stop) {
    const std::vector<FrameSource>& frames = request.series->frames;
    for (const FrameSource& source : request.next) {
        const auto frame = static_cast<int>(std::ranges::find(frames, source) - frames.begin());
        const std::string key = finalKey(VolumeBricks::keyOf(source, request.edition), request, frame);
        if (stop.stop_requested()) return;
        if (request.bricks->has(key)) continue;
        try {
            const VolumeSize size = sizeBeforeReading(*request.series, source);
            if (!request.bricks->hasRoomFor(size.voxels()) || !isRoomAside(size)) continue;
            const Volume raw = measurerFor(request).read(source, stop);
            if (stop.stop_requested()) return;
            const Volume shown = shownVolume(raw, request, frame, stop);
            if (!stop.stop_requested()) request.bricks->add(key, brickOf(shown));
        } catch (const std::exception&) {  // said when that frame is shown
        }
    }
}

/// Setting of that frame, as far as its surface depends on it.
VolumePreviewJob::Setting VolumePreviewJob::settingOfSurface(const PreviewRequest& request, const FrameSource& source) {
    PreviewRequest other = request;
    other.source = source;
    other.manualRMaxPx.reset();
    return settingOf(other);
}

VolumePreviewJob::Setting VolumePreviewJob::settingOf(const PreviewRequest& request) {
    Recipe measuring = request.recipe;
    measuring.surface = {};  // found apart: C3D does not hang on it
    return {
        {measurementHash(measuring, {}), request.calibration.aspect(), request.manualRMaxPx, request.calibration.depthAspect()},
        VolumeBricks::keyOf(request.source, request.edition),
        request.engines.name,
        request.surveyKey};
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
