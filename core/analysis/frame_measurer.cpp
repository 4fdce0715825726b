// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/frame_measurer.hpp"

#include "core/analysis/featureless.hpp"
#include "core/analysis/shared_lines.hpp"
#include "core/measure/flag_bands.hpp"
#include "core/preprocess/false_colour.hpp"
#include "core/preprocess/flat_blocks.hpp"
#include "core/preprocess/level_steps.hpp"
#include "core/preprocess/surround.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <utility>

namespace coarsen {

FrameMeasurer::FrameMeasurer(Recipe recipe, EngineRequest engines, Calibration calibration)
    : recipe_(std::move(recipe)),
      engines_(std::move(engines)),
      calibration_(calibration),
      measurer_(recipe_.measure, engines_, calibration_),
      convolvers_(std::make_shared<Convolvers>(engines_.forConvolution())) {}

/// The plan for such pictures, made anew when their kind changes; nullptr where the steps have to be done one by one.
FramePlan* FrameMeasurer::devicePlanFor(const Frame& raw) {
    const bool isPlain = recipe_.measure.terms == Terms::sum && raw.image.channels() == 1 && !raw.hasAlpha;
    if (!deviceTrouble_.empty() || engines_.exact || !isPlain) return nullptr;
    const RawKind kind{raw.image.width(), raw.image.height(), raw.image.type(), raw.bitsPerSample};
    if (plannedKind_ == kind) return plan_.get();
    plan_ = nullptr;
    deviceTimes_ = {};
    plannedKind_ = kind;
    const PixelRect kept = keptBy(recipe_.steps, raw.index, kind.width, kind.height);
    PlanShape shape;
    shape.width = kept.isEmpty() ? kind.width : kept.width;
    shape.height = kept.isEmpty() ? kind.height : kept.height;
    shape.maxLag = maxLagFor(recipe_.measure, shape.width, shape.height);
    shape.threads = engines_.threads;
    planEngine_ = choose(engines_.engines.correlation, engines_.name, shape);
    const auto& backends = engines_.engines.frames;
    const auto backend = std::ranges::find_if(
        backends, [this](const auto& one) { return one->engine() == planEngine_.engine->description().name; });
    if (backend != backends.end()) plan_ = (*backend)->framePlan(kind, recipe_, calibration_);
    return plan_.get();
}

void FrameMeasurer::useSteps(const std::vector<Step>& steps) {
    if (recipe_.steps == steps) return;
    recipe_.steps = steps;
    plan_ = nullptr;
    plannedKind_.reset();
}

std::string FrameMeasurer::trouble() const {
    if (!measurer_.trouble().empty())
        return "another engine takes over, because " + measurer_.trouble() + "; the table says which";
    if (!deviceTrouble_.empty()) return "the steps are done on the CPU, because " + deviceTrouble_;
    const std::string convolving = convolvers_->trouble();
    return convolving.empty() ? "" : "the CPU convolves, because " + convolving;
}

double FrameMeasurer::millisecondsFor(const Image& image) const {
    return plan_ ? deviceTimes_.median() : measurer_.millisecondsFor(image);
}

namespace {

/// Calls `measure`; what it refuses becomes NothingToMeasure with these facts.
template <typename Measure>
auto keepingFacts(const ImageFacts& facts, Measure measure) {
    try {
        return measure();
    } catch (const InputError& error) {
        throw NothingToMeasure(error, facts);
    }
}

bool isFlaggedColour(const Frame& raw, const MeasureSettings& settings) {
    return settings.falseColour == Fault::flagged && isFalseColour(raw);
}

/// Facts that are known of a frame before its steps.
struct RawFacts {
    bool isInFalseColour = false, isOfFlatBlocks = false;
    LevelSteps steps = {};
    int widthPx = 0, heightPx = 0;
    std::function<PatternSketch()> sketch = {};  ///< of its first channel, made when asked for: few frames need it
};

/// Facts that hold as long as the frame is there.
RawFacts rawFacts(const Frame& raw, const MeasureSettings& settings) {
    return {isFlaggedColour(raw, settings),
            settings.spectrum == Fault::flagged && isOfFlatBlocks(raw),
            settings.spectrum == Fault::flagged ? levelSteps(raw) : LevelSteps{},
            raw.image.width(),
            raw.image.height(),
            [&raw] { return patternSketch(raw); }};
}

/// Facts that hold when the frame is no longer there, because its steps have taken it.
RawFacts lastingFacts(const Frame& raw, const MeasureSettings& settings) {
    RawFacts facts = rawFacts(raw, settings);
    facts.sketch = {};  // nothing is left of the frame to make it of
    if (settings.surround == Fault::flagged) facts.sketch = [sketch = patternSketch(raw)] { return sketch; };
    return facts;
}

/// Says of a frame without R_max, or with a weak one, what part of it shows no pattern, judged in circles of a tenth of the
/// shorter side (an R_max that is found must have waves enough in these): a surround lifts C1D and may leave no maximum at all,
/// or a false one. Of the raw frame, for light that is taken off a dark surround makes it uneven.
void nameSurround(LengthScale& rMax, const PatternSketch& sketch) {
    constexpr double leastPart = 0.25;  // what leaves no maximum is large: foam in a vessel 0.46, a disc on black 0.55
    const double circle = sketch.blockPx * std::min(sketch.width, sketch.height) / 10.0;
    if (rMax.isFound() && Surround::circleOfRMax * rMax.px > circle) return;
    const double part = featurelessPart(sketch, circle / Surround::circleOfRMax);
    if (part < leastPart) return;
    rMax.fault = PictureFault::surround;
    const std::string found = std::to_string(std::lround(100 * part)) + " % of the picture shows no pattern, which alone may " +
                              (rMax.isFound() ? "do that" : "leave no R_max") +
                              ": mask it (surround.circle=" + std::to_string(std::lround(circle)) +
                              "), or crop to the pattern (crop.shapes)";
    if (rMax.isFound())
        rMax.message += "; " + found;
    else  // a larger offset, which such messages end with, helps only where this does not
        rMax.message = found + ", before anything else. " + rMax.message;
}

/// Tells whether that line shares what bands do: clearly more than a pattern of this R_max leaves by chance, and at any distance
/// alike. tests/studies/results/faint_faults.txt
bool areBands(const SharedLine& line, double blocks, const PatternSketch& sketch, double rMaxPx) {
    constexpr double leastShare = 0.02, byChance = 0.6, rippleByChance = 1.2, level = 0.25;
    const double domain = rMaxPx / sketch.blockPx, chance = domain / std::sqrt(static_cast<double>(sketch.values.size()));
    return line.share > std::max(leastShare, byChance * domain / blocks) &&
           line.ripple < std::max(rippleByChance * chance, level * line.share);
}

/// Flags bands that C2D is too short to show: beyond its range many more pairs of pixels tell them from the pattern.
void flagFaintBands(LengthScale& rMax, const PatternSketch& sketch, const RadialProfile& profile) {
    if (rMax.quality != Quality::good || profile.patternPart < 1) return;
    const auto range = static_cast<double>(profile.size());
    const auto [rows, columns] = sharedLines(sketch, range);
    const bool areRows = rows.share > columns.share;
    if (areBands(areRows ? rows : columns, areRows ? sketch.width : sketch.height, sketch, rMax.px))
        flagBands(rMax, areRows ? rows.share : columns.share, areRows, profile);
}

/// Flags a good R_max, for all that the picture shows are blocks that JPEG left.
void flagFlatBlocks(LengthScale& rMax) {
    if (rMax.quality != Quality::good) return;
    rMax.quality = Quality::weak;
    rMax.fault = PictureFault::spectrum;
    rMax.message =
        "Weak peak: the picture consists of flat blocks of 8 px that differ by single steps, which JPEG leaves of smooth shades, "
        "so R_max is a distance of such steps; measure the picture as the camera gave it";
}

/// Flags a good R_max, for it is the distance of contours between grey levels.
void flagContours(LengthScale& rMax) {
    if (rMax.quality != Quality::good) return;
    rMax.quality = Quality::weak;
    rMax.fault = PictureFault::spectrum;
    rMax.message =
        "Weak peak: the picture only rises or falls, in single steps of grey, over more than 1.5 R_max, as a smooth shade does, "
        "and differs from one by less than a step; so R_max is a distance of these steps; measure pictures of more grey levels "
        "(16 bits) or more contrast";
}

/// Finds first what the picture tells, and then what C1D could not tell from it.
void flagPicture(Measurer::Answer& answer, const MeasureSettings& settings, const RawFacts& raw, const ImageFacts& image,
                 const PatternSketch& sketch) {
    constexpr double hardlyMasked = 0.9;
    LengthScale& rMax = answer.rMax;
    const bool isWhole = image.widthPx == raw.widthPx && image.heightPx == raw.heightPx && image.validFraction > hardlyMasked;
    if (raw.isInFalseColour) flagFalseColour(rMax);
    if (raw.isOfFlatBlocks) flagFlatBlocks(rMax);
    if (areContours(raw.steps, rMax.px, answer.profile.variance)) flagContours(rMax);
    if (settings.surround == Fault::flagged && (rMax.quality == Quality::good || rMax.fault != PictureFault::none))
        flagSurround(rMax, featurelessPart(sketch, rMax.px));
    else if (settings.surround == Fault::flagged && isWhole)
        nameSurround(rMax, raw.sketch());
    if (settings.bands == Fault::flagged) flagFaintBands(rMax, sketch, answer.profile);
    if (settings.spectrum == Fault::flagged) flagSpectrum(rMax, answer.profile);
}

}  // namespace

/// Nothing where no device can do the frame, or the one that could has failed.
std::optional<FrameMeasurer::Answer> FrameMeasurer::fromDevice(const Frame& raw, bool withImages) {
    DeviceMeasurement device;
    try {
        FramePlan* const plan = devicePlanFor(raw);
        if (!plan) return std::nullopt;
        const auto start = RecentTimes::Clock::now();
        device = plan->measure(raw, withImages);
        deviceTimes_.addSince(start);
    } catch (const EngineError& error) {
        deviceTrouble_ = planEngine_.engine->description().name + " failed (" + error.what() + ")";
        plan_ = nullptr;
        return std::nullopt;
    }
    Answer answer;
    answer.image.widthPx = device.widthPx;
    answer.image.heightPx = device.heightPx;
    answer.image.validFraction = device.validPixels / (static_cast<double>(device.widthPx) * device.heightPx);
    keepingFacts(answer.image, [&] {
        requireContrast(raw.index, device.widthPx, device.heightPx, {device.lowest, device.highest, device.holdsWholeNumbers});
    });
    answer.sketch = std::move(device.sketch);
    answer.frame = std::move(device.frame);
    answer.measured.engine = planEngine_.engine->description().name;
    answer.measured.engineReason = planEngine_.reason;
    answer.measured.map = std::move(device.map);
    answer.measured.profile = std::move(device.profile);
    findLengths(answer.measured, recipe_.measure);
    flagPicture(answer.measured, recipe_.measure, rawFacts(raw, recipe_.measure), answer.image, answer.sketch);
    setErrors(answer.measured, device.replicates, answer.image, recipe_.measure);
    return answer;
}

FrameMeasurer::Answer FrameMeasurer::operator()(Frame raw, const FrameSurvey& survey, bool withImages, std::stop_token stop) {
    if (auto answer = fromDevice(raw, withImages)) return std::move(*answer);
    Answer answer;
    const RawFacts facts = lastingFacts(raw, recipe_.measure);
    answer.frame = finalFrame(std::move(raw), recipe_.steps, survey, stop, convolvers_);
    if (stop.stop_requested()) return answer;
    answer.image = imageFacts(answer.frame);
    answer.sketch = patternSketch(answer.frame);
    answer.measured = keepingFacts(answer.image, [&] { return measurer_(answer.frame, false, stop); });
    if (stop.stop_requested()) return answer;
    if (!withImages) answer.measured.map = {};
    for (Term& term : answer.measured.terms)
        if (!withImages) term.map = {};
    flagPicture(answer.measured, recipe_.measure, facts, answer.image, answer.sketch);
    measurer_.addErrors(answer.measured, answer.frame, stop);
    return answer;
}

FrameMeasurer::Answer FrameMeasurer::shown(const Frame& raw, const Frame& finalFrame, std::stop_token stop) {
    if (auto answer = fromDevice(raw, true)) {
        answer->frame = finalFrame;
        return std::move(*answer);
    }
    Answer answer;
    answer.frame = finalFrame;
    answer.image = imageFacts(finalFrame);
    answer.measured = keepingFacts(answer.image, [&] { return measurer_(finalFrame, false, stop); });
    flagPicture(answer.measured, recipe_.measure, rawFacts(raw, recipe_.measure), answer.image, patternSketch(finalFrame));
    answer.hasErrors = false;
    return answer;
}

void FrameMeasurer::addErrors(Answer& answer, std::stop_token stop) {
    if (answer.hasErrors) return;
    measurer_.addErrors(answer.measured, answer.frame, stop);
    answer.hasErrors = !stop.stop_requested();
}

}  // namespace coarsen
