// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/selftest/cases.hpp"

namespace coarsen {

namespace {

/// Frames of one R_max with science/limits.md's number of domains, 145: 1500 x 750 px at R_max 88, quick half of that.
RingSettings stillRing(const SelfTestRun& run) {
    RingSettings settings;
    settings.width = run.isQuick() ? 750 : 1500, settings.height = run.isQuick() ? 375 : 750;
    settings.frames = run.isQuick() ? 6 : 12;
    settings.law = RingLaw::constant;
    settings.rMaxFromPx = settings.rMaxToPx = run.isQuick() ? 44 : 88;
    settings.seed = 20100705;
    return settings;
}

/// R_max with the faults, corrected by the default recipe, against the same frames without them and without any correction.
void compared(SelfTestRun& run, const CameraFaults& faults, double worstTolerance) {
    const RingSettings clean = stillRing(run);
    RingSettings faulty = clean;
    faulty.faults = faults;
    const auto without = run.measured(KnownSeries(clean, run.stopToken()), plainRecipe());
    const KnownSeries series(faulty, run.stopToken());
    const auto corrected = run.measured(series, correctingRecipe()), left = run.measured(series, plainRecipe());

    std::vector<double> changes, uncorrected;
    for (std::size_t i = 0; i < without.size(); ++i) {
        changes.push_back(percent(corrected[i].rMax.px, without[i].rMax.px));
        uncorrected.push_back(percent(left[i].rMax.px, without[i].rMax.px));
    }
    run.report("R_max against the clean frames, mean", "%", meanOf(changes), 0, meanOf(changes), 0.5, meanOf(uncorrected));
    run.report("R_max against the clean frames, worst", "%", worstOf(changes), 0, worstOf(changes), worstTolerance,
               worstOf(uncorrected));
}

int specks(const SelfTestRun& run) {
    return run.isQuick() ? 20 : 60;
}

}  // namespace

void lightCases(SelfTestRun& run) {
    compared(run, {.light = 0.4}, 0.5);
}

void dustCases(SelfTestRun& run) {
    compared(run, {.dust = specks(run)}, 0.5);
}

void lightAndDustCases(SelfTestRun& run) {
    compared(run, {.light = 0.4, .dust = specks(run)}, 0.5);
}

void noiseCases(SelfTestRun& run) {
    compared(run, {.noise = 0.5}, 0.5);
}

void allFaultCases(SelfTestRun& run) {
    compared(run, {.light = 0.4, .dust = specks(run), .noise = 0.5}, 0.5);
}

}  // namespace coarsen
