// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/uncertainty.hpp"
#include "core/selftest/cases.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace coarsen {

namespace {

std::vector<double> relativeTo(const std::vector<FrameTruth>& truth, const std::vector<FrameResult>& rows) {
    std::vector<double> ratios;
    for (std::size_t i = 0; i < rows.size(); ++i)
        ratios.push_back(rows[i].rMax.px / truth[i].rMaxPx);  // NaN without a peak: the case then fails, as it should
    return ratios;
}

/// How far C1D climbs again beyond 10 px: what a secondary maximum needs.
double riseAfterTheFall(const StoredProfile& profile) {
    constexpr std::size_t beyondPx = 10;
    double lowest = std::numeric_limits<double>::infinity(), rise = 0;
    for (std::size_t r = beyondPx; r < profile.value.size(); ++r) {
        lowest = std::min<double>(lowest, profile.value[r]);
        rise = std::max(rise, profile.value[r] - lowest);
    }
    return rise;
}

}  // namespace

void thinRingCases(SelfTestRun& run) {
    RingSettings settings = growingRing(run);
    settings.law = RingLaw::constant, settings.ringWidth = 0.05, settings.frames = 6;
    const KnownSeries series(settings, run.stopToken());
    const auto rows = run.measured(series, correctingRecipe());
    run.reportPercent("R_max, mean of 6 frames", settings.rMaxFromPx * meanOf(relativeTo(series.truth(), rows)),
                      settings.rMaxFromPx, 0.5);
}

void growingRingCases(SelfTestRun& run) {
    const RingSettings settings = growingRing(run);
    const KnownSeries series(settings, run.stopToken());
    const auto rows = run.measured(series, correctingRecipe());

    const auto ratios = relativeTo(series.truth(), rows);
    std::vector<double> inLimits;
    for (std::size_t i = 0; i < rows.size(); ++i)
        inLimits.push_back((ratios[i] - 1) / relativeErrorFloor(rows[i].rMax.c1d, rows[i].domains()));
    run.reportPercent("R_max over its truth, mean of the series", meanOf(ratios), 1, 1);
    const double worst = worstOf(inLimits);
    run.report("R_max of one frame in units of k / sqrt(Nd), worst", "", worst, 0, worst, 3);
    const double v = settings.rMaxFromPx / rows.front().timeS;
    run.reportPercent("slope of the line through the origin, px/h", fitted(rows, "origin-line", "v") * 3600, v * 3600, 1);
    const double n = fitted(rows, "power", "n");
    run.report("exponent n", "", n, 1, n - 1, 0.02);
}

void cubeRootCases(SelfTestRun& run) {
    RingSettings settings = growingRing(run);
    settings.law = RingLaw::power, settings.exponent = 1.0 / 3;
    const double n = fitted(run.measured(KnownSeries(settings, run.stopToken()), correctingRecipe()), "power", "n");
    run.report("exponent n", "", n, settings.exponent, n - settings.exponent, 0.02);
}

void zoomedRingCases(SelfTestRun& run) {
    RingSettings settings = growingRing(run);
    settings.zoom = true;
    const auto rows = run.measured(KnownSeries(settings, run.stopToken()), correctingRecipe());
    const double v = settings.rMaxFromPx / rows.front().timeS, n = fitted(rows, "power", "n");
    run.reportPercent("slope of the line through the origin, px/h", fitted(rows, "origin-line", "v") * 3600, v * 3600, 2);
    run.report("exponent n", "", n, 1, n - 1, 0.03);
}

/// Contrast s/m of the synthetic camera is 0.24: Eq. 1 as printed has no secondary maximum there (science/eq1.md). The
/// curve itself is judged: without mean removal it has no zero, so R_max is not looked for anyway.
void rawEquationCases(SelfTestRun& run) {
    RingSettings settings = growingRing(run);
    settings.law = RingLaw::constant, settings.frames = 4;
    settings.rMaxFromPx = run.isQuick() ? 75 : 100;
    Recipe raw = correctingRecipe();
    raw.measure.mean = MeanMode::none;
    raw.measure.norm = NormMode::energy;
    const auto rows = run.measured(KnownSeries(settings, run.stopToken()), raw);
    double rise = 0;
    for (const FrameResult& row : rows)
        rise = std::max(rise, riseAfterTheFall(row.profile));
    run.report("rise of C1D after its fall, largest of 4 frames", "", rise, 0, rise, raw.measure.prominence);
}

}  // namespace coarsen
