// SPDX-License-Identifier: GPL-3.0-or-later
// Volumes with known answers: C3D, R_max, its error, drift.
#include "core/base/parallel.hpp"
#include "core/c3d/engines.hpp"
#include "core/c3d/volume_correlation.hpp"
#include "core/c3d/volume_drift.hpp"
#include "core/c3d/volume_measurer.hpp"
#include "core/selftest/cases.hpp"
#include "core/synth/bicontinuous.hpp"
#include "core/synth/random_numbers.hpp"

#include <algorithm>
#include <cmath>

namespace coarsen {

namespace {

constexpr std::uint64_t firstSeed = 20120705;

BicontinuousSettings volumeCase(int side, double wavelengthPx, double ringWidth) {
    BicontinuousSettings settings;
    settings.width = settings.height = settings.depth = side;
    settings.wavelengthFromPx = settings.wavelengthToPx = wavelengthPx;
    settings.law = RingLaw::constant;
    settings.ringWidth = ringWidth;
    settings.frames = 1;
    settings.bits = 16;
    return settings;
}

/// R_max of independent volumes with its error, each in one thread.
std::vector<LengthScale> lengthsOf(BicontinuousSettings settings, int volumes, SelfTestRun& run) {
    std::vector<LengthScale> lengths(static_cast<std::size_t>(volumes));
    parallelFor(
        lengths.size(), 0,
        [&, settings](std::size_t i) {
            BicontinuousSettings one = settings;
            one.seed = firstSeed + i;
            lengths[i] = VolumeMeasurer(MeasureSettings{}, 1)(bicontinuousVolume(one, 0).volume, true, run.stopToken()).rMax;
        },
        run.stopToken());
    if (run.stopToken().stop_requested()) throw SelfTestStopped{};
    return lengths;
}

double meanPx(const std::vector<LengthScale>& lengths) {
    std::vector<double> px;
    for (const LengthScale& length : lengths)
        px.push_back(length.px);
    return meanOf(px);
}

/// How far the farthest of some shifts against the first volume is from its truth, voxels.
double worstShift(double kept, double noise, SelfTestRun& run) {
    double worst = 0;
    for (std::uint64_t i = 0; i < (run.isQuick() ? 2u : 5u); ++i) {
        BicontinuousSettings settings = volumeCase(64, 12, 0.1);
        settings.zoom = true;
        settings.kept = kept;
        settings.faults = {0, 0, 9, noise};
        settings.frames = 7;
        settings.seed = firstSeed + i;
        const SyntheticVolume first = bicontinuousVolume(settings, 0), moved = bicontinuousVolume(settings, 1);
        const VolumeShift shift = VolumeShiftFinder(settings.size(), 0).between(first.volume, moved.volume, run.stopToken());
        if (run.stopToken().stop_requested()) throw SelfTestStopped{};
        const double off = std::hypot(shift.x - moved.driftX, shift.y - moved.driftY, shift.z - moved.driftZ);
        if (!(off <= worst)) worst = off;
    }
    return worst;
}

}  // namespace

void c3dCases(SelfTestRun& run) {
    const VolumeSize size{24, 24, 24};
    RandomNumbers random(firstSeed, 1);
    std::vector<float> values(size.voxels());
    std::vector<std::uint8_t> valid(size.voxels());
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = static_cast<float>(random.normal());
        valid[i] = random.uniform() < 0.8;
    }
    const Volume volume(size, {}, std::move(values), std::move(valid));
    const LagReach reach{8, 8, 8};
    const VolumeStatistics statistics = statisticsOf(volume);
    VolumeCorrelator correlator(cpuFftC3d()->plan({size, reach, 0}), MeanMode::global, NormMode::count);
    const auto c3d = correlator(volume, statistics, run.stopToken());
    if (!c3d) throw SelfTestStopped{};
    const FieldRows field = centredRows(volume, statistics.mean, wholeOf(size)), ones = validRows(volume, wholeOf(size));
    const VolumeLagSums products = directLagSums(size, reach, field, field), pairs = directLagSums(size, reach, ones, ones);
    double worst = 0, worstPairs = 0;
    for (int Z = 0; Z <= reach.z; ++Z)
        for (int Y = -reach.y; Y <= reach.y; ++Y)
            for (int X = -reach.x; X <= reach.x; ++X) {
                const double truth = products.at(X, Y, Z) / pairs.at(X, Y, Z) / c3d->variance;
                worst = std::max(worst, std::abs(c3d->value.at(X, Y, Z) - truth));
                worstPairs = std::max(worstPairs, std::abs(c3d->pairs->at(X, Y, Z) - pairs.at(X, Y, Z)));
            }
    run.report("off direct sums, 24^3 voxels, masked", "", worst, 0, worst, 1e-10);
    run.report("numbers of pairs off direct sums", "", worstPairs, 0, worstPairs, 0);
}

void volumeLengthCases(SelfTestRun& run) {
    const int volumes = run.isQuick() ? 2 : 6;
    const std::string mean = ", mean of " + std::to_string(volumes);
    const BicontinuousSettings cube = volumeCase(96, 12, 0.02);
    const double ratio = meanPx(lengthsOf(cube, volumes, run)) / 12;
    run.reportPercent("R_max in wavelengths, 8 of them a side" + mean, ratio, rMaxOfWavelength, 1);
    BicontinuousSettings flat = cube;
    flat.spacing = {1, 1, 3};
    flat.depth = 32;
    flat.wavelengthFromPx = flat.wavelengthToPx = 12 / flat.spacing.perPx();
    const double length = meanPx(lengthsOf(flat, volumes, run)) * flat.spacing.perPx();
    run.reportPercent("R_max of voxels of 1 x 1 x 3, in their x" + mean, length, 12 * rMaxOfWavelength, 1);
}

void volumeErrorCases(SelfTestRun& run) {
    const int volumes = run.isQuick() ? 30 : 100;
    const BicontinuousSettings settings = volumeCase(48, 8, 0.1);
    int within = 0;
    for (const LengthScale& length : lengthsOf(settings, volumes, run))
        within += std::abs(length.px - 8 * rMaxOfWavelength) <= length.errorPx;
    const double share = 100.0 * within / volumes;
    run.report("truths within one error, of " + std::to_string(volumes) + " volumes", "%", share, 70, share - 70,
               run.isQuick() ? 18 : 10);
    int good = 0;
    const VolumeSize size{48, 48, 48};
    for (int i = 0; i < volumes / 3; ++i) {
        RandomNumbers random(firstSeed + static_cast<std::uint64_t>(i), 2);
        std::vector<float> values(size.voxels());
        for (float& value : values)
            value = static_cast<float>(random.normal());
        VolumeMeasurer measure({}, 0);
        good += measure(Volume(size, {}, std::move(values)), false, run.stopToken()).rMax.quality == Quality::good;
        if (run.stopToken().stop_requested()) throw SelfTestStopped{};
    }
    run.report("white noise called good, of " + std::to_string(volumes / 3) + " volumes", "", good, 0, good, 0);
}

void volumeDriftCases(SelfTestRun& run) {
    const double same = worstShift(1, 0, run), changed = worstShift(0.8, 0.1, run);
    run.report("the same pattern moved, worst", "voxel", same, 0, same, 0.02);
    run.report("patterns alike by 0.8, noise 0.1, worst", "voxel", changed, 0, changed, 0.4);
}

}  // namespace coarsen
