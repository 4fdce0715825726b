// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/uncertainty.hpp"
#include "core/selftest/cases.hpp"

#include <cmath>

namespace coarsen {

namespace {

/// The picture is the whole periodic box, so the truth is that of the very pattern that is seen.
CahnHilliardSettings mixture(const SelfTestRun& run) {
    CahnHilliardSettings settings;
    settings.width = run.isQuick() ? 500 : 960, settings.height = run.isQuick() ? 400 : 720;
    settings.frames = run.isQuick() ? 8 : 16;
    settings.dt = run.isQuick() ? 0.5 : 0.2;
    for (int i = 0; i < settings.frames; ++i)
        settings.times.push_back(20 * std::pow(run.isQuick() ? 10.0 : 25.0, i / (settings.frames - 1.0)));
    settings.seed = 20100705;
    return settings;
}

}  // namespace

void phaseSeparationCases(SelfTestRun& run) {
    const CahnHilliardSettings clean = mixture(run);
    CahnHilliardSettings faulty = clean;
    faulty.faults = {.light = 0.4, .dust = run.isQuick() ? 20 : 60, .driftPx = 8, .noise = 0.5};
    const KnownSeries series(clean, run.stopToken());
    const auto rows = run.measured(series, plainRecipe());

    std::vector<double> ratios, inLimits;
    auto exact = rows;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        ratios.push_back(rows[i].rMax.px / series.truth()[i].rMaxPx);
        inLimits.push_back((ratios[i] - 1) / relativeErrorFloor(rows[i].rMax.c1d, rows[i].domains()));
        exact[i].rMax.px = series.truth()[i].rMaxPx;
    }
    run.reportPercent("R_max over its truth, mean of the series", meanOf(ratios), 1, 1);
    run.report("R_max of one frame in units of k / sqrt(Nd), worst", "", worstOf(inLimits), 0, worstOf(inLimits), 3);
    const double n = fitted(rows, "power", "n", FitWeights::none), truth = fitted(exact, "power", "n", FitWeights::none);
    run.report("exponent n", "", n, truth, n - truth, 0.03);

    Recipe stabilising = correctingRecipe();
    set(stabilising, "stabilise.on", true);
    const KnownSeries photographed(faulty, run.stopToken());
    const auto corrected = run.measured(photographed, stabilising), left = run.measured(photographed, plainRecipe());
    std::vector<double> changes, uncorrected, misses, drifts;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        changes.push_back(percent(corrected[i].rMax.px, rows[i].rMax.px));
        uncorrected.push_back(percent(left[i].rMax.px, rows[i].rMax.px));
        const FrameTruth& truthHere = photographed.truth()[i];
        misses.push_back(
            std::hypot(corrected[i].image.drift.xPx - truthHere.driftXPx, corrected[i].image.drift.yPx - truthHere.driftYPx));
        drifts.push_back(std::hypot(truthHere.driftXPx, truthHere.driftYPx));
    }
    run.report("light, dust, drift, noise against the clean frames, mean", "%", meanOf(changes), 0, meanOf(changes), 0.5,
               meanOf(uncorrected));
    run.report("light, dust, drift, noise against the clean frames, worst", "%", worstOf(changes), 0, worstOf(changes), 2,
               worstOf(uncorrected));
    run.report("drift against its truth, worst", "px", worstOf(misses), 0, worstOf(misses), 0.5, worstOf(drifts));
    const double faultyN = fitted(corrected, "power", "n", FitWeights::none);
    run.report("exponent n with light, dust, drift, noise", "", faultyN, truth, faultyN - truth, 0.03,
               fitted(left, "power", "n", FitWeights::none) - truth);
}

}  // namespace coarsen
