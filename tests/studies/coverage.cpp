// SPDX-License-Identifier: GPL-3.0-or-later
// How often the quoted errors of R_max and of growth laws hold the truth, over synthetic series whose frames share domains more
// or less, and which weights find the exponent best (science/fits.md). Committed answers:
// tests/studies/results/coverage.txt.
#include "core/analysis/analyse_frame.hpp"
#include "core/analysis/pattern_sketch.hpp"
#include "core/analysis/run_series.hpp"
#include "core/base/parallel.hpp"
#include "core/growth/frame_errors.hpp"
#include "core/synth/random_numbers.hpp"
#include "core/synth/synthetic_series.hpp"
#include "tests/studies/measured_frames.hpp"
#include "tests/support/run_by_hand.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <map>
#include <mutex>
#include <string>

namespace {

using namespace coarsen;

constexpr double firstPx = 15, lastPx = 45;
constexpr std::array<FitWeights, 4> allWeights = {FitWeights::error, FitWeights::relative, FitWeights::r4, FitWeights::none};
const char* nameOf(FitWeights weights) {
    switch (weights) {
        case FitWeights::error:
            return "error";
        case FitWeights::relative:
            return "relative";
        case FitWeights::r4:
            return "r4";
        case FitWeights::none:
            break;
    }
    return "none";
}

struct StudySeries {
    std::vector<FrameResult> rows;
    NeighbourCorrelations neighbourCorrelations;
    std::vector<double> truthPx;
    double t0S = 0;
};

/// Measures frame after frame as a series does, without any step.
class SeriesMeasurer {
public:
    void add(const SyntheticFrame& synthetic) {
        frames_.add(synthetic);
        truthPx_.push_back(synthetic.rMaxPx);
    }
    StudySeries measured(double t0S = 0) const { return {frames_.rows(), frames_.neighbourCorrelations(), truthPx_, t0S}; }

private:
    static Recipe withoutSteps() {
        Recipe recipe = defaultRecipe();
        recipe.steps.clear();
        return recipe;
    }
    test::MeasuredFrames frames_{withoutSteps()};
    std::vector<double> truthPx_;
};

StudySeries ringSeries(double kept, std::uint64_t seed, int frames) {
    RingSettings settings;
    settings.width = 600;
    settings.height = 300;
    settings.frames = frames;
    settings.intervalS = 100;
    settings.t0S = 1e4;
    settings.rMaxFromPx = firstPx;
    settings.rMaxToPx = lastPx;
    settings.ringWidth = 0.15;
    settings.zoom = kept > 0;
    settings.kept = kept;
    settings.seed = seed;
    settings.bits = 16;
    SeriesMeasurer measurer;
    for (int index = 0; index < frames; ++index)
        measurer.add(ringFrame(settings, index));
    return measurer.measured(settings.t0S);
}

StudySeries mixtureSeries(std::uint64_t seed, int frames) {
    CahnHilliardSettings settings;
    settings.width = 512;
    settings.height = 512;
    settings.dt = 0.2;
    settings.intervalS = 1;
    settings.seed = seed;
    settings.bits = 16;
    for (int i = 0; i < frames; ++i)
        settings.times.push_back(100 * std::pow(10.0, i / (frames - 1.0)));
    SeriesMeasurer measurer;
    cahnHilliardFrames(settings, [&](int, const SyntheticFrame& frame) { measurer.add(frame); });
    return measurer.measured();
}

/// How far quoted values lie from the truth, in their errors.
struct Tally {
    std::vector<double> values, errors, low95, high95;
    void add(double value, double error, double low, double high) {
        values.push_back(value);
        errors.push_back(error);
        low95.push_back(low);
        high95.push_back(high);
    }
    double mean() const {
        double sum = 0;
        for (const double value : values)
            sum += value;
        return sum / static_cast<double>(values.size());
    }
    void print(const std::string& what, double truth) const {
        const auto count = static_cast<double>(values.size());
        double one = 0, all95 = 0, real = 0, quoted = 0;
        for (std::size_t i = 0; i < values.size(); ++i) {
            one += std::abs(values[i] - truth) <= errors[i];
            all95 += low95[i] <= truth && truth <= high95[i];
            real += std::pow(values[i] - truth, 2);
            quoted += std::pow(errors[i], 2);
        }
        std::printf("  %-24s %5.1f %%  %5.1f %%   real %.4g, quoted %.4g\n", what.c_str(), 100 * one / count, 100 * all95 / count,
                    std::sqrt(real / count), std::sqrt(quoted / count));
    }
};

struct Truth {
    const char* model;
    std::size_t parameter;
    double value;  ///< NaN: the mean over the series
};

void printCoverage(const char* name, const std::vector<StudySeries>& all, const std::vector<Truth>& truths, bool isTruthOwn) {
    std::printf("%s (%zu series)\n", name, all.size());
    int one = 0, two = 0, count = 0;
    double squares = 0;
    for (const StudySeries& series : all) {
        for (std::size_t i = 0; i < series.rows.size(); ++i) {
            const LengthScale& rMax = series.rows[i].rMax;
            if (!isTruthOwn || !rMax.isFound()) continue;
            const double z = (rMax.px - series.truthPx[i]) / rMax.errorPx;
            one += std::abs(z) <= 1;
            two += std::abs(z) <= 2;
            squares += z * z;
            ++count;
        }
    }
    if (count > 0)
        std::printf("  %-24s %5.1f %%  %5.1f %%   rms z %.3f, %d frames (second: two errors)\n", "R_max", 100.0 * one / count,
                    100.0 * two / count, std::sqrt(squares / count), count);
    std::map<std::string, int> preferred, clearly;
    double alike = 0;
    for (const FitWeights weights : allWeights) {
        std::vector<Tally> tallies(truths.size());
        for (const StudySeries& series : all) {
            const GrowthSeries growth = growthSeries(series.rows, series.neighbourCorrelations, {});
            alike += growth.neighbourCorrelation / static_cast<double>(all.size() * allWeights.size());
            FitSettings settings;
            settings.t0S = series.t0S;
            settings.weights = weights;
            const std::vector<GrowthFit> fits = fitGrowth(growth, settings);
            for (std::size_t k = 0; k < truths.size(); ++k) {
                const auto fit = std::ranges::find(fits, truths[k].model, &GrowthFit::model);
                if (!fit->isFitted()) continue;
                const FitParameter& p = fit->parameters.at(truths[k].parameter);
                tallies[k].add(p.value, p.error, p.low95, p.high95);
            }
            const auto& own = *std::ranges::find(fits, truths.front().model, &GrowthFit::model);
            double lower = 0;
            for (const GrowthFit& fit : fits)
                if (fit.isFitted() && growthModelNamed(fit.model).offered == Offered::always && fit.frames == own.frames)
                    lower = std::max(lower, own.aic - fit.aic);
            preferred[nameOf(weights)] += lower > 2;
            clearly[nameOf(weights)] += lower > 10;
        }
        for (std::size_t k = 0; k < truths.size(); ++k) {
            const std::string parameter = growthModelNamed(truths[k].model).parameters[truths[k].parameter].name;
            const double truth = std::isnan(truths[k].value) ? tallies[k].mean() : truths[k].value;
            tallies[k].print(std::string(truths[k].model) + " " + parameter + ", " + nameOf(weights), truth);
        }
    }
    std::printf("  neighbouring images correlate %.3f; another law is falsely preferred (AIC by 2; by 10):", alike);
    for (const FitWeights weights : allWeights)
        std::printf(" %s %.1f, %.1f %%", nameOf(weights), 100.0 * preferred[nameOf(weights)] / static_cast<double>(all.size()),
                    100.0 * clearly[nameOf(weights)] / static_cast<double>(all.size()));
    std::printf("\n");
}

std::vector<StudySeries> made(int count, const std::function<StudySeries(std::uint64_t)>& make) {
    std::vector<StudySeries> all(static_cast<std::size_t>(count));
    parallelFor(all.size(), 0, [&](std::size_t i) { all[i] = make(i); });
    return all;
}

void coverageStudy(int series, int frames, std::uint64_t seed) {
    std::printf(
        "%d series of %d frames, 600 x 300 px, ring width 0.15, R_max %.0f to %.0f px in proportion to time; seeds from %llu\n",
        series, frames, firstPx, lastPx, static_cast<unsigned long long>(seed));
    std::printf("held by the quoted error (wanted 60 to 80 %%) and the 95 %% interval (at least 92 %%)\n\n");
    const double v = (lastPx - firstPx) / (100.0 * (frames - 1));
    const std::vector<Truth> linear = {{"origin-line", 0, v}, {"line", 0, v}, {"line", 1, 0}, {"power", 1, 1}};
    for (const auto& [name, kept] : {std::pair{"independent frames", 0.0}, std::pair{"correlated 0.8", 0.8},
                                     std::pair{"correlated 0.95", 0.95}, std::pair{"the same pattern, zoomed", 1.0}})
        printCoverage(name, made(series, [&](std::uint64_t i) { return ringSeries(kept, seed + i, frames); }), linear, true);
    const double mean = std::nan("");
    printCoverage("Cahn-Hilliard, 512 x 512 px, t = 100 to 1000, against the mean of the runs",
                  made(40, [&](std::uint64_t i) { return mixtureSeries(seed + i, frames); }),
                  {{"power", 1, mean}, {"line", 0, mean}}, false);
}

/// Root mean square error of n over laws with errors drawn from the covariance of their frames, in per cent, with a transient
/// that lifts the first lengths and dies away within an eighth of the times.
void weightsStudy(std::uint64_t seed) {
    constexpr int frames = 20, trials = 100;
    std::printf("\nroot mean square error of n, %d frames, R 15 to 45, error 0.4 %% to 1.1 %%, %d trials; seed %llu\n", frames,
                trials, static_cast<unsigned long long>(seed));
    std::printf("%-10s %-6s %-10s", "law", "alike", "transient");
    for (const FitWeights weights : allWeights)
        std::printf(" %9s", nameOf(weights));
    std::printf("\n");
    std::map<FitWeights, std::vector<double>> overBest;
    std::uint64_t stream = 0;
    for (const double n : {1.0, 1.0 / 3}) {
        for (const double alike : {0.0, 0.8, 0.95, 1.0}) {
            for (const double transient : {0.0, 0.03, 0.1, 0.2}) {
                std::map<FitWeights, double> squares;
                RandomNumbers random(seed, ++stream);
                for (int trial = 0; trial < trials; ++trial) {
                    GrowthSeries series;
                    series.neighbourCorrelation = alike;
                    std::vector<double> errors, news;
                    const double last = std::pow(lastPx / firstPx, 1 / n), tau = (last - 1) / 8;
                    for (int i = 0; i < frames; ++i) {
                        GrowthPoint point;
                        point.frame = i;
                        point.time = 1 + (last - 1) * i / (frames - 1);
                        const double R = firstPx * std::pow(point.time, n);
                        point.length = R * (1 + transient * std::exp(-(point.time - 1) / tau));
                        point.error = 0.00375 * R * R / firstPx;
                        errors.push_back(point.error);
                        news.push_back(random.normal());
                        series.points.push_back(point);
                    }
                    const std::vector<double> moved = frameErrors(series.points, alike, errors).coloured(news);
                    for (std::size_t i = 0; i < moved.size(); ++i)
                        series.points[i].length += moved[i];
                    for (const FitWeights weights : allWeights) {
                        FitSettings settings;
                        settings.t0S = 0;
                        settings.weights = weights;
                        const double found = fitGrowth(series, settings, growthModelNamed("power")).parameters[1].value;
                        squares[weights] += std::pow(found / n - 1, 2) / trials;
                    }
                }
                double best =
                    std::sqrt(std::ranges::min_element(squares, {}, [](const auto& one) { return one.second; })->second);
                std::printf("t^%-8.3g %-6.2g %-8.0f %%", n, alike, 100 * transient);
                for (const FitWeights weights : allWeights) {
                    std::printf(" %7.2f %%", 100 * std::sqrt(squares[weights]));
                    overBest[weights].push_back(std::sqrt(squares[weights]) / best);
                }
                std::printf("\n");
            }
        }
    }
    std::printf("%-28s", "over the best: mean, worst");
    for (const FitWeights weights : allWeights) {
        double sum = 0;
        for (const double ratio : overBest[weights])
            sum += ratio / static_cast<double>(overBest[weights].size());
        std::printf(" %4.2f %4.2f", sum, std::ranges::max(overBest[weights]));
    }
    std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) {
    int series = 100, frames = 20;
    std::uint64_t seed = 7000;
    CLI::App app{
        "How often the quoted errors of R_max and of growth laws hold the truth, and which weights find the exponent best.",
        "coverage_study"};
    app.add_option("SERIES", series, "How many series of each kind")->check(test::countFrom(1))->capture_default_str();
    app.add_option("FRAMES", frames, "Frames of each")->check(test::countFrom(3))->capture_default_str();
    app.add_option("--seed", seed, "The first series' seed")->capture_default_str();
    return test::runByHand(app, argc, argv, [&] {
        coverageStudy(series, frames, seed);
        weightsStudy(seed);
        return 0;
    });
}
