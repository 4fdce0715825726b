// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/neighbour_correlation.hpp"
#include "core/base/scratch_folder.hpp"
#include "core/growth/growth_fit.hpp"
#include "core/recipe/recipe.hpp"
#include "core/selftest/self_test.hpp"
#include "core/synth/synthetic_series.hpp"

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

namespace coarsen {

/// Truth of a frame, as truth.csv states it.
struct FrameTruth {
    double rMaxPx = 0, driftXPx = 0, driftYPx = 0;
};

/// A synthetic series on disk, removed with the object.
class KnownSeries {
public:
    KnownSeries(const RingSettings& settings, std::stop_token stop);
    KnownSeries(const CahnHilliardSettings& settings, std::stop_token stop);

    const std::filesystem::path& folder() const { return folder_.path(); }
    const std::vector<FrameTruth>& truth() const { return truth_; }

private:
    ScratchFolder folder_;
    std::vector<FrameTruth> truth_;
};

/// A series measured: its rows in frame order, with what its fits need besides.
struct MeasuredRows : std::vector<FrameResult> {
    NeighbourCorrelations neighbourCorrelations;
};

/// Thrown out of a group of cases when the user has stopped: half a series proves nothing.
struct SelfTestStopped {};

/// Run that the groups of cases share: how a series is measured and how a case is told.
class SelfTestRun {
public:
    SelfTestRun(const Engines& engines, bool quick, const SelfTestListener& listener, std::stop_token stop);

    const Engines& engines() const { return engines_; }
    bool isQuick() const { return quick_; }
    std::stop_token stopToken() const { return stop_; }

    void enter(int group, int groups, std::string name);
    void tell(const std::string& doing);  ///< part of the group that is under way

    /// The whole pipeline on the series' files; throws SelfTestStopped.
    MeasuredRows measured(const KnownSeries& series, const Recipe& recipe);

    /// `error` and `tolerance` in `unit`.
    void report(std::string quantity, std::string unit, double measured, double truth, double error, double tolerance,
                double uncorrected = std::numeric_limits<double>::quiet_NaN());

    /// Reports `measured` against `truth` in per cent.
    void reportPercent(std::string quantity, double measured, double truth, double tolerance);

    /// Reports a case that needs something that is not here, as a GPU: neither passed nor failed.
    void reportAbsent(std::string quantity, std::string unit, double tolerance, std::string reason);

    std::vector<SelfTestCase> cases;

private:
    void leaveIfStopped() const;
    void add(SelfTestCase one);

    const Engines& engines_;
    bool quick_;
    const SelfTestListener& listener_;
    std::stop_token stop_;
    SelfTestProgress progress_;
    std::string group_;
    std::chrono::steady_clock::time_point lastReport_ = std::chrono::steady_clock::now();
};

/// The default recipe, and the one that corrects nothing; a perfect picture needs no error estimate to be held against its truth.
Recipe correctingRecipe();
Recipe plainRecipe();

/// 12 or 24 frames of a growing ring, R_max 20 to 60 or 40 to 120 px.
RingSettings growingRing(const SelfTestRun& run);

/// A fitted parameter; `r4` weights for independent frames, whose standard deviation grows as R^2 (science/fits.md).
double fitted(const MeasuredRows& rows, const std::string& model, const std::string& parameter,
              FitWeights weights = FitWeights::r4);

double percent(double measured, double truth);
double meanOf(const std::vector<double>& values);
double worstOf(const std::vector<double>& values);  ///< the one farthest from 0, with its sign; NaN where one is

}  // namespace coarsen
