// SPDX-License-Identifier: GPL-3.0-or-later
// Volumes with known answers: C3D, R_max, its error, drift.
#include "core/base/parallel.hpp"
#include "core/correlate/volume/engines.hpp"
#include "core/correlate/volume/volume_correlation.hpp"
#include "core/displace/volume_drift.hpp"
#include "core/measure/volume_measurer.hpp"
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

struct ShiftErrors {
    double mean = 0, worst = 0;  ///< voxels
};

/// How far shifts against the first volume are from their truth, of as many seeds.
ShiftErrors shiftErrors(double kept, double noise, SelfTestRun& run) {
    std::vector<double> off(run.isQuick() ? 2 : 12);
    parallelFor(
        off.size(), 0,
        [&](std::size_t i) {
            BicontinuousSettings settings = volumeCase(64, 12, 0.1);
            settings.zoom = true;
            settings.kept = kept;
            settings.faults = {0, 0, 9, noise};
            settings.frames = 7;
            settings.seed = firstSeed + i;
            const SyntheticVolume first = bicontinuousVolume(settings, 0), moved = bicontinuousVolume(settings, 1);
            const VolumeShift shift = VolumeShiftFinder(settings.size(), 1).between(first.volume, moved.volume, run.stopToken());
            off[i] = std::hypot(shift.x - moved.driftX, shift.y - moved.driftY, shift.z - moved.driftZ);
        },
        run.stopToken());
    if (run.stopToken().stop_requested()) throw SelfTestStopped{};
    return {meanOf(off), worstOf(off)};
}

constexpr LagReach directReach{8, 8, 8};

struct OffDirect {
    double value = 0, pairs = 0;  ///< of C3D; of numbers of pairs
};

OffDirect offDirectSums(const VolumeCorrelation& c3d, const VolumeLagSums& products, const VolumeLagSums& pairs) {
    OffDirect worst;
    for (int Z = 0; Z <= directReach.z; ++Z)
        for (int Y = -directReach.y; Y <= directReach.y; ++Y)
            for (int X = -directReach.x; X <= directReach.x; ++X) {
                const double truth = products.at(X, Y, Z) / pairs.at(X, Y, Z) / c3d.variance;
                worst.value = std::max(worst.value, std::abs(c3d.value.at(X, Y, Z) - truth));
                worst.pairs = std::max(worst.pairs, std::abs(c3d.pairs->at(X, Y, Z) - pairs.at(X, Y, Z)));
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
    const VolumeStatistics statistics = statisticsOf(volume);
    const FieldRows field = centredRows(volume, statistics.mean, wholeOf(size)), ones = validRows(volume, wholeOf(size));
    const VolumeLagSums products = directLagSums(size, directReach, field, field),
                        pairs = directLagSums(size, directReach, ones, ones);
    const auto off = [&](const C3dEngine& engine) {
        VolumeCorrelator correlator(engine.plan({size, directReach, 0}), MeanMode::global, NormMode::count);
        const auto c3d = correlator(volume, statistics, run.stopToken());
        if (!c3d) throw SelfTestStopped{};
        return offDirectSums(*c3d, products, pairs);
    };
    const auto [worst, worstPairs] = off(*cpuFftC3d());
    run.report("off direct sums, 24^3 voxels, masked", "", worst, 0, worst, 1e-10);
    run.report("numbers of pairs off direct sums", "", worstPairs, 0, worstPairs, 0);
    constexpr double allowedOfGpu = 1e-5;
    constexpr const char* ofGpu = "GPU, off direct sums, 24^3 voxels, masked";
    bool isThere = false;
    for (const auto& engine : run.engines().volumes) {
        const C3dEngineDescription& description = engine->description();
        if (!description.isGpu || !description.unavailable.empty()) continue;
        isThere = true;
        const double apart = off(*engine).value;
        run.report(ofGpu, "", apart, 0, apart, allowedOfGpu);
    }
    if (!isThere) run.reportAbsent(ofGpu, "", allowedOfGpu, noGpu);
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
        run.tell("white noise, volume " + std::to_string(i + 1) + " of " + std::to_string(volumes / 3));
        VolumeMeasurer measure({}, 0);
        good += measure(Volume(size, {}, std::move(values)), false, run.stopToken()).rMax.quality == Quality::good;
        if (run.stopToken().stop_requested()) throw SelfTestStopped{};
    }
    run.report("white noise called good, of " + std::to_string(volumes / 3) + " volumes", "", good, 0, good, 0);
}

void volumeDriftCases(SelfTestRun& run) {
    const ShiftErrors same = shiftErrors(1, 0, run);
    run.report("the same pattern moved, mean", "voxel", same.mean, 0, same.mean, 0.02);
    run.report("the same pattern moved, worst", "voxel", same.worst, 0, same.worst, 0.02);
    const ShiftErrors changed = shiftErrors(0.8, 0.1, run);
    run.report("patterns that correlate by 0.8, noise 0.1, mean", "voxel", changed.mean, 0, changed.mean, 0.4);
    run.report("patterns that correlate by 0.8, noise 0.1, worst", "voxel", changed.worst, 0, changed.worst, 0.4);
}

}  // namespace coarsen
