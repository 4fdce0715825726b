// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/selftest/cases.hpp"

#include <cmath>

namespace coarsen {

namespace {

/// The same pattern in every frame, so that nothing but the camera moves it.
RingSettings stillPattern(const SelfTestRun& run) {
    RingSettings settings;
    settings.width = run.isQuick() ? 600 : 1200, settings.height = run.isQuick() ? 400 : 800;
    settings.frames = run.isQuick() ? 8 : 16;
    settings.law = RingLaw::constant;
    settings.rMaxFromPx = settings.rMaxToPx = run.isQuick() ? 25 : 50;
    settings.zoom = true;
    settings.seed = 20100705;
    return settings;
}

void drifting(SelfTestRun& run, const CameraFaults& faults) {
    const RingSettings still = stillPattern(run);
    RingSettings moving = still;
    moving.faults = faults;
    Recipe stabilising = correctingRecipe();
    set(stabilising, "stabilise.on", true);
    const auto without = run.measured(KnownSeries(still, run.stopToken()), plainRecipe());
    const KnownSeries series(moving, run.stopToken());
    const auto stabilised = run.measured(series, stabilising), drifted = run.measured(series, correctingRecipe());

    std::vector<double> misses, drifts, changes, unstabilised;
    for (std::size_t i = 0; i < stabilised.size(); ++i) {
        const FrameTruth& truth = series.truth()[i];
        misses.push_back(
            std::hypot(stabilised[i].image.drift.xPx - truth.driftXPx, stabilised[i].image.drift.yPx - truth.driftYPx));
        drifts.push_back(std::hypot(truth.driftXPx, truth.driftYPx));
        changes.push_back(percent(stabilised[i].rMax.px, without[i].rMax.px));
        unstabilised.push_back(percent(drifted[i].rMax.px, without[i].rMax.px));
    }
    run.report("drift against its truth, worst", "px", worstOf(misses), 0, worstOf(misses), 0.2, worstOf(drifts));
    run.report("R_max stabilised against the undrifted frames, worst", "%", worstOf(changes), 0, worstOf(changes), 0.5,
               worstOf(unstabilised));
}

}  // namespace

void driftCases(SelfTestRun& run) {
    drifting(run, {.driftPx = 12});
}

void faultyDriftCases(SelfTestRun& run) {
    drifting(run, {.light = 0.3, .dust = run.isQuick() ? 20 : 60, .driftPx = 12, .noise = 0.5});
}

}  // namespace coarsen
