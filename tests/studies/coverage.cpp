// SPDX-License-Identifier: GPL-3.0-or-later
// How often the quoted 68 % intervals hold the truth, over synthetic ring series (measurement.md sections 3 and 6; decision 3.1).
// Committed answers: tests/studies/results/coverage.txt.
#include "core/analysis/analyse_frame.hpp"
#include "core/analysis/pattern_sketch.hpp"
#include "core/analysis/run_series.hpp"
#include "core/base/parallel.hpp"
#include "core/synth/synthetic_series.hpp"
#include "tests/support/run_by_hand.hpp"

#include <cmath>
#include <cstdio>
#include <mutex>

namespace {

using namespace coarsen;

constexpr int width = 600, height = 300;
constexpr double firstPx = 15, lastPx = 45;

/// Counts how often something holds.
struct Share {
    int held = 0, all = 0;
    void add(bool holds) {
        held += holds;
        ++all;
    }
    double percent() const { return 100.0 * held / all; }
};

struct Answer {
    Share rMax, slopePoints, slopeTotal;
    double slopeError = 0, slopeSquares = 0;  // sums over series: of the quoted total error, of the squared real one (relative)
    int series = 0;
};

struct Law {
    const char* name;
    bool isZoomed;
};

RingSettings settingsOf(const Law& law, std::uint64_t seed, int frames) {
    RingSettings settings;
    settings.width = width;
    settings.height = height;
    settings.frames = frames;
    settings.intervalS = 100;
    settings.t0S = -100.0 * (frames - 1) * firstPx / (lastPx - firstPx);  // so that the law is a line through the origin
    settings.rMaxFromPx = firstPx;
    settings.rMaxToPx = lastPx;
    settings.ringWidth = 0.15;
    settings.zoom = law.isZoomed;
    settings.seed = seed;
    settings.bits = 16;
    return settings;
}

void measureOne(const Law& law, std::uint64_t seed, int frames, Answer& answer, std::mutex& mutex) {
    const RingSettings settings = settingsOf(law, seed, frames);
    EngineRequest engines;
    engines.engines = cpuEngines();
    engines.threads = 1;
    Measurer measure({}, engines, {});
    std::vector<FrameResult> rows;
    PatternSketch before;
    double rMaxBefore = 0;
    Answer own;
    for (int index = 0; index < frames; ++index) {
        const SyntheticFrame synthetic = ringFrame(settings, index);
        Frame frame;
        frame.index = index;
        frame.image = synthetic.image;
        FrameSource source;
        source.timeS = synthetic.timeS;
        source.timeSource = TimeSource::interval;
        const Measurer::Answer measured = measure(frame, true);
        rows.push_back(frameResult(source, index, finalImage(frame), measured, std::nullopt, measure.settings()));
        PatternSketch sketch = patternSketch(frame);
        if (index > 0) rows.back().neighbourCorrelation = sharedPattern(before, sketch, measured.rMax.px / rMaxBefore);
        before = std::move(sketch);
        rMaxBefore = measured.rMax.px;
        if (rows.back().status == FrameStatus::ok)
            own.rMax.add(std::abs(measured.rMax.px - synthetic.rMaxPx) <= measured.rMax.errorPx);
    }
    FitSettings fitSettings;
    fitSettings.t0S = settings.t0S;
    const GrowthFit fit = fitGrowth(growthSeries(rows, {}), fitSettings).front();
    const double truth = (lastPx - firstPx) / (100.0 * (frames - 1));
    const FitParameter& v = fit.parameters.at(0);

    const std::lock_guard lock(mutex);
    answer.rMax.held += own.rMax.held;
    answer.rMax.all += own.rMax.all;
    answer.slopePoints.add(std::abs(v.value - truth) <= v.errorPoints);
    answer.slopeTotal.add(std::abs(v.value - truth) <= v.error);
    answer.slopeError += v.error / truth;
    answer.slopeSquares += (v.value / truth - 1) * (v.value / truth - 1);
    ++answer.series;
}

void study(int series, int frames) {
    std::printf("%d series of %d frames, %d x %d px, ring width 0.15, R_max %.0f to %.0f px, line through the origin\n\n", series,
                frames, width, height, firstPx, lastPx);
    std::printf("%-34s %8s %8s\n", "held by the quoted 68 % interval", "share", "wanted");
    for (const Law& law : {Law{"independent frames", false}, Law{"the same pattern, zoomed", true}}) {
        Answer answer;
        std::mutex mutex;
        parallelFor(static_cast<std::size_t>(series), 0,
                    [&](std::size_t i) { measureOne(law, 1000 + i, frames, answer, mutex); });
        std::printf("%s\n", law.name);
        std::printf("  %-32s %6.1f %%  60 to 80 %%   (%d frames)\n", "R_max", answer.rMax.percent(), answer.rMax.all);
        std::printf("  %-32s %6.1f %%  %s\n", "slope, the points' error", answer.slopePoints.percent(),
                    law.isZoomed ? "-" : "55 to 76 %");
        std::printf("  %-32s %6.1f %%  %s\n", "slope, the total error", answer.slopeTotal.percent(),
                    law.isZoomed ? "60 to 85 %" : "-");
        std::printf("  %-32s %6.2f %%  (real %.2f %%)\n", "quoted total error of the slope",
                    100 * answer.slopeError / answer.series, 100 * std::sqrt(answer.slopeSquares / answer.series));
    }
}

}  // namespace

int main(int argc, char** argv) {
    int series = 200, frames = 20;
    CLI::App app{
        "How often the quoted 68 % intervals hold the truth, in percent, over synthetic ring series of 600 x 300 px; some "
        "minutes.",
        "coverage_study"};
    app.add_option("SERIES", series, "How many series")->check(test::countFrom(1))->capture_default_str();
    app.add_option("FRAMES", frames, "Frames of each")->check(test::countFrom(3))->capture_default_str();
    return test::runByHand(app, argc, argv, [&] {
        study(series, frames);
        return 0;
    });
}
