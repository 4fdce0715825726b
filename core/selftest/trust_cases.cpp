// SPDX-License-Identifier: GPL-3.0-or-later
// Whether errors hold the truth, and whether nothing is found where there is nothing.
#include "core/analysis/run_series.hpp"
#include "core/image/opencv.hpp"
#include "core/selftest/cases.hpp"
#include "core/synth/random_numbers.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>

namespace coarsen {

namespace {

/// White noise smoothed over so many px, or not, of mean 0 and deviation 1.
cv::Mat smoothNoise(int width, int height, double sigmaPx, std::uint64_t seed) {
    RandomNumbers random(seed, 3);
    cv::Mat noise(height, width, CV_32F);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            noise.at<float>(y, x) = static_cast<float>(random.normal());
    if (sigmaPx > 0) cv::GaussianBlur(noise, noise, {}, sigmaPx);
    cv::Scalar mean, deviation;
    cv::meanStdDev(noise, mean, deviation);
    return (noise - mean[0]) / deviation[0];
}

/// Noise of deviation 1 as a picture.
Image pictureOf(const cv::Mat& noise) {
    std::vector<std::uint8_t> pixels;
    for (int y = 0; y < noise.rows; ++y)
        for (int x = 0; x < noise.cols; ++x)
            pixels.push_back(cv::saturate_cast<std::uint8_t>(128 + 30 * noise.at<float>(y, x)));
    return {noise.cols, noise.rows, std::move(pixels)};
}

/// xi of smooth noise, which is twice the sigma that it was smoothed with, under white noise of a fifth of its variance.
void smoothFieldCase(SelfTestRun& run) {
    constexpr double xiPx = 4;
    constexpr int images = 10;
    EngineRequest engines;
    engines.engines = run.engines();
    Measurer measure(correctingRecipe().measure, engines, {});
    std::vector<double> lengths;
    for (int i = 0; i < images && !run.stopToken().stop_requested(); ++i) {
        const auto seed = static_cast<std::uint64_t>(20100705 + i);
        const cv::Mat field = smoothNoise(600, 400, xiPx / 2, seed), white = smoothNoise(600, 400, 0, seed + images);
        Frame frame;
        frame.image = pictureOf(field + std::sqrt(0.2) * white);
        lengths.push_back(measure(frame, false).lengths["xi"].px);
    }
    run.reportPercent("correlation length of 4 px in white noise, mean of 10 images", meanOf(lengths), xiPx, 1.5);
}

}  // namespace

void lawErrorCases(SelfTestRun& run) {
    RingSettings settings = growingRing(run);
    settings.zoom = true, settings.kept = 0.95;
    Recipe recipe = correctingRecipe();
    recipe.measure.errors = ErrorMethod::jackknife;
    const auto rows = run.measured(KnownSeries(settings, run.stopToken()), recipe);
    FitSettings fit = recipe.fit;
    fit.t0S = 0;
    const std::vector<GrowthFit> fits = fitGrowth(growthSeries(rows, rows.neighbourCorrelations, {}), fit);
    const auto law = [&](std::string_view model) -> const GrowthFit& {
        return *std::ranges::find(fits, model, &GrowthFit::model);
    };
    const double v = settings.rMaxFromPx / rows.front().timeS;
    const auto inErrors = [&](const char* what, const GrowthFit& one, std::size_t parameter, double truth) {
        const double errors = one.isFitted() ? (one.parameters[parameter].value - truth) / one.parameters[parameter].error
                                             : std::numeric_limits<double>::quiet_NaN();
        run.report(what, "", errors, 0, errors, 3);
    };
    inErrors("exponent n off its truth, in its errors", law("power"), 1, 1);
    inErrors("slope through the origin off its truth, in its errors", law("origin-line"), 0, v);
    const double above = aicAboveLowest(fits).front();
    run.report("AIC of the true law above the lowest", "", above, 0, above, 10);
}

void structurelessCases(SelfTestRun& run) {
    const Recipe recipe = correctingRecipe();
    EngineRequest engines;
    engines.engines = run.engines();
    Measurer measure(recipe.measure, engines, {});
    const int images = run.isQuick() ? 10 : 50;
    for (const bool isSmooth : {false, true}) {
        int good = 0;
        for (int i = 0; i < images && !run.stopToken().stop_requested(); ++i) {
            Frame frame;
            frame.image = pictureOf(smoothNoise(600, 400, isSmooth ? 6 : 0, static_cast<std::uint64_t>(20100705 + i)));
            good += measure(frame, false).rMax.quality == Quality::good;
        }
        run.report(
            std::string(isSmooth ? "smooth noise" : "white noise") + " called good, of " + std::to_string(images) + " images", "",
            good, 0, good, 0);
    }
}

void smallRingCases(SelfTestRun& run) {
    RingSettings settings = growingRing(run);
    settings.law = RingLaw::constant, settings.frames = 6;
    settings.width = 900, settings.height = 600;
    settings.rMaxFromPx = 8;
    const auto rows = run.measured(KnownSeries(settings, run.stopToken()), correctingRecipe());
    std::vector<double> lengths;
    for (const FrameResult& row : rows)
        lengths.push_back(row.rMax.px);
    run.reportPercent("R_max of 8 px, mean of 6 frames", meanOf(lengths), settings.rMaxFromPx, 0.2);
    smoothFieldCase(run);
}

}  // namespace coarsen
