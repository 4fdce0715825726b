// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/analyse_frame.hpp"

#include "core/analysis/field_of_axes.hpp"
#include "core/base/engine_fallback.hpp"
#include "core/base/error.hpp"
#include "core/base/recent_times.hpp"
#include "core/correlate/plane_statistics.hpp"
#include "core/measure/bracket.hpp"
#include "core/measure/maxima.hpp"
#include "core/measure/small_radii.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace coarsen {

namespace {

constexpr int smallestSide = 8;        // below, not even R = 4 has pairs enough
constexpr double flatWithin = 2e-6;    // of the grey level: rounding left by a division in float32
constexpr std::size_t setUpsKept = 4;  // sizes that a preview goes to and fro between

bool hasContrast(const GreyExtremes& grey) {
    const double rounding = grey.areWholeNumbers ? 0 : flatWithin * std::max(std::abs(grey.lowest), std::abs(grey.highest));
    return grey.highest - grey.lowest > rounding;
}

/// Extremes of one channel, as far as it takes to see contrast.
GreyExtremes extremesOf(const Frame& frame, int channel) {
    const auto valid = frame.mask.pixels();
    constexpr double infinite = std::numeric_limits<double>::infinity();
    GreyExtremes grey{infinite, -infinite, frame.image.holdsWholeNumbers()};
    frame.image.visit(
        [&](auto pixels) {
            for (std::size_t i = 0; i < pixels.size() && !hasContrast(grey); ++i) {  // which more pixels cannot take away again
                if (!valid.empty() && !valid[i]) continue;
                const auto value = static_cast<double>(pixels[i]);
                grey.lowest = std::min(grey.lowest, value);
                grey.highest = std::max(grey.highest, value);
            }
        },
        channel);
    return grey;
}

void requireContrast(const Frame& frame, int channel) {
    const GreyExtremes extremes = extremesOf(frame, channel);
    const int channels = frame.image.channels();
    if (channels > 1 && extremes.lowest <= extremes.highest && !hasContrast(extremes))
        throw InputError("",
                         "Frame " + std::to_string(frame.index) + ": channel " + std::to_string(channel + 1) + " of " +
                             std::to_string(channels) + " is the same everywhere, so it has nothing to correlate",
                         "leave it out by channels.pick, or choose another channels.use");
    requireContrast(frame.index, frame.image.width(), frame.image.height(), extremes);
}

/// Axes may be the same all over, which is something to correlate as long as their mean is not taken away.
void requireAxes(const Frame& frame, MeanMode mean) {
    const std::string name = "Frame " + std::to_string(frame.index);
    if (validFraction(frame) == 0)
        throw InputError("", name + " has no valid pixel left beside those that are masked",
                         "loosen the dust step's limits, or make channels.sigma and channels.scale smaller");
    if (!frame.orientation->areThere())
        throw InputError("", name + " has no stripe and no edge whose axis could be read", "was the lamp off?");
    if (mean != MeanMode::none && frame.orientation->orderParameter > sameAxis)
        throw InputError("", name + " has the same axis everywhere: beside their mean its axes have nothing to correlate",
                         "column axis_deg says which way it runs, and with measure.mean=none C is 1 everywhere");
}

void requireContrast(const Frame& frame, MeanMode mean) {
    const int axes = frame.orientation ? 2 : 0, others = frame.image.channels() - axes;  // axes come last
    for (int channel = 0; channel < others; ++channel)
        requireContrast(frame, channel);
    if (others == 0) requireAxes(frame, mean);
}

/// Terms need contrast in each, axes too.
void requireContrastInEachChannel(const Frame& frame) {
    for (int channel = 0; channel < frame.image.channels(); ++channel)
        requireContrast(frame, channel);
}

MeasuredContent contentOf(const ImageFacts& image) {
    const double area = static_cast<double>(image.widthPx) * static_cast<double>(image.heightPx);
    if (image.depthPx > 0) return {3, area * static_cast<double>(image.depthPx) * image.validFraction};
    return {2, area, image.validFraction, image.independentChannels};
}

}  // namespace

struct Measurer::Parts {
    /// Everything that is made once for a size and kind of image.
    struct SetUp {
        PlanShape shape;
        EngineChoice choice;
        Correlator correlator;
        std::shared_ptr<const AzimuthalAverager> averager;
        std::optional<LeaveOneOut> leaveOneOut = {};  // made when first asked for
        std::optional<TermMeasurer> terms = {};       // likewise
        std::optional<Correlator> meanFree = {};      // likewise
        RecentTimes times = {};

        /// C1D of the image less its mean; nothing after a stop.
        std::optional<RadialProfile> meanFreeProfile(const MaskedImage& image, const MeasureSettings& settings, double aspect,
                                                     std::stop_token stop) {
            if (!meanFree) meanFree.emplace(choice.engine, shape, MeanMode::global, settings.norm);
            const auto maps = meanFree->autocorrelation(std::span(&image, 1), stop);
            if (maps.empty()) return std::nullopt;
            RadialProfile profile = (*averager)(maps.front());
            if (settings.smallRadii == SmallRadii::quarter) profile.fine = fineCurve(maps.front(), aspect);
            return profile;
        }

        TermMeasurer& termMeasurer(const MeasureSettings& settings, const Calibration& calibration) {
            if (!terms) terms.emplace(choice.engine, shape, settings, calibration.aspect());
            return *terms;
        }
    };

    MeasureSettings settings;
    EngineRequest engines;
    Calibration calibration;
    std::string engineName;
    std::string trouble;
    std::vector<std::unique_ptr<SetUp>> setUps;  // most recently used first

    /// Answer of `work`, by another engine where one fails.
    template <typename Work>
    auto withAnyEngine(Work work) {
        return withFallback(work, [this](const EngineError& error) {
            if (!leaveOut(engines.engines.correlation, engineName)) return false;
            engines.name = "auto";
            trouble = engineName + " failed (" + error.what() + ")";
            setUps.clear();
            return true;
        });
    }

    /// Null after a stop.
    SetUp* setUpFor(const Image& image, const std::stop_token& stop) {
        PlanShape shape;
        shape.width = image.width();
        shape.height = image.height();
        shape.channels = image.channels();
        shape.maxLag = maxLagFor(settings, image.width(), image.height());
        shape.type = image.type();
        shape.threads = engines.threads;
        const auto known = std::ranges::find_if(setUps, [&](const auto& setUp) { return setUp->shape == shape; });
        if (known != setUps.end()) {
            std::rotate(setUps.begin(), known, known + 1);
        } else {
            EngineChoice choice = choose(engines.engines.correlation, engines.name, shape, engines.exact);
            engineName = choice.engine->description().name;
            Correlator correlator(choice.engine, shape, settings.mean, settings.norm);
            auto averager = AzimuthalAverager::shared(shape.maxLag, settings.azimuth, calibration.aspect(), stop);
            if (!averager) return nullptr;
            setUps.insert(setUps.begin(),
                          std::make_unique<SetUp>(SetUp{shape, std::move(choice), std::move(correlator), std::move(averager)}));
            if (setUps.size() > setUpsKept) setUps.pop_back();
        }
        engineName = setUps.front()->choice.engine->description().name;
        return setUps.front().get();
    }
};

Measurer::Measurer(MeasureSettings settings, EngineRequest engines, Calibration calibration)
    : parts_(std::make_unique<Parts>(Parts{settings, std::move(engines), std::move(calibration), {}, {}, {}})) {}
Measurer::~Measurer() = default;
Measurer::Measurer(Measurer&&) noexcept = default;
Measurer& Measurer::operator=(Measurer&&) noexcept = default;

const MeasureSettings& Measurer::settings() const {
    return parts_->settings;
}

const std::string& Measurer::trouble() const {
    return parts_->trouble;
}

double Measurer::millisecondsFor(const Image& image) const {
    const auto known = std::ranges::find_if(parts_->setUps, [&](const auto& setUp) {
        return setUp->shape.width == image.width() && setUp->shape.height == image.height();
    });
    return known == parts_->setUps.end() ? 0 : (*known)->times.median();
}

Measurer::Answer Measurer::operator()(const Frame& finalFrame, bool withErrors, std::stop_token stop) {
    requireContrast(finalFrame, settings().mean);
    if (parts_->settings.terms != Terms::sum) requireContrastInEachChannel(finalFrame);
    return parts_->withAnyEngine([&] { return measured(finalFrame, withErrors, stop); });
}

Measurer::Answer Measurer::measured(const Frame& finalFrame, bool withErrors, std::stop_token stop) {
    Answer answer;
    Parts::SetUp* const known = parts_->setUpFor(finalFrame.image, stop);
    if (!known) return answer;  // stopped
    Parts::SetUp& setUp = *known;
    const auto start = RecentTimes::Clock::now();  // what every further frame takes
    answer.engine = setUp.choice.engine->description().name;
    answer.engineReason = setUp.choice.reason;
    const MaskedImage image{finalFrame.image, finalFrame.mask};
    auto maps = setUp.correlator.autocorrelation(std::span(&image, 1), stop);
    if (maps.empty()) return answer;  // stopped
    answer.map = std::move(maps.front());
    answer.profile = (*setUp.averager)(answer.map);
    const double aspect = parts_->calibration.aspect();
    if (parts_->settings.smallRadii == SmallRadii::quarter) answer.profile.fine = fineCurve(answer.map, aspect);
    answer.profile.variance = answer.map.variance;
    answer.profile.smoothingPx = finalFrame.smoothingPx;
    if (parts_->settings.mean == MeanMode::none) {
        const PlaneStatistics statistics = planeStatistics(image.image, image.mask);
        answer.profile.patternPart = statistics.energyAboutMeans / statistics.energy;
    }
    if (parts_->settings.takesMeanFreeBracket()) {
        const auto meanFree = setUp.meanFreeProfile(image, parts_->settings, aspect, stop);
        if (!meanFree) {
            answer.map = {};
            return answer;
        }
        answer.profile.meanFreeZeroPx = firstCrossing(*meanFree, 0);
    }
    findLengths(answer, parts_->settings);
    if (isFieldOfAxes(finalFrame)) sayLengthOfAxes(answer, *finalFrame.orientation, parts_->settings.mean);
    if (parts_->settings.structureFactor) {
        const StructureFactor factor = structureFactor(image, aspect);
        for (const LengthEstimator& estimator : lengthEstimators())
            if (estimator.fromSpectrum) answer.lengths[estimator.key] = estimator.fromSpectrum(factor);
    }
    if (parts_->settings.anisotropy) answer.anisotropy = anisotropy(answer.map, aspect);
    answer.sectors = sectorProfiles(answer.map, parts_->settings, parts_->settings.sectors, aspect);
    if (const auto pairs = channelPairs(parts_->settings.terms, image.image.channels()); !pairs.empty())
        answer.terms = setUp.termMeasurer(parts_->settings, parts_->calibration)(image, pairs, stop);
    if (withErrors) addErrors(answer, finalFrame, stop);
    setUp.times.addSince(start);
    return answer;
}

void Measurer::addErrors(Answer& answer, const Frame& finalFrame, std::stop_token stop) {
    const MeasureSettings& settings = parts_->settings;
    if (settings.errors == ErrorMethod::none || answer.profile.size() == 0) return;

    std::vector<RadialProfile> replicates;
    if (settings.errors == ErrorMethod::jackknife) {
        replicates = parts_->withAnyEngine([&]() -> std::vector<RadialProfile> {
            Parts::SetUp* const setUp = parts_->setUpFor(finalFrame.image, stop);
            if (!setUp) return {};
            if (!setUp->leaveOneOut)
                setUp->leaveOneOut.emplace(setUp->choice.engine, setUp->shape, settings, parts_->calibration.aspect());
            return (*setUp->leaveOneOut)({finalFrame.image, finalFrame.mask}, stop);
        });
        if (stop.stop_requested()) return;
        for (RadialProfile& replicate : replicates)
            replicate.smoothingPx = answer.profile.smoothingPx;
        if (!answer.terms.empty())
            parts_->withAnyEngine([&] {
                if (Parts::SetUp* const setUp = parts_->setUpFor(finalFrame.image, stop))
                    setUp->termMeasurer(settings, parts_->calibration)
                        .addErrors(answer.terms, {finalFrame.image, finalFrame.mask}, stop);
            });
        if (stop.stop_requested()) return;
    }
    setErrors(answer, std::move(replicates), imageFacts(finalFrame), settings);
}

std::vector<Term> Measurer::terms(const Frame& finalFrame, Terms which, std::stop_token stop) {
    requireContrastInEachChannel(finalFrame);
    return parts_->withAnyEngine([&]() -> std::vector<Term> {
        Parts::SetUp* const setUp = parts_->setUpFor(finalFrame.image, stop);
        if (!setUp) return {};
        return setUp->termMeasurer(parts_->settings, parts_->calibration)({finalFrame.image, finalFrame.mask},
                                                                          channelPairs(which, finalFrame.image.channels()), stop);
    });
}

double independentChannels(const Image& image, const Mask& mask) {
    if (image.channels() < 2) return 1;
    const std::vector<double> means = planeStatistics(image, mask).means;
    std::vector<std::vector<double>> fields;
    for (int channel = 0; channel < image.channels(); ++channel)
        fields.push_back(centredField(image, mask, channel, means[static_cast<std::size_t>(channel)]));
    double variances = 0, squares = 0;
    for (std::size_t k = 0; k < fields.size(); ++k)
        for (std::size_t l = k; l < fields.size(); ++l) {
            const double covariance = std::inner_product(fields[k].begin(), fields[k].end(), fields[l].begin(), 0.0);
            if (k == l) variances += covariance;
            squares += (k == l ? 1 : 2) * covariance * covariance;
        }
    return squares > 0 ? variances * variances / squares : 1;
}

ImageFacts imageFacts(const Frame& finalFrame) {
    ImageFacts facts;
    facts.widthPx = finalFrame.image.width();
    facts.heightPx = finalFrame.image.height();
    facts.validFraction = validFraction(finalFrame);
    facts.drift = finalFrame.drift;
    facts.independentChannels = independentChannels(finalFrame.image, finalFrame.mask);
    facts.orientation = finalFrame.orientation;
    return facts;
}

void requireContrast(int frame, int widthPx, int heightPx, const GreyExtremes& extremes) {
    const std::string name = "Frame " + std::to_string(frame);
    if (std::min(widthPx, heightPx) < smallestSide)
        throw InputError("",
                         name + " is " + std::to_string(widthPx) + " × " + std::to_string(heightPx) +
                             " px after its steps, too small to correlate",
                         "crop less, or give larger images");
    if (extremes.lowest > extremes.highest)
        throw InputError("", name + " has no valid pixel: all of it is masked", "loosen the dust step's limits");
    if (!hasContrast(extremes))
        throw InputError("",
                         name + " is one flat grey: without contrast there is nothing to correlate" +
                             (extremes.highest == 0 && extremes.lowest == 0 && !extremes.areWholeNumbers
                                  ? " (values nearer to 0 than 1e-45 count as 0)"
                                  : ""),
                         "was the lamp off?");
}

void setErrors(Measurer::Answer& answer, std::vector<RadialProfile> replicates, const ImageFacts& image,
               const MeasureSettings& settings) {
    setErrors(answer, std::move(replicates), contentOf(image), settings);
}

FrameResult frameResult(const FrameSource& source, int index, const ImageFacts& image, const Measurer::Answer& answer,
                        std::optional<double> manualRMaxPx, const MeasureSettings& settings) {
    FrameResult row;
    row.frame = index;
    row.file = source.name;
    row.page = source.page;
    row.timeS = source.timeS;
    row.timeSource = source.timeSource;
    row.ownUmPerPx = source.ownSize ? source.ownSize->umPerPx() : 0;
    row.rMax = answer.rMax;
    row.lengths = answer.lengths;
    row.anisotropy = answer.anisotropy;
    row.image = image;
    row.engine = answer.engine;
    if (manualRMaxPx) {
        row.rMax = rMaxNear(answer.profile, *manualRMaxPx, settings);
        row.rMax.errorPx = answer.rMax.errorPx * row.rMax.px / answer.rMax.px;
        // Where the frame had no peak of its own: one point without an error would take the weights from the whole fit.
        if (std::isnan(row.rMax.errorPx) && settings.errors != ErrorMethod::none)
            row.rMax.errorPx = statisticalLimitPx(row.rMax, answer.profile, contentOf(image), settings);
    }
    const bool hasPeak = row.rMax.isFound() && row.rMax.quality != Quality::edge && row.rMax.quality != Quality::none;
    row.status = hasPeak ? FrameStatus::ok : FrameStatus::noPeak;
    if (!hasPeak) row.rMax.px = row.rMax.errorPx = row.rMax.c1d = ImageFacts::nan;
    row.message = row.rMax.message;

    const auto stored = [](const std::vector<double>& values) { return std::vector<float>(values.begin(), values.end()); };
    row.profile = {stored(answer.profile.value),      stored(answer.profile.error), stored(answer.profile.pairs),
                   stored(answer.profile.fine.value), answer.profile.variance,      answer.profile.smoothingPx};
    for (const Sector& sector : answer.sectors)
        row.sectors.push_back({sector.angleDeg, sector.rMax.px, stored(sector.profile.value), stored(sector.profile.pairs)});
    for (const Term& term : answer.terms)
        row.terms.push_back({term.channels.name(), term.rMax.px, stored(term.profile.value), stored(term.profile.error),
                             stored(term.profile.pairs)});
    return row;
}

void addScriptLengths(FrameResult& row, const RadialProfile& profile, const std::vector<ScriptLength>& lengths) {
    for (const ScriptLength& length : lengths)
        if (LengthScale value = lengthBy(length, profile); value.isFound()) row.scriptLengths[length.name] = std::move(value);
}

FrameResult failedResult(const FrameSource& source, int index, const std::string& message) {
    FrameResult row;
    row.frame = index;
    row.file = source.name;
    row.page = source.page;
    row.timeS = source.timeS;
    row.timeSource = source.timeSource;
    row.ownUmPerPx = source.ownSize ? source.ownSize->umPerPx() : 0;
    row.message = message;
    std::ranges::replace_if(
        row.message, [](char letter) { return letter == '\n' || letter == '\r'; }, ' ');
    return row;
}

}  // namespace coarsen
