// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/filter_step.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/preprocess/pipeline.hpp"
#include "core/preprocess/steps.hpp"
#include "tests/core/preprocess/made_frames.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

namespace coarsen {
namespace {

using testing::HasSubstr;

Frame frameOf(int width, int height, const std::function<double(double, double)>& grey) {
    std::vector<float> pixels;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            pixels.push_back(static_cast<float>(grey(x, y)));
    Frame frame;
    frame.image = Image(width, height, std::move(pixels));
    return frame;
}

std::string refusal(const FilterStep& step, const Frame& frame) {
    try {
        step(frame);
    } catch (const SettingError& error) {
        return error.what();
    }
    return "none";
}

constexpr double q = 2 * std::numbers::pi / 20;

/// The share of a wave of 20 px along x that stays, in the picture's middle.
double passed(const FilterStep& step) {
    const Frame wave = frameOf(200, 120, [](double x, double) { return std::cos(q * x); });
    return step(wave).image.at(100, 60) / wave.image.at(100, 60);
}

TEST(FilterStep, DampsAWaveByItsTransform) {
    EXPECT_NEAR(passed({.kind = FilterKind::gaussian, .sigmaPx = 3}), std::exp(-std::pow(3 * q, 2) / 2), 2e-4);
    EXPECT_NEAR(passed({.kind = FilterKind::mean, .sizePx = 5}), std::sin(2.5 * q) / (5 * std::sin(q / 2)), 1e-5);
    EXPECT_NEAR(passed({.kind = FilterKind::laplacian, .sigmaPx = 2}), (2 * std::cos(q) - 2) * std::exp(-2 * q * q), 2e-4);
    EXPECT_NEAR(passed({.kind = FilterKind::dog, .sigmaPx = 1, .sigma2Px = 6}), std::exp(-q * q / 2) - std::exp(-18 * q * q),
                3e-4);
    EXPECT_NEAR(passed({.kind = FilterKind::gabor, .sigmaPx = 10, .angleDeg = 0, .wavelengthPx = 20}), 1, 1e-4);
    EXPECT_NEAR(passed({.kind = FilterKind::gabor, .sigmaPx = 10, .angleDeg = 90, .wavelengthPx = 20}), 0, 1e-2);
}

TEST(FilterStep, LeavesAConstantAndFindsAParabolasCurvature) {
    const Frame constant = frameOf(60, 40, [](double, double) { return 42; });
    EXPECT_NEAR((FilterStep{.kind = FilterKind::mean, .sizePx = 9}(constant).image.at(0, 0)), 42, 1e-4);
    EXPECT_NEAR((FilterStep{.kind = FilterKind::dog}(constant).image.at(30, 20)), 0, 1e-4);

    const Frame parabola = frameOf(60, 40, [](double x, double y) { return 0.5 * x * x - 0.125 * y * y; });
    const Frame curved = FilterStep{.kind = FilterKind::laplacian, .sizePx = 3}(parabola);
    for (int x = 1; x < 59; ++x)
        EXPECT_NEAR(curved.image.at(x, 17), 0.75, 1e-3);
}

TEST(FilterStep, MeasuresNothingThatTheMaskHides) {
    // A disc of nonsense in a constant picture: whatever is still valid knows nothing of it.
    const auto isMasked = [](int x, int y) { return std::hypot(x - 30, y - 20) < 8; };
    const Frame holed = masked(
        frameOf(60, 40, [&](double x, double y) { return isMasked(static_cast<int>(x), static_cast<int>(y)) ? 1e6 : 50.0; }),
        isMasked);
    for (const FilterKind kind : {FilterKind::gaussian, FilterKind::mean, FilterKind::dog}) {
        const Frame done = FilterStep{.kind = kind, .sigmaPx = 1, .sigma2Px = 2}(holed);
        const double level = kind == FilterKind::dog ? 0 : 50;
        int valid = 0;
        for (int y = 0; y < 40; ++y)
            for (int x = 0; x < 60; ++x) {
                if (!done.mask.isValid(x, y)) continue;
                ++valid;
                EXPECT_FALSE(isMasked(x, y));
                EXPECT_NEAR(done.image.at(x, y), level, 1e-3) << x << ", " << y;
            }
        EXPECT_GT(valid, 1900);
    }
}

TEST(FilterStep, MasksWhereTooFewValidPixelsStandRound) {
    const Frame islands = masked(frameOf(40, 40, [](double x, double) { return x; }),
                                 [](int x, int y) { return (x > 20 && !(x == 30 && y == 20)) || (x == 10 && y == 20); });

    const Frame done = FilterStep{.kind = FilterKind::mean, .sizePx = 5}(islands);

    EXPECT_FALSE(done.mask.isValid(30, 20)) << "one pixel of 25";
    EXPECT_TRUE(done.mask.isValid(20, 20));
    EXPECT_FALSE(done.mask.isValid(10, 20)) << "a masked pixel stays so, whatever stands round it";
    EXPECT_TRUE(done.mask.isValid(11, 20));
    EXPECT_NEAR(done.image.at(20, 20), 19, 1e-4) << "the mean of 18, 19, 20";
}

TEST(FilterStep, LeavesOutTheRimThatReachesOverTheEdge) {
    const Frame done = FilterStep{.kind = FilterKind::mean, .sizePx = 4, .border = Border::valid}(
        frameOf(30, 20, [](double x, double y) { return x + 100 * y; }));

    ASSERT_EQ(done.image.width(), 30);
    ASSERT_EQ(done.image.height(), 20);
    int valid = 0;
    for (int y = 0; y < 20; ++y)
        for (int x = 0; x < 30; ++x)
            valid += done.mask.isValid(x, y);
    EXPECT_EQ(valid, 27 * 17);
    EXPECT_TRUE(done.mask.isValid(1, 1));
    EXPECT_FALSE(done.mask.isValid(0, 5));
    EXPECT_TRUE(done.mask.isValid(27, 17));
    EXPECT_FALSE(done.mask.isValid(28, 5));
    EXPECT_NEAR(done.image.at(1, 1), 151.5, 1e-3);
}

TEST(FilterStep, ReadsItsKernelAgainWhenTheFileChanges) {
    const TemporaryFolder folder;
    const auto file = folder / "kernel.csv";
    writeWhole(file, "0,0,1\n");
    const FilterStep step{.kind = FilterKind::file, .kernelPath = file.string()};
    const Frame ramp = frameOf(20, 10, [](double x, double) { return x; });
    EXPECT_EQ(step.side(), 0) << "not read yet";

    EXPECT_NEAR(step(ramp).image.at(5, 5), 6, 1e-5) << "no flip";
    EXPECT_EQ(step.side(), 3);
    writeWhole(file, "2,0,0,0,0\n");
    std::filesystem::last_write_time(file, std::filesystem::last_write_time(file) + std::chrono::seconds(2));
    EXPECT_NEAR(step(ramp).image.at(5, 5), 6, 1e-5) << "twice the pixel two to the left";
    EXPECT_EQ(step.side(), 5);
}

TEST(FilterStep, SaysWhatIsWrongWithAKernel) {
    const TemporaryFolder folder;
    const Frame frame = frameOf(30, 20, [](double x, double) { return x; });
    const auto ofFile = [&](std::string_view text) {
        static int number = 0;
        const auto file = folder / ("kernel" + std::to_string(++number) + ".csv");
        writeWhole(file, text);
        return refusal({.kind = FilterKind::file, .kernelPath = file.string()}, frame);
    };
    EXPECT_THAT(refusal({.kind = FilterKind::file}, frame), HasSubstr("filter.file: no file is named"));
    EXPECT_THAT(refusal({.kind = FilterKind::file, .kernelPath = folder / "away.csv"}, frame), HasSubstr("away.csv"));
    EXPECT_THAT(ofFile(""), HasSubstr("it holds no numbers"));
    EXPECT_THAT(ofFile("1,nan\n"), HasSubstr("'nan' is no finite number"));
    EXPECT_THAT(ofFile("1,,2\n"), HasSubstr("there is a hole in it"));
    EXPECT_THAT(ofFile("0,0\n0,0\n"), HasSubstr("every number in it is 0"));
    std::string wide;
    for (int i = 0; i < 1001; ++i)
        wide += "1,";
    EXPECT_THAT(ofFile(wide + "1\n"), HasSubstr("it is 1002 x 1"));

    EXPECT_THAT(refusal({.kind = FilterKind::laplacian, .sizePx = 2}, frame), HasSubstr("filter.size: a Laplacian"));
    EXPECT_THAT(refusal({.kind = FilterKind::dog, .sigmaPx = 4}, frame), HasSubstr("filter.sigma2: the two Gaussians"));
    EXPECT_THAT(refusal({.kind = FilterKind::dog, .scale = FilterScale::sum}, frame), HasSubstr("filter.scale: the taps cancel"));
    EXPECT_THAT(refusal({.sizePx = 21, .border = Border::valid}, frame),
                HasSubstr("filter.border: the kernel is 21 × 21, the picture 30 × 20 px"));
    EXPECT_EQ(refusal({.sizePx = 20, .border = Border::valid}, frame), "none");
}

TEST(FilterStep, WarnsOfKernelsWiderThanAQuarterOfRMax) {
    const MeasuredFacts facts{.rMaxPx = 40};
    EXPECT_TRUE((FilterStep{.sigmaPx = 1}.warnings(facts).empty())) << "9 px of 10";
    const auto wide = FilterStep{.sigmaPx = 2}.warnings(facts);
    ASSERT_EQ(wide.size(), 1u);
    EXPECT_EQ(wide[0].key, "filter.sigma");
    EXPECT_THAT(wide[0].text, HasSubstr("17 px wide, 0.42 of R_max"));
    EXPECT_EQ(wide[0].remedyValue, "1");
    EXPECT_EQ((FilterStep{.kind = FilterKind::mean, .sizePx = 11}.warnings(facts).at(0).remedyValue), "9");
    EXPECT_EQ((FilterStep{.kind = FilterKind::dog}.warnings(facts).at(0).remedyKey), "filter.on");
    EXPECT_TRUE(FilterStep{}.warnings({}).empty()) << "R_max is not known";

    const auto noWave = FilterStep{.kind = FilterKind::gabor, .sigmaPx = 1, .wavelengthPx = 10}.warnings({});
    ASSERT_EQ(noWave.size(), 1u);
    EXPECT_EQ(noWave[0].remedyValue, "5.6");
}

TEST(FilterStep, ComesAfterDustAndBeforeStabiliseAndIsOff) {
    std::vector<std::string> keys;
    for (const Step& step : allSteps())
        keys.push_back(step.key());
    EXPECT_THAT(keys, testing::ElementsAre("grey", "lines", "surround", "flatten", "bleach", "dust", "median", "filter",
                                           "stabilise", "align", "crop", "channels", "contrast"));
    EXPECT_FALSE(stepNamed("filter").isOn());
}

}  // namespace
}  // namespace coarsen
