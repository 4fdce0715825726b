// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/selftest/known_series.hpp"

#include "core/analysis/run_series.hpp"
#include "core/base/error.hpp"
#include "core/base/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numeric>

namespace coarsen {

namespace {

/// Column 3 is R_max, 4 and 5 the drift.
std::vector<FrameTruth> truthIn(const std::filesystem::path& folder) {
    std::ifstream table(folder / "truth.csv");
    std::vector<FrameTruth> truth;
    std::string line;
    std::getline(table, line);
    while (std::getline(table, line)) {
        std::vector<double> numbers;
        for (std::size_t from = 0; from <= line.size();) {
            const std::size_t to = std::min(line.find(',', from), line.size());
            numbers.push_back(parseNumber(std::string_view(line).substr(from, to - from)).value_or(std::nan("")));
            from = to + 1;
        }
        truth.push_back({numbers.at(3), numbers.at(4), numbers.at(5)});
    }
    return truth;
}

}  // namespace

KnownSeries::KnownSeries(const RingSettings& settings, std::stop_token stop) {
    writeRingSeries(folder(), settings, stop);
    truth_ = truthIn(folder());
}

KnownSeries::KnownSeries(const CahnHilliardSettings& settings, std::stop_token stop) {
    writeCahnHilliardSeries(folder(), settings, stop);
    truth_ = truthIn(folder());
}

SelfTestRun::SelfTestRun(const Engines& engines, bool quick, const SelfTestListener& listener, std::stop_token stop)
    : engines_(engines), quick_(quick), listener_(listener), stop_(stop) {}

void SelfTestRun::leaveIfStopped() const {
    if (stop_.stop_requested()) throw SelfTestStopped{};
}

void SelfTestRun::enter(int group, int groups, std::string name) {
    leaveIfStopped();
    group_ = std::move(name);
    progress_ = {group, groups, group_};
    if (listener_.progressed) listener_.progressed(progress_);
}

void SelfTestRun::tell(const std::string& doing) {
    leaveIfStopped();
    progress_.doing = group_ + ": " + doing;
    if (listener_.progressed) listener_.progressed(progress_);
}

MeasuredRows SelfTestRun::measured(const KnownSeries& series, const Recipe& recipe) {
    leaveIfStopped();
    RunRequest request;
    request.series = openSeries({series.folder()});
    assignTimes(request.series, {});
    request.recipe = recipe;
    request.engines.engines = engines_;
    RunListener heard;
    heard.finished = [this](const SharedResult&, const RunProgress& progress) {
        progress_.doing = group_ + ": " + std::to_string(progress.done) + " of " + std::to_string(progress.total) + " frames";
        if (listener_.progressed) listener_.progressed(progress_);
    };
    MeasuredSeries found = runSeries(request, heard, stop_);
    leaveIfStopped();
    return {found.rows(), std::move(found.neighbourCorrelations)};
}

void SelfTestRun::report(std::string quantity, std::string unit, double measured, double truth, double error, double tolerance,
                         double uncorrected) {
    SelfTestCase one{group_, std::move(quantity), std::move(unit), measured, truth, error, tolerance, uncorrected};
    one.passed = std::abs(error) <= tolerance;  // false for NaN
    add(std::move(one));
}

void SelfTestRun::reportAbsent(std::string quantity, std::string unit, double tolerance, std::string reason) {
    const double unknown = std::nan("");
    SelfTestCase one{group_, std::move(quantity), std::move(unit), unknown, unknown, unknown, tolerance};
    one.absent = std::move(reason);
    add(std::move(one));
}

void SelfTestRun::add(SelfTestCase one) {
    leaveIfStopped();
    const auto now = std::chrono::steady_clock::now();
    one.seconds = std::chrono::duration<double>(now - lastReport_).count();
    lastReport_ = now;
    if (listener_.finished) listener_.finished(one);
    cases.push_back(std::move(one));
}

void SelfTestRun::reportPercent(std::string quantity, double measured, double truth, double tolerance) {
    report(std::move(quantity), "%", measured, truth, percent(measured, truth), tolerance);
}

Recipe correctingRecipe() {
    Recipe recipe = defaultRecipe();
    recipe.measure.errors = ErrorMethod::none;
    return recipe;
}

Recipe plainRecipe() {
    Recipe recipe = correctingRecipe();
    for (Step& step : recipe.steps)
        if (step.canSwitchOff()) step.switchTo(false);
    return recipe;
}

RingSettings growingRing(const SelfTestRun& run) {
    RingSettings settings;
    settings.width = run.isQuick() ? 900 : 1500, settings.height = run.isQuick() ? 600 : 750;
    settings.frames = run.isQuick() ? 12 : 24;
    settings.rMaxFromPx = run.isQuick() ? 20 : 40, settings.rMaxToPx = run.isQuick() ? 60 : 120;
    settings.seed = 20100705;
    return settings;
}

double fitted(const MeasuredRows& rows, const std::string& model, const std::string& parameter, FitWeights weights) {
    FitSettings settings;
    settings.weights = weights;
    for (const GrowthFit& fit : fitGrowth(growthSeries(rows, rows.neighbourCorrelations, {}), settings))
        for (const FitParameter& one : fit.parameters)
            if (fit.model == model && one.name == parameter) return one.value;
    throw InputError(model, "the synthetic series could not be fitted");
}

double percent(double measured, double truth) {
    return 100 * (measured / truth - 1);
}

double meanOf(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double worstOf(const std::vector<double>& values) {
    double worst = 0;
    for (const double value : values)
        if (!(std::abs(value) <= std::abs(worst))) worst = value;
    return worst;
}

}  // namespace coarsen
