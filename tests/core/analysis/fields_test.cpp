// SPDX-License-Identifier: GPL-3.0-or-later
// What is measured where more than grey is correlated.
#include "core/analysis/frame_measurer.hpp"
#include "core/base/error.hpp"
#include "core/preprocess/pipeline.hpp"
#include "core/preprocess/steps.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

namespace coarsen {
namespace {

using testing::AllOf;
using testing::HasSubstr;

using Pattern = std::function<double(int, int, int)>;

EngineRequest onCpu(const std::string& name = "auto") {
    EngineRequest request;
    request.engines = cpuEngines();
    request.name = name;
    request.threads = 1;
    return request;
}

RawImage bytesOf(int width, int height, int channels, const Pattern& grey) {
    std::vector<std::uint8_t> pixels;
    for (int channel = 0; channel < channels; ++channel)
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x)
                pixels.push_back(static_cast<std::uint8_t>(std::lround(grey(x, y, channel))));
    RawImage raw;
    raw.image = Image(width, height, std::move(pixels), channels);
    return raw;
}

double blobs(int x, int y, int) {
    return 128 + 60 * std::sin(0.31 * x + 0.2 * std::sin(0.17 * y)) * std::cos(0.27 * y) + 20 * std::sin(0.9 * x * y * 0.01);
}

Recipe recipeWith(const std::vector<std::pair<std::string, std::string>>& settings) {
    Recipe recipe = defaultRecipe();
    setText(recipe, "measure.errors", "none");
    for (const auto& [key, text] : settings)
        setText(recipe, key, text);
    return recipe;
}

FrameMeasurer::Answer measured(const RawImage& raw, const Recipe& recipe, const std::string& engine = "auto") {
    return FrameMeasurer(recipe, onCpu(engine), {})(rawFrame(raw, 0, 0), {}, true);
}

std::string refusalOf(const RawImage& raw, const Recipe& recipe) {
    try {
        measured(raw, recipe);
    } catch (const InputError& error) {
        return error.what();
    }
    return "measured";
}

void expectSameMap(const CorrelationMap& a, const CorrelationMap& b, double tolerance) {
    ASSERT_EQ(a.maxLag(), b.maxLag());
    for (int Y0 = 0; Y0 <= a.maxLag(); ++Y0)
        for (int X0 = -a.maxLag(); X0 <= a.maxLag(); ++X0)
            ASSERT_NEAR(a.at(X0, Y0), b.at(X0, Y0), tolerance) << X0 << ", " << Y0;
}

TEST(Fields, OfOneChannelAreTodaysMapToTheLastBit) {
    const RawImage grey = bytesOf(150, 110, 1, blobs);
    RawImage colour = bytesOf(150, 110, 3, [](int x, int y, int channel) { return channel == 1 ? blobs(x, y, 0) : x; });
    for (const char* engine : {"cpu-direct", "cpu-simd", "cpu-fft"}) {
        const auto today = measured(grey, recipeWith({}), engine);

        expectSameMap(measured(grey, recipeWith({{"channels.use", "image"}}), engine).measured.map, today.measured.map, 0);
        const Recipe second = recipeWith({{"grey.method", "green"}, {"channels.use", "image"}, {"channels.pick", "2"}});
        expectSameMap(measured(colour, second, engine).measured.map, today.measured.map, 0);
    }
}

TEST(Fields, OfAChannelAndItsComplementHaveTheMapOfOne) {
    const RawImage one = bytesOf(150, 110, 1, blobs);
    const RawImage both = bytesOf(
        150, 110, 3, [](int x, int y, int channel) { return channel == 1 ? 255 - std::round(blobs(x, y, 0)) : blobs(x, y, 0); });
    const Recipe raw = recipeWith({{"flatten.on", "false"}, {"dust.on", "false"}});
    Recipe pair = raw;
    setText(pair, "channels.use", "image");
    setText(pair, "channels.pick", "1,2");

    expectSameMap(measured(both, pair).measured.map, measured(one, raw).measured.map, 1e-6);
}

TEST(Fields, OfColoursAreTheSumOfTheirChannels) {
    const RawImage colour = bytesOf(150, 110, 3, [](int x, int y, int channel) {
        return 120 + 50 * std::sin(0.2 * x + channel) * std::cos(0.23 * y * (1 + 0.3 * channel));
    });
    const Recipe raw =
        recipeWith({{"flatten.on", "false"}, {"dust.on", "false"}, {"measure.norm", "count"}, {"channels.use", "image"}});
    const auto mapOf = [&](const char* pick) {
        Recipe recipe = raw;
        setText(recipe, "channels.pick", pick);
        return measured(colour, recipe, "cpu-direct").measured.map;
    };
    const auto varianceOf = [&](int channel) {
        double sum = 0, squares = 0;
        colour.image.visit(
            [&](auto pixels) {
                for (const double pixel : pixels)
                    sum += pixel, squares += pixel * pixel;
            },
            channel);
        const double count = 150 * 110;
        return squares / count - sum * sum / (count * count);
    };
    const double first = varianceOf(0), third = varianceOf(2);

    const CorrelationMap both = mapOf("1,3"), one = mapOf("1"), other = mapOf("3");

    for (const auto& [X0, Y0] : {std::pair{0, 0}, {7, 3}, {-12, 20}, {30, 0}})
        EXPECT_NEAR(both.at(X0, Y0), (first * one.at(X0, Y0) + third * other.at(X0, Y0)) / (first + third), 1e-9) << X0;
}

TEST(Fields, OfStripesCorrelateFullyAlongAndAcrossThem) {
    const RawImage stripes =
        bytesOf(180, 140, 1, [](int x, int y, int) { return 128 + 80 * std::sin(0.7 * (0.8 * x + 0.6 * y)); });
    const Recipe recipe = recipeWith({{"channels.use", "orientation"}, {"channels.weight", "none"}, {"measure.mean", "none"}});

    const auto answer = measured(stripes, recipe);

    const double theta = std::atan2(-0.8, 0.6) * 180 / std::numbers::pi;
    EXPECT_NEAR(answer.image.orientation->axisDeg, theta, 0.1);
    EXPECT_NEAR(answer.image.orientation->orderParameter, 1, 1e-4);
    for (const auto& [X0, Y0] : {std::pair{0, 0}, {24, -32}, {32, 24}, {-40, 5}, {0, 45}})
        EXPECT_NEAR(answer.measured.map.at(X0, Y0), 1, 2e-3) << X0 << ", " << Y0;
}

TEST(Fields, LevelOffAtTheSquareOfTheOrderParameter) {
    const RawImage waves = bytesOf(400, 300, 1, [](int x, int y, int) {
        const double bent = 12 * std::sin(0.05 * x) + 9 * std::sin(0.043 * y);
        return 128 + 80 * std::sin(0.6 * (y + bent));
    });
    Recipe recipe = recipeWith({{"channels.use", "orientation"}, {"channels.weight", "none"}});
    const auto connected = measured(waves, recipe);
    setText(recipe, "measure.mean", "none");
    const auto whole = measured(waves, recipe);

    const double level = std::pow(whole.image.orientation->orderParameter, 2);
    EXPECT_GT(level, 0.2);
    EXPECT_LT(level, 0.8);
    for (const auto& [X0, Y0] : {std::pair{31, 0}, {60, 20}})
        EXPECT_NEAR(whole.measured.map.at(X0, Y0), level + (1 - level) * connected.measured.map.at(X0, Y0), 0.06) << X0;
}

TEST(Fields, NameAChannelThatIsTheSameEverywhere) {
    const RawImage blue = bytesOf(64, 48, 3, [](int x, int y, int channel) { return channel == 2 ? 40 : blobs(x, y, channel); });

    const std::string refusal = refusalOf(blue, recipeWith({{"channels.use", "image"}}));

    EXPECT_THAT(refusal, AllOf(HasSubstr("channel 3 of 3"), HasSubstr("channels.pick")));
    EXPECT_EQ(refusalOf(blue, recipeWith({{"channels.use", "image"}, {"channels.pick", "1,2"}})), "measured");
}

TEST(Fields, SayWhereThereIsNothingToCorrelate) {
    const RawImage flat = bytesOf(64, 48, 1, [](int, int, int) { return 90; });
    const RawImage grey = bytesOf(64, 48, 3, [](int x, int y, int) { return blobs(x, y, 0); });

    EXPECT_THAT(refusalOf(flat, recipeWith({{"channels.use", "orientation"}})), HasSubstr("no stripe and no edge"));
    EXPECT_THAT(refusalOf(flat, recipeWith({{"channels.use", "colour"}})), HasSubstr("has no colours"));
    EXPECT_THAT(refusalOf(grey, recipeWith({{"channels.use", "colour"}})), HasSubstr("channel 1 of 2 is the same everywhere"));
    EXPECT_THAT(refusalOf(grey, recipeWith({{"channels.use", "image"}, {"channels.pick", "4"}})), HasSubstr("has 3 planes"));
}

TEST(Fields, OfOneAxisEverywhereNeedTheirMean) {
    const RawImage stripes = bytesOf(96, 80, 1, [](int x, int, int) { return 128 + 80 * std::sin(0.7 * x); });
    const std::vector<std::pair<std::string, std::string>> axes{
        {"channels.use", "orientation"}, {"channels.weight", "none"}, {"flatten.on", "false"}};

    EXPECT_THAT(refusalOf(stripes, recipeWith(axes)), HasSubstr("the same axis everywhere"));
    auto withMean = axes;
    withMean.emplace_back("measure.mean", "none");
    EXPECT_EQ(refusalOf(stripes, recipeWith(withMean)), "measured");
}

TEST(Fields, OfOneAxisEverywhereKeepTheirFactsAndHearNothingOfContrast) {
    const RawImage stripes = bytesOf(96, 80, 1, [](int x, int y, int) { return 128 + 80 * std::sin(0.7 * (0.8 * x + 0.6 * y)); });
    std::vector<std::pair<std::string, std::string>> axes{
        {"channels.use", "orientation"}, {"channels.weight", "none"}, {"flatten.on", "false"}};

    try {
        measured(bytesOf(96, 80, 1, [](int x, int, int) { return 128 + 80 * std::sin(0.7 * x); }), recipeWith(axes));
        ADD_FAILURE() << "there is nothing to measure beside the mean";
    } catch (const NothingToMeasure& nothing) {
        EXPECT_NEAR(nothing.image.orientation->orderParameter, 1, 1e-6);
        EXPECT_NEAR(std::abs(nothing.image.orientation->axisDeg), 90, 0.1);
        EXPECT_EQ(nothing.image.widthPx, 96);
        EXPECT_THAT(nothing.what(), HasSubstr("axis_deg"));
    }
    axes.emplace_back("measure.mean", "none");
    EXPECT_THAT(measured(bytesOf(96, 80, 1, [](int x, int, int) { return 128 + 80 * std::sin(0.7 * x); }), recipeWith(axes))
                    .measured.rMax.message,
                HasSubstr("axis_deg says which way it runs"));
    EXPECT_THAT(measured(stripes, recipeWith(axes)).measured.rMax.message, testing::Not(HasSubstr("contrast")));
}

TEST(Fields, OfAxesWithoutASideMaximumAreNotAdvisedHowToGetOne) {
    const RawImage waves = bytesOf(400, 300, 1, [](int x, int y, int) {
        const double bent = 40 * std::sin(0.021 * x) + 35 * std::sin(0.017 * y);
        return 128 + 80 * std::sin(0.6 * (y + bent));
    });

    const auto answer = measured(waves, recipeWith({{"channels.use", "orientation"}, {"measure.max_lag", "60"}})).measured;

    ASSERT_FALSE(answer.rMax.isFound());
    EXPECT_THAT(answer.rMax.message, AllOf(HasSubstr("xi"), testing::Not(HasSubstr("crop"))));
}

}  // namespace
}  // namespace coarsen
