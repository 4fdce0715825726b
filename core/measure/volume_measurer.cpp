// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/volume_measurer.hpp"

#include "core/base/engine_fallback.hpp"
#include "core/base/error.hpp"
#include "core/base/parallel.hpp"
#include "core/correlate/volume/volume_correlation.hpp"
#include "core/measure/fine_spheres.hpp"
#include "core/measure/spherical_mean.hpp"
#include "core/measure/volume_blocks.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace coarsen {

namespace {

constexpr int thinnestSide = 8;      // voxels: below, not even R = 2 has pairs enough
constexpr double flatWithin = 2e-6;  // of the grey level: rounding left by a division in float32

std::string sizeText(const VolumeSize& size) {
    return std::to_string(size.width) + " × " + std::to_string(size.height) + " × " + std::to_string(size.depth) + " voxels";
}

void requireSettingsOfVolumes(const MeasureSettings& settings) {
    const auto refuse = [](const char* key, const char* has, const char* remedy) {
        throw SettingError(std::string("measure.") + key, std::string("a volume has ") + has, remedy);
    };
    if (settings.azimuth != AzimuthRule::bilinear)
        refuse("azimuth", "one rule only, bilinear (between eight offsets)", "leave it at bilinear");
    if (settings.structureFactor) refuse("structure_factor", "no lengths of S(q)", "switch it off");
    if (settings.anisotropy) refuse("anisotropy", "no ellipse that its rings could be", "switch it off");
    if (settings.sectors > 0) refuse("sectors", "no sectors", "set it to 0");
    if (settings.takesMeanFreeBracket()) refuse("bracket", "the bracket of its own C1D only", "use own");
}

void requireContrast(const Volume& volume, const VolumeStatistics& statistics) {
    const VolumeSize& size = volume.size();
    if (std::min({size.width, size.height, size.depth}) < thinnestSide)
        throw InputError("",
                         "The volume has " + sizeText(size) + ", too thin to correlate (" + std::to_string(thinnestSide) +
                             " are needed along each axis)",
                         "crop less, give more slices, or measure the slices as images");
    if (statistics.validVoxels == 0)
        throw InputError("", "The volume has no valid voxel: all of it is masked", "loosen the mask's limits");
    const double highest =
        std::max(std::abs(static_cast<double>(statistics.lowest)), std::abs(static_cast<double>(statistics.highest)));
    const double rounding = statistics.areWholeNumbers ? 0 : flatWithin * highest;
    if (!(static_cast<double>(statistics.highest) - static_cast<double>(statistics.lowest) > rounding))
        throw InputError("",
                         std::string("The volume is one flat grey: without contrast there is nothing to correlate") +
                             (highest == 0 ? " (values nearer to 0 than 1e-45 count as 0)" : ""),
                         "does the file hold another data set or channel?");
}

CorrelationVolume stored(const VolumeCorrelation& correlation, const Spacing& spacing, int threads) {
    CorrelationVolume map;
    const VolumeLagSums& value = correlation.value;
    const auto asFloats = [threads](const std::vector<double>& numbers) {
        std::vector<float> floats(numbers.size());
        constexpr std::size_t piece = std::size_t{1} << 16;
        parallelFor((numbers.size() + piece - 1) / piece, threads, [&](std::size_t i) {
            const std::size_t first = i * piece, end = std::min(numbers.size(), first + piece);
            for (std::size_t k = first; k < end; ++k)
                floats[k] = static_cast<float>(numbers[k]);
        });
        return floats;
    };
    map.maxLagX = value.reach.x;
    map.maxLagY = value.reach.y;
    map.maxLagZ = value.reach.z;
    map.spacing = spacing;
    map.value = asFloats(value.values);
    map.pairs = asFloats(correlation.pairs->values);
    map.variance = correlation.variance;
    return map;
}

/// The plan rests when this ends.
struct Resting {
    C3dPlan& plan;
    ~Resting() { plan.rest(); }
};

}  // namespace

struct VolumeMeasurer::Parts {
    /// Parts that are made once for a size and spacing.
    struct SetUp {
        VolumeSize size;
        Spacing spacing;
        C3dEngineChoice choice;
        std::shared_ptr<C3dPlan> plan;
        VolumeCorrelator correlator;
        SphericalMean mean;
        std::shared_ptr<const FineSpheres> fine;           // none by whole pixels
        std::optional<LeaveOneBlockOut> leaveOneOut = {};  // made when first asked for
    };

    MeasureSettings settings;
    C3dRequest engines;
    int threads = 0;
    std::optional<SetUp> setUp = {};
    std::string engineName = {};  ///< the one chosen last
    std::string trouble = {};

    SetUp& setUpFor(const Volume& volume) {
        if (setUp && setUp->size == volume.size() && setUp->spacing == volume.spacing()) return *setUp;
        setUp.reset();
        const int maxLag = maxLagFor(settings, volume.size(), volume.spacing());
        const LagReach reach = reachFor(maxLag, volume.size(), volume.spacing(), settings.smallRadii);
        const C3dShape shape{volume.size(), reach, threads};
        const C3dEngineChoice choice = chooseC3d(engines, shape);
        engineName = choice.engine->description().name;
        const std::shared_ptr<C3dPlan> plan = choice.engine->plan(shape);
        setUp.emplace(
            SetUp{volume.size(), volume.spacing(), choice, plan, VolumeCorrelator(plan, settings.mean, settings.norm),
                  SphericalMean(reach, volume.spacing(), maxLag, threads),
                  settings.smallRadii == SmallRadii::quarter ? FineSpheres::shared(reach, volume.spacing(), threads) : nullptr});
        return *setUp;
    }

    /// Answer of `work`, by another engine where one fails.
    template <typename Work>
    auto withAnyEngine(Work work) {
        return withFallback(work, [this](const EngineError& error) {
            if (!leaveOut(engines.engines, engineName)) return false;
            engines.name = "auto";
            trouble = engineName + " failed (" + error.what() + ")";
            setUp.reset();
            return true;
        });
    }

    Answer measured(const Volume& volume, const VolumeStatistics& statistics, bool withErrors, std::stop_token stop);
};

VolumeMeasurer::VolumeMeasurer(MeasureSettings settings, int threads) : VolumeMeasurer(settings, C3dRequest(), threads) {}
VolumeMeasurer::VolumeMeasurer(MeasureSettings settings, C3dRequest engines, int threads)
    : parts_(std::make_unique<Parts>(Parts{settings, std::move(engines), threads})) {}
VolumeMeasurer::~VolumeMeasurer() = default;
VolumeMeasurer::VolumeMeasurer(VolumeMeasurer&&) noexcept = default;
VolumeMeasurer& VolumeMeasurer::operator=(VolumeMeasurer&&) noexcept = default;

VolumeMeasurer::Answer VolumeMeasurer::operator()(const Volume& finalVolume, bool withErrors, std::stop_token stop) {
    const MeasureSettings& settings = parts_->settings;
    requireSettingsOfVolumes(settings);
    const VolumeStatistics statistics = statisticsOf(finalVolume, parts_->threads);
    requireContrast(finalVolume, statistics);
    return parts_->withAnyEngine([&] { return parts_->measured(finalVolume, statistics, withErrors, stop); });
}

const std::string& VolumeMeasurer::trouble() const {
    return parts_->trouble;
}

VolumeMeasurer::Answer VolumeMeasurer::Parts::measured(const Volume& volume, const VolumeStatistics& statistics, bool withErrors,
                                                       std::stop_token stop) {
    SetUp& made = setUpFor(volume);
    const Resting afterwards{*made.plan};
    Answer answer;
    answer.engine = engineName;
    answer.engineReason = made.choice.reason;
    {
        auto correlation = made.correlator(volume, statistics, stop);
        if (!correlation) return answer;  // stopped
        answer.profile = made.mean(correlation->value, *correlation->pairs);
        if (made.fine) answer.profile.fine = FineSpheres::curve(made.fine->meansOf(correlation->value));
        answer.map = stored(*correlation, volume.spacing(), threads);
        made.plan->useAgain(std::move(correlation->value.values));
    }
    answer.profile.variance = answer.map.variance;
    if (settings.mean == MeanMode::none) answer.profile.patternPart = statistics.energyAboutMean / statistics.energy;
    findLengths(answer, settings);
    if (!withErrors || settings.errors == ErrorMethod::none) return answer;

    std::vector<RadialProfile> replicates;
    if (settings.errors == ErrorMethod::jackknife) {
        if (!made.leaveOneOut) made.leaveOneOut.emplace(made.plan, volume.spacing(), made.mean.maxLag(), settings.smallRadii);
        replicates = (*made.leaveOneOut)(volume, stop);
        if (stop.stop_requested()) return answer;
    }
    setErrors(answer, std::move(replicates), MeasuredContent{3, statistics.validVoxels}, settings);
    return answer;
}

std::size_t bytesToMeasure(const VolumeSize& size, const MeasureSettings& settings, const Spacing& spacing) {
    if (size.width < 1 || size.height < 1 || size.depth < 1) return 0;  // nothing is measured of what has no voxels
    const int maxLag = maxLagFor(settings, size, spacing);
    const LagReach reach = reachFor(maxLag, size, spacing, settings.smallRadii);
    const std::size_t half = bytesOfHalf(reach);
    const std::size_t volume = size.voxels() * (sizeof(float) + sizeof(std::uint8_t));
    // A mask and its pairs are kept, and so are the spheres; C3D and its pairs are handed over as floats beside the sums.
    std::size_t kept = volume + size.voxels() * sizeof(std::uint8_t) + SphericalMean::bytes(maxLag);
    std::size_t working = std::max(bytesToCorrelate(size, reach, settings.mean, settings.norm, 0), 3 * half);
    if (settings.smallRadii == SmallRadii::quarter) kept += FineSpheres::bytes(reach, spacing, 0);
    if (settings.errors == ErrorMethod::jackknife)
        working = std::max(working, 2 * half + LeaveOneBlockOut::bytes(size, spacing, maxLag, settings.smallRadii, 0));
    constexpr std::size_t small = std::size_t{1} << 20;  // plans, profiles and what else does not grow with the volume
    return kept + working + small;
}

}  // namespace coarsen
