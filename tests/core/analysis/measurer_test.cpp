// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/analyse_frame.hpp"
#include "core/analysis/step_effects.hpp"
#include "core/base/error.hpp"
#include "core/preprocess/contrast.hpp"
#include "core/preprocess/pipeline.hpp"
#include "core/synth/synthetic_series.hpp"
#include "tests/support/timeout.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <numbers>

namespace coarsen {
namespace {

using testing::HasSubstr;

EngineRequest cpu(const std::string& name = "auto") {
    EngineRequest request;
    request.engines = cpuEngines();
    request.name = name;
    request.threads = 1;
    return request;
}

Measurer measurer(MeasureSettings settings = {}) {
    return Measurer(settings, cpu(), {});
}

Frame ringPicture(double rMaxPx, int width = 480, int height = 360) {
    RingSettings settings;
    settings.width = width;
    settings.height = height;
    settings.rMaxFromPx = settings.rMaxToPx = rMaxPx;
    Frame frame;
    frame.index = 3;
    frame.image = ringFrame(settings, 0).image;
    return frame;
}

/// The ring picture as floats, each value * factor + offset, through all steps.
Frame floatRing(double factor, double offset) {
    const Frame ring = ringPicture(14, 160, 120);
    std::vector<float> pixels;
    ring.image.visit([&](auto values) {
        for (const auto value : values)
            pixels.push_back(static_cast<float>(static_cast<double>(value) * factor + offset));
    });
    RawImage raw;
    raw.image = Image(ring.image.width(), ring.image.height(), std::move(pixels));
    raw.bitsPerSample = 32;
    return finalFrame(rawFrame(raw, 0, 0), defaultRecipe().steps);
}

TEST(Measurer, MeasuresFloatsOfAnySizeAlike) {
    for (const std::string engine : {"cpu-direct", "cpu-simd", "cpu-fft"}) {
        Measurer measure({}, cpu(engine), {});
        const double truth = measure(floatRing(1, 0), false).rMax.px;
        ASSERT_NEAR(truth, 14, 1);
        for (const double factor : {1e-37, 1e-30, 1e-12, 1e12, 1e15, 1e30, 1e35}) {
            EXPECT_NEAR(measure(floatRing(factor, 0), false).rMax.px, truth, 1e-4) << engine << " " << factor;
            EXPECT_NEAR(measure(floatRing(factor, 1e3 * factor), false).rMax.px, truth, 0.05) << engine << " " << factor;
            EXPECT_NEAR(measure(floatRing(factor, -300 * factor), false).rMax.px, truth, 0.05) << engine << " " << factor;
        }
    }
}

/// cpu-fft as it would be if its first run took longer, as a GPU's does.
class ColdEngine final : public CorrelationEngine {
public:
    static constexpr std::chrono::milliseconds warmUp{400};

    const EngineDescription& description() const noexcept override { return warm_->description(); }
    std::unique_ptr<CorrelationPlan> plan(const PlanShape& shape) const override {
        return std::make_unique<Plan>(warm_->plan(shape));
    }

private:
    class Plan final : public CorrelationPlan {
    public:
        explicit Plan(std::unique_ptr<CorrelationPlan> warm) : warm_(std::move(warm)) {}
        std::vector<LagSums> run(std::span<const PlanePair> batch, std::stop_token stop) override {
            if (!std::exchange(isWarm_, true)) test::letPass(warmUp);
            return warm_->run(batch, stop);
        }
        std::string variant() const override { return warm_->variant(); }

    private:
        std::unique_ptr<CorrelationPlan> warm_;
        bool isWarm_ = false;
    };

    std::shared_ptr<const CorrelationEngine> warm_ = cpuFftEngine();
};

std::string refusal(const Frame& frame) {
    try {
        measurer()(frame, false);
    } catch (const InputError& error) {
        return error.what();
    }
    return "measured";
}

TEST(Measurer, FindsTheLengthOfARingWithinThreeStatisticalLimits) {  // science/limits.md, row gauss 0.15
    const auto answer = measurer()(ringPicture(30), true);

    const double limit = 0.11 / std::sqrt(480 * 360 / (30.0 * 30.0));
    EXPECT_NEAR(answer.rMax.px / 30, 1, 3 * limit);
    EXPECT_GE(answer.rMax.errorPx, 0.8 * limit * answer.rMax.px);
    EXPECT_EQ(answer.profile.error.size(), answer.profile.size());
    EXPECT_EQ(answer.map.maxLag(), 120);
}

TEST(Measurer, WithoutErrorsAddsThemLaterToTheSameNumbers) {
    Measurer measure = measurer();
    const Frame frame = ringPicture(30);
    const auto atOnce = measure(frame, true);

    auto later = measure(frame, false);
    EXPECT_TRUE(std::isnan(later.rMax.errorPx));
    measure.addErrors(later, frame);

    EXPECT_EQ(later.rMax.errorPx, atOnce.rMax.errorPx);
    EXPECT_EQ(later.profile.error, atOnce.profile.error);
}

TEST(Measurer, RefusesOneFlatGrey) {
    Frame frame;
    frame.index = 3;
    frame.image = Image(64, 48, std::vector<std::uint8_t>(64 * 48, 17));
    EXPECT_THAT(refusal(frame), HasSubstr("Frame 3 is one flat grey"));

    std::vector<float> divided(64 * 48, 1.0f);
    divided[100] += 1e-7f;  // what rounding leaves of a flat frame
    frame.image = Image(64, 48, divided);
    EXPECT_THAT(refusal(frame), HasSubstr("Frame 3 is one flat grey"));
}

TEST(Measurer, RefusesAFullyMaskedFrame) {
    Frame frame = ringPicture(20, 64, 48);
    frame.mask = Mask(64, 48, std::vector<std::uint8_t>(64 * 48, 0));

    EXPECT_THAT(refusal(frame), HasSubstr("has no valid pixel"));
}

TEST(Measurer, RefusesFramesOfAFewPixels) {
    Frame frame;
    frame.image = Image(1, 1, std::vector<std::uint8_t>{1});

    EXPECT_THAT(refusal(frame), HasSubstr("1 × 1 px"));
}

TEST(Measurer, GivesAnEmptyMapAfterAStop) {
    std::stop_source stop;
    stop.request_stop();

    EXPECT_TRUE(measurer()(ringPicture(30), false, stop.get_token()).map.isEmpty());
}

TEST(Measurer, SaysWhichEngineMeasured) {
    Measurer measure(MeasureSettings{}, cpu("cpu-fft"), {});

    EXPECT_EQ(measure(ringPicture(30), false).engine, "cpu-fft");
    EXPECT_EQ(measure.trouble(), "");
}

Frame exponentialFields(int width, int height, double xiPx, int channels, int index) {
    ExponentialSettings settings;
    settings.width = width, settings.height = height, settings.xiPx = xiPx;
    std::vector<float> pixels;
    for (int channel = 0; channel < channels; ++channel) {
        const std::vector<double> field = exponentialField(settings, channels * index + channel);
        pixels.insert(pixels.end(), field.begin(), field.end());
    }
    Frame frame;
    frame.index = 5;
    frame.image = Image(width, height, std::move(pixels), channels);
    return frame;
}

TEST(Measurer, QuotesErrorsOfCorrelationLengthsThatHoldMostTruths) {  // the full study: tests/studies/results/xi.txt
    constexpr int images = 100;
    for (const int channels : {1, 2}) {
        std::map<std::string, int> held;
        for (int i = 0; i < images; ++i) {
            Measurer measure = measurer();
            const auto answer = measure(exponentialFields(150, 120, 4, channels, i), true);
            for (const char* key : {"xi", "xi_integral", "xi_fit"})
                held[key] += std::abs(answer.lengths[key].px - 4) <= answer.lengths[key].errorPx ? 1 : 0;
        }
        for (const auto& [key, count] : held) {  // 68 %, and two standard deviations of a count of 100
            EXPECT_GE(count, 0.58 * images) << key << ", channels: " << channels;
            EXPECT_LE(count, 0.80 * images) << key << ", channels: " << channels;
        }
    }
}

TEST(Measurer, MeasuresSeveralChannelsWithErrors) {
    Measurer measure = measurer();

    const auto answer = measure(exponentialFields(240, 160, 6, 2, 0), true);

    EXPECT_EQ(answer.profile.error.size(), answer.profile.size());
    EXPECT_GT(answer.profile.error[6], 0);
    EXPECT_TRUE(answer.terms.empty());
}

TEST(Measurer, AddsTermsWhereTheSettingsAskForThem) {
    MeasureSettings settings;
    settings.terms = Terms::all;
    Measurer measure = measurer(settings);
    const Frame frame = exponentialFields(240, 160, 6, 2, 0);

    const auto answer = measure(frame, true);
    const FrameResult row = frameResult({}, 5, imageFacts(frame), answer, std::nullopt, settings);

    ASSERT_EQ(row.terms.size(), 3u);
    EXPECT_EQ(row.terms[1].name, "1x2");
    EXPECT_EQ(row.terms[1].error.size(), row.terms[1].value.size());
    EXPECT_NEAR(row.terms[1].value[0], 0, 0.15);  // the fields are independent
    EXPECT_FLOAT_EQ(row.terms[2].value[0], 1);
    EXPECT_FLOAT_EQ(row.profile.value[0], 1);
}

TEST(Measurer, NamesAChannelThatIsConstant) {
    Frame frame = exponentialFields(120, 90, 6, 2, 0);
    std::vector<float> pixels(frame.image.plane<float>(0).begin(), frame.image.plane<float>(0).end());
    pixels.resize(2 * pixels.size(), 7.5f);
    frame.image = Image(120, 90, std::move(pixels), 2);
    MeasureSettings settings;
    settings.terms = Terms::diagonal;
    Measurer measure = measurer(settings);

    try {
        measure(frame, false);
        FAIL() << "it has measured a constant channel";
    } catch (const InputError& error) {
        EXPECT_THAT(error.what(), HasSubstr("Frame 5: channel 2 of 2"));
    }
}

/// Eq. 1 of the paper on a picture without noise: C = f(R) (m^2 + s^2 c) / (m^2 + s^2), f the mean overlap over the circle, is
/// foretold from c, which is measured without the mean and per pair (science/eq1.md).
TEST(Measurer, ReadsEquationOneWhereTheMapAboutTheMeanSays) {
    const Frame ring = Contrast{20, 80, true, ContrastScale::eightBit}(ringPicture(30));  // s/m = 0.7
    double mean = 0, squares = 0;
    ring.image.visit([&](auto pixels) {
        for (const auto pixel : pixels) {
            mean += static_cast<double>(pixel) / static_cast<double>(pixels.size());
            squares += static_cast<double>(pixel) * pixel / static_cast<double>(pixels.size());
        }
    });
    const double part = 1 - mean * mean / squares;
    const auto pattern = measurer()(ring, false);
    double foretold = 0, highest = 0;
    for (std::size_t i = 23; i < 38; ++i) {  // the cubic's window
        const double R = pattern.profile.r[i], turn = std::numbers::pi;
        const double overlap = 1 - 2 * R / turn * (1 / 480.0 + 1 / 360.0) + R * R / (turn * 480 * 360);
        const double c = overlap * (1 - part + part * pattern.profile.value[i]);
        if (c > highest) highest = c, foretold = R;
    }
    MeasureSettings settings;
    settings.mean = MeanMode::none;
    settings.norm = NormMode::energy;
    settings.bracket = BracketSource::meanFree;
    for (const std::string engine : {"cpu-simd", "cpu-fft"}) {
        const auto answer = Measurer(settings, cpu(engine), {})(ring, true);
        EXPECT_NEAR(answer.profile.patternPart, part, 1e-9);
        EXPECT_NEAR(answer.rMax.px, foretold, 1) << engine;
        EXPECT_LT(answer.rMax.px, pattern.rMax.px) << engine;
        EXPECT_NEAR(answer.lengths["r_zero"].px, pattern.lengths["r_zero"].px, 0.3) << engine;
        EXPECT_NEAR(answer.profile.value[20],
                    (1 - 40 / std::numbers::pi * (1 / 480.0 + 1 / 360.0) + 400 / (std::numbers::pi * 480 * 360)) *
                        (1 - part + part * pattern.profile.value[20]),
                    0.01);
        EXPECT_GT(answer.rMax.errorPx, 0);
    }
    EXPECT_THAT(Measurer(settings, cpu(), {})(ringPicture(30), false).rMax.message, HasSubstr("enhance the contrast"));
    settings.bracket = BracketSource::own;
    settings.maximum = MaximumRule::bracket;
    EXPECT_THAT(Measurer(settings, cpu(), {})(ring, false).rMax.message, HasSubstr("measure.bracket=mean-free"));
}

TEST(Measurer, TakesTheLimitOfEquationOneFromTheRiseForItsHeightSaysNothing) {
    const Frame ring = Contrast{20, 80, true, ContrastScale::eightBit}(ringPicture(30));
    MeasureSettings settings;
    settings.errors = ErrorMethod::floor;
    settings.errorRule = ErrorRule::larger;
    const double usual = measurer(settings)(ring, true).rMax.errorPx;
    settings.mean = MeanMode::none;
    settings.bracket = BracketSource::meanFree;
    const double errorPx = measurer(settings)(ring, true).rMax.errorPx;

    EXPECT_GT(errorPx, 0.5 * usual);  // by C1D's height of 0.8 it would be the least of the table, a third
    EXPECT_LT(errorPx, 2 * usual);
}

TEST(Measurer, GivesAnEmptyMapAfterAStopBetweenTheTwoMaps) {
    MeasureSettings settings;
    settings.mean = MeanMode::none;
    settings.bracket = BracketSource::meanFree;
    std::stop_source stop;
    stop.request_stop();
    EXPECT_TRUE(Measurer(settings, cpu(), {})(ringPicture(20, 160, 120), true, stop.get_token()).map.isEmpty());
}

TEST(IndependentChannels, CountThoseThatSaySomethingNew) {
    const Frame two = exponentialFields(240, 160, 3, 2, 0);
    std::vector<float> pixels(two.image.plane<float>(0).begin(), two.image.plane<float>(0).end());
    pixels.insert(pixels.end(), two.image.plane<float>(0).begin(), two.image.plane<float>(0).end());

    EXPECT_DOUBLE_EQ(independentChannels(exponentialFields(240, 160, 3, 1, 0).image, {}), 1);
    EXPECT_NEAR(independentChannels(two.image, {}), 2, 0.05);
    EXPECT_NEAR(independentChannels(Image(240, 160, std::move(pixels), 2), {}), 1, 1e-9);
}

TEST(FrameResultRow, OfAnEdgeOrNoneHasNoLength) {  // decision M5
    Measurer::Answer answer;
    for (const Quality quality : {Quality::edge, Quality::none}) {
        answer.rMax = {120, 1, 0.2, quality, "why"};

        const FrameResult row = frameResult({}, 2, imageFacts(ringPicture(30)), answer, std::nullopt, {});

        EXPECT_EQ(row.status, FrameStatus::noPeak);
        EXPECT_EQ(row.rMax.quality, quality);
        EXPECT_TRUE(std::isnan(row.rMax.px) && std::isnan(row.rMax.errorPx) && std::isnan(row.rMax.c1d));
        EXPECT_EQ(row.message, "why");
        EXPECT_FALSE(row.countsForFit());
    }
}

TEST(FrameResultRow, WithAMarkerSetByHandIsManual) {
    Measurer measure = measurer();
    const Frame frame = ringPicture(30);
    const auto answer = measure(frame, true);

    const FrameResult row = frameResult({}, 0, imageFacts(frame), answer, 31.0, measure.settings());

    EXPECT_EQ(row.status, FrameStatus::ok);
    EXPECT_EQ(row.rMax.quality, Quality::manual);
    EXPECT_NEAR(row.rMax.px, answer.rMax.px, 0.1);
    EXPECT_GT(row.rMax.errorPx, 0);
}

TEST(Measurer, SaysWhatAFrameTakesOnceItIsWarm) {
    EngineRequest cold = cpu();
    cold.engines = EngineList{std::make_shared<ColdEngine>()};
    Measurer measure({}, cold, {});
    const Frame frame = ringPicture(30, 160, 120), other = ringPicture(30, 200, 120);
    EXPECT_EQ(measure.millisecondsFor(frame.image), 0);

    measure(frame, false);
    EXPECT_GE(measure.millisecondsFor(frame.image), ColdEngine::warmUp.count());
    measure(frame, false);
    measure(frame, false);

    EXPECT_GT(measure.millisecondsFor(frame.image), 0);
    EXPECT_LT(measure.millisecondsFor(frame.image), ColdEngine::warmUp.count());
    EXPECT_EQ(measure.millisecondsFor(other.image), 0);
}

TEST(FrameResultRow, WithAMarkerWhereNoPeakWasFoundStillHasAnError) {  // else the whole fit would lose its weights
    MeasureSettings raw;
    raw.mean = MeanMode::none;
    raw.norm = NormMode::energy;
    Measurer measure = measurer(raw);
    const Frame frame = ringPicture(30);
    const auto answer = measure(frame, true);
    ASSERT_FALSE(answer.rMax.isFound());

    const FrameResult row = frameResult({}, 0, imageFacts(frame), answer, 31.0, raw);

    EXPECT_EQ(row.rMax.quality, Quality::manual);
    EXPECT_GT(row.rMax.errorPx, 0);
}

TEST(FailedResult, KeepsItsMessageInOneLine) {
    const FrameResult row = failedResult({}, 4, "two\nlines");

    EXPECT_EQ(row.status, FrameStatus::failed);
    EXPECT_EQ(row.frame, 4);
    EXPECT_EQ(row.message, "two lines");
}

TEST(StepEffects, WithAMarkerAreThoseOfTheMaximumNearIt) {
    Frame raw;
    raw.image = ringPicture(16, 640, 480).image;
    std::vector<float> lit;
    raw.image.visit([&](auto values) {
        for (std::size_t i = 0; i < values.size(); ++i)
            lit.push_back(static_cast<float>(values[i]) * (0.4F + 1.2F * static_cast<float>(i % 640) / 640));
    });
    raw.image = Image(640, 480, std::move(lit));
    raw.bitsPerSample = 32;
    const Recipe recipe = defaultRecipe();
    FrameMeasurer measure(recipe, cpu("cpu-fft"), {});
    const Measurer::Answer with = measure.measurer()(finalFrame(raw, recipe.steps), false);
    const double markerPx = 2.1 * with.rMax.px;  // the ring's next maximum lies near twice the first
    const double second = rMaxPx(with, markerPx, recipe.measure);
    ASSERT_GT(second, 1.5 * with.rMax.px);

    const auto effects = stepEffects(raw, {}, recipe.steps, second, measure, markerPx, recipe.measure);

    ASSERT_FALSE(effects.empty());
    for (const StepEffect& effect : effects) {
        EXPECT_EQ(effect.withPx, second);
        EXPECT_NEAR(effect.withoutPx, second, 0.25 * second) << effect.step;
    }
    const auto flatten = std::ranges::find(effects, "flatten", &StepEffect::step);
    ASSERT_NE(flatten, effects.end());
    EXPECT_NE(flatten->withoutPx, second);
}

}  // namespace
}  // namespace coarsen
