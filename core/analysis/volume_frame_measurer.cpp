// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/volume_frame_measurer.hpp"

#include "core/analysis/deformation.hpp"
#include "core/analysis/volume_steps.hpp"
#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/measure/lengths.hpp"
#include "core/series/volume_series.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace coarsen {

namespace {

constexpr double sameSide = 1e-4;  // relative: what float32 in a header makes of a number

bool isAlike(const Spacing& one, const Spacing& other) {
    const auto isSame = [](double a, double b) { return std::abs(a - b) <= sameSide * std::max(std::abs(a), std::abs(b)); };
    return one.isInUm == other.isInUm && isSame(one.x, other.x) && isSame(one.y, other.y) && isSame(one.z, other.z);
}

std::string textOf(const Spacing& spacing) {
    if (spacing == Spacing{}) return "of no known size";
    return shortest(spacing.x) + " × " + shortest(spacing.y) + " × " + shortest(spacing.z) + (spacing.isInUm ? " µm" : "");
}

ImageFacts factsOf(const Volume& volume) {
    ImageFacts facts;
    facts.widthPx = volume.size().width;
    facts.heightPx = volume.size().height;
    facts.depthPx = volume.size().depth;
    const auto valid = volume.valid();
    facts.validFraction = valid.empty() ? 1.0
                                        : static_cast<double>(std::ranges::count(valid, std::uint8_t{1})) /
                                              static_cast<double>(volume.size().voxels());
    return facts;
}

}  // namespace

VolumeFrameMeasurer::VolumeFrameMeasurer(const ImageSeries& series, Recipe recipe, const Calibration& calibration,
                                         const EngineRequest& engines)
    : series_(series),
      recipe_(std::move(recipe)),
      spacing_(spacingOf(series, calibration)),
      isSpacingOfFile_(!calibration.isOfVolumes() || calibration == series.calibration),
      threads_(engines.threads),
      nlm_(engines.forNlm()),
      measurer_(recipe_.measure, engines.forVolumes(), engines.threads) {}

Volume VolumeFrameMeasurer::read(const FrameSource& frame, const std::stop_token& stop) const {
    const Volume raw = readVolume(frame.file, volumeOf(series_, frame), stop);
    if (stop.stop_requested()) return {};
    const Spacing& first = series_.volumes->first.spacing;
    if (isSpacingOfFile_ && !isAlike(raw.spacing(), first))
        throw InputError("", "Its voxels are " + textOf(raw.spacing()) + ", those of the first are " + textOf(first),
                         "check whether it belongs to this series, or give the size of all with --spacing");
    return raw.withSpacing(spacing_);
}

Volume VolumeFrameMeasurer::final(const Volume& raw, int frame, const FrameDrift& drift, std::stop_token stop) const {
    return finalVolume(raw, recipe_, {.frame = frame, .drift = drift, .threads = threads_, .stop = stop});
}

VolumeFrameMeasurer::Answer VolumeFrameMeasurer::shown(const Volume& raw, int frame, const FrameDrift& drift, bool withErrors,
                                                       std::stop_token stop) {
    Answer answer;
    answer.volume = final(raw, frame, drift, stop);
    if (stop.stop_requested()) return answer;
    answer.image = factsOf(answer.volume);
    answer.image.drift = drift;
    answer.sketch = patternSketch(answer.volume, threads_);
    VolumeMeasurer::Answer found = measurer_(answer.volume, withErrors && recipe_.measure.errors != ErrorMethod::none, stop);
    answer.map = std::move(found.map);
    ProfileLengths& lengths = found;
    static_cast<ProfileLengths&>(answer.measured) = std::move(lengths);
    answer.measured.engine = std::move(found.engine);
    answer.measured.engineReason = std::move(found.engineReason);
    return answer;
}

std::optional<VolumeFrameMeasurer::Answer> VolumeFrameMeasurer::operator()(const Volume& raw, int frame, const FrameDrift& drift,
                                                                           std::stop_token stop) {
    Answer answer = shown(raw, frame, drift, true, stop);
    if (stop.stop_requested()) return std::nullopt;
    if (!recipe_.surface.isOn) return answer;
    try {
        SurfaceSettings settings = recipe_.surface.settings(threads_);
        settings.nlm = nlm_;
        answer.surface = measureSurface(answer.volume, settings, stop);
        if (!answer.surface) return std::nullopt;
        if (answer.surface->denoised && !answer.surface->denoised->trouble.empty())
            nlmTrouble_ = answer.surface->denoised->trouble;
    } catch (const InputError& error) {  // the volume has its lengths all the same
        answer.noSurface = "No surface: " + error.reason() + "; " + error.remedy();
    }
    return answer;
}

double VolumeFrameMeasurer::rMaxBy(const std::vector<Step>& steps, const Volume& raw, int frame, const FrameDrift& drift,
                                   std::optional<double> markerPx, std::stop_token stop) {
    Recipe other = recipe_;
    other.steps = steps;
    const VolumeContext context{.frame = frame, .drift = drift, .threads = threads_, .stop = stop};
    const VolumeMeasurer::Answer found = measurer_(finalVolume(raw, other, context), false, stop);
    if (stop.stop_requested() || found.map.isEmpty()) return std::numeric_limits<double>::quiet_NaN();
    return markerPx ? rMaxNear(found.profile, *markerPx, recipe_.measure).px : found.rMax.px;
}

std::size_t volumeMemory(const VolumeHeader& header, const Recipe& recipe, const Spacing& spacing) {
    constexpr std::size_t perVoxel = sizeof(float) + 1 + sizeof(double);  // values, a mask, and the samples as the file has them
    const VolumeSize left = finalSize(header.size, recipe);
    const std::size_t reading = header.size.voxels() * perVoxel;
    std::size_t ofStep = 0;  // the one that needs most
    for (const Step& step : recipe.steps)
        ofStep = std::max(ofStep, step.memory(header.size));
    const std::size_t asRead = ofStep > 0 ? header.size.voxels() * (sizeof(float) + 1) : 0;
    const std::size_t making = 2 * asRead + ofStep;  // as it was read, before a step, and what that takes
    const std::size_t measuring = asRead + bytesToMeasure(left, recipe.measure, spacing);
    const std::size_t comparing = deformingAlign(recipe) ? asRead + bytesToRegister(left.voxels()) : 0;
    const std::size_t ofSurface =
        recipe.surface.isOn ? asRead + left.voxels() * perVoxel + bytesToMeasureSurface(left, recipe.surface.settings(0)) : 0;
    return std::max({reading, making, measuring, comparing, ofSurface});
}

std::string VolumeFrameMeasurer::trouble() const {
    const std::string& failed = measurer_.trouble();
    if (!failed.empty()) return "another engine takes over, because " + failed + "; the table says which";
    return nlmTrouble_.empty() ? nlmTrouble_ : "the CPU takes over non-local means, because " + nlmTrouble_;
}

void requireForVolumes(const Recipe& recipe, const EngineRequest& engines) {
    requireForVolumes(recipe);
    requireC3dEngine(engines.forVolumes());
}

}  // namespace coarsen
