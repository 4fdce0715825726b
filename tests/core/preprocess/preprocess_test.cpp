// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.hpp"
#include "core/preprocess/background.hpp"
#include "core/preprocess/contrast.hpp"
#include "core/preprocess/crop.hpp"
#include "core/preprocess/dust.hpp"
#include "core/preprocess/flatten.hpp"
#include "core/preprocess/grey.hpp"
#include "core/preprocess/pipeline.hpp"
#include "core/preprocess/steps.hpp"
#include "core/synth/synthetic_series.hpp"
#include "tests/core/preprocess/made_frames.hpp"
#include "tests/support/closed_forms.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace coarsen {
namespace {

TEST(Grey, MixesColoursAsAskedAndKeepsWholeNumbersWhereItCan) {
    const Frame colour = frameOf(Image(1, 1, std::vector<std::uint8_t>{100, 200, 50}, 3));
    const auto grey = [&](GreyMethod method) { return Grey{method}(colour).image; };

    EXPECT_NEAR(grey(GreyMethod::luminance).at(0, 0), 0.299 * 100 + 0.587 * 200 + 0.114 * 50, 1e-4);
    EXPECT_EQ(grey(GreyMethod::green).at(0, 0), 200);
    EXPECT_EQ(grey(GreyMethod::green).type(), PixelType::u8);
    EXPECT_NEAR(grey(GreyMethod::mean).at(0, 0), 350.0 / 3, 1e-4);
    EXPECT_EQ(grey(GreyMethod::maximum).at(0, 0), 200);
}

TEST(Grey, LeavesAGreyPictureAndDropsOpacity) {
    const Frame grey = frameOf(Image(2, 1, std::vector<std::uint16_t>{1, 60000}));
    EXPECT_TRUE(Grey{}(grey).image.sharesPixelsWith(grey.image));

    Frame withAlpha = frameOf(Image(2, 1, std::vector<std::uint8_t>{5, 6, 255, 255}, 2));
    withAlpha.hasAlpha = true;
    EXPECT_EQ(Grey{}(withAlpha).image.channels(), 1);
    EXPECT_EQ(Grey{}(withAlpha).image.at(1, 0), 6);
}

TEST(Grey, MasksWhatIsNoNumber) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const Frame frame = Grey{}(frameOf(Image(3, 1, std::vector<float>{1, nan, 3})));

    EXPECT_FALSE(frame.mask.isValid(1, 0));
    EXPECT_TRUE(frame.mask.isValid(2, 0));
    EXPECT_EQ(frame.image.at(1, 0), 0);
}

TEST(SeenLight, OfAPolynomialIsItself) {
    const auto light = [](double x, double y) { return 100 + 0.1 * x - 0.05 * y + 2e-4 * x * x - 1e-4 * x * y; };
    const PolynomialLight background = SeenLight(pictureOf(300, 200, light), {}).polynomial(2);

    for (const auto& [x, y] : {std::pair{0, 0}, {299, 0}, {150, 100}, {299, 199}})
        EXPECT_NEAR(background.at(x, y), light(x, y), 0.02);
}

TEST(Flatten, RemovesLightThatMultiplies) {  // science/imperfections.md: divide leaves 0.00 %
    const auto structure = [](double x, double y) { return 1 + 0.2 * std::cos(0.5 * x) * std::cos(0.45 * y); };
    const auto light = [](double x, double y) {
        return 100 * (1 - 0.4 * ((x - 150) * (x - 150) + (y - 100) * (y - 100)) / 32500);
    };
    const Frame uneven = frameOf(pictureOf(300, 200, [&](double x, double y) { return structure(x, y) * light(x, y); }));

    const Frame flat = Flatten{}(uneven);

    const double level = validMean(flat);
    for (int y = 3; y < 200; y += 7)
        for (int x = 2; x < 300; x += 11)
            EXPECT_NEAR(flat.image.at(x, y) / level, structure(x, y), 0.012);
    EXPECT_NEAR(level, validMean(uneven), 2);
}

TEST(Flatten, ByBlurIsFlatWhereTheLightIs) {
    const Frame uneven = frameOf(pictureOf(300, 200, [](double x, double) { return 100 + 0.2 * x; }));
    const Flatten blur{FlattenMethod::blur, 2, 20};

    const Frame flat = blur(uneven);

    for (int x = 60; x < 240; x += 20)
        EXPECT_NEAR(flat.image.at(x, 100) / validMean(flat), 1, 0.01);
}

TEST(Flatten, OverlayIsThePapersFormula) {  // Overlay blend with an inverted blurred copy at 50 %: on a constant image by hand
    const Flatten overlay{FlattenMethod::overlay, 2, 5};
    const double b = 100.0 / 255, l = 1 - b, mixed = 0.5 * b + 0.5 * (2 * b * l);
    EXPECT_NEAR(overlay(frameOf(Image(20, 20, std::vector<std::uint8_t>(400, 100)))).image.at(10, 10), 255 * mixed, 1e-2);

    const double bright = 200.0 / 255, dark = 1 - bright, screened = 0.5 * bright + 0.5 * (1 - 2 * (1 - bright) * (1 - dark));
    EXPECT_NEAR(overlay(frameOf(Image(20, 20, std::vector<std::uint8_t>(400, 200)))).image.at(10, 10), 255 * screened, 1e-2);
}

TEST(Dust, IsFoundOnAPatternAndNothingElse) {
    RingSettings clean;
    clean.width = 600, clean.height = 400, clean.law = RingLaw::constant, clean.rMaxFromPx = 30;
    RingSettings dusty = clean;
    dusty.faults.dust = 25;
    const Image with = ringFrame(dusty, 0).image, without = ringFrame(clean, 0).image;

    const Frame found = Dust{}(frameOf(with));

    int specks = 0, hit = 0, falsely = 0;
    for (int y = 0; y < 400; ++y) {
        for (int x = 0; x < 600; ++x) {
            const bool isSpeck = with.at(x, y) != without.at(x, y), masked = !found.mask.isValid(x, y);
            specks += isSpeck;
            hit += isSpeck && masked;
            falsely += !isSpeck && masked;
        }
    }
    EXPECT_GT(specks, 500);
    EXPECT_GT(hit, 0.95 * specks);
    EXPECT_LT(falsely, 0.02 * 600 * 400);  // the grown edge of the specks
    EXPECT_GT(validFraction(Dust{}(frameOf(without))), 0.998);
}

TEST(Dust, ByThresholdsTakesNearlyBlackAndNearlyWhite) {
    Dust dust;
    dust.find = DustFinding::thresholds;
    dust.growPx = 0;
    const Frame frame = dust(frameOf(Image(4, 1, std::vector<std::uint8_t>{2, 100, 180, 250})));

    EXPECT_EQ(validFraction(frame), 0.5);
    EXPECT_FALSE(frame.mask.isValid(0, 0));
    EXPECT_FALSE(frame.mask.isValid(3, 0));
}

TEST(Dust, FilledByACopyTakesThePixelBeside) {
    Dust dust;
    dust.find = DustFinding::thresholds;
    dust.treat = DustTreatment::copy;
    dust.growPx = 0;
    dust.offsetPx = 2;
    const Frame frame = dust(frameOf(Image(5, 1, std::vector<std::uint8_t>{10, 255, 30, 40, 50})));

    EXPECT_EQ(frame.image.at(1, 0), 40);
    EXPECT_TRUE(frame.mask.isAllValid() || frame.mask.isValid(1, 0));
    EXPECT_EQ(frame.image.type(), PixelType::u8);
}

TEST(Crop, CutsPixelsAndMaskAndKeepsTheType) {
    Frame frame = frameOf(Image(4, 3, std::vector<std::uint8_t>{0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23}));
    std::vector<std::uint8_t> valid(12, 1);
    valid[6] = 0;
    frame.mask = Mask(4, 3, valid);

    const Frame part = Crop{1, 1, 2, 0}(frame);

    EXPECT_EQ(part.image.width(), 2);
    EXPECT_EQ(part.image.height(), 2);
    EXPECT_EQ(part.image.at(0, 0), 11);
    EXPECT_FALSE(part.mask.isValid(1, 0));
    EXPECT_EQ(part.originX, 1);
    EXPECT_EQ(part.image.type(), PixelType::u8);
    EXPECT_THROW((Crop{9, 0, 0, 0}(frame)), SettingError);
}

TEST(Contrast, IsDisplayOnlyUnlessApplied) {
    const Frame frame = frameOf(pictureOf(100, 100, [](double x, double) { return x; }));
    Contrast contrast{10, 90, false};
    EXPECT_TRUE(contrast(frame).image.sharesPixelsWith(frame.image));

    contrast.apply = true;
    EXPECT_NEAR(contrast(frame).image.at(0, 0), 10, 1.5);
    EXPECT_NEAR(contrast(frame).image.at(99, 0), 89, 1.5);
}

TEST(Contrast, StretchesOver8BitsWhereAsked) {
    Frame frame = frameOf(pictureOf(101, 40, [](double x, double) { return 1000 + 20 * x; }));
    frame.bitsPerSample = 16;
    const Contrast contrast{0, 100, true, ContrastScale::eightBit};

    const Frame stretched = contrast(frame);

    ASSERT_EQ(stretched.image.type(), PixelType::u8);
    EXPECT_EQ(stretched.bitsPerSample, 8);
    for (const int x : {0, 1, 30, 50, 99, 100})
        EXPECT_EQ(stretched.image.at(x, 7), std::round(255 * x / 100.0)) << x;
    const Frame clipped = Contrast{25, 75, true, ContrastScale::eightBit}(frame);
    EXPECT_EQ(clipped.image.at(24, 0), 0);
    EXPECT_EQ(clipped.image.at(76, 0), 255);
    EXPECT_NEAR(clipped.image.at(50, 0), 127.5, 3);
    PictureMemory memory{101, 40, 1, sizeof(float)};
    EXPECT_EQ(contrast.memory(memory), 101u * 40u);
    EXPECT_EQ(memory.sampleBytes, 1u);
}

TEST(Contrast, Over8BitsOfFlatGreyAndOfNoNumbersIsBlack) {
    Frame flat = frameOf(pictureOf(20, 10, [](double, double) { return 7; }));
    EXPECT_EQ(Contrast(0.5, 99.5, true, ContrastScale::eightBit)(flat).image.at(3, 3), 0);

    std::vector<std::uint8_t> valid(200, 1);
    valid[5] = 0;
    Frame holed = frameOf(pictureOf(20, 10, [](double x, double y) { return x == 5 && y == 0 ? std::nan("") : x; }));
    holed.mask = Mask(20, 10, valid);
    EXPECT_EQ(Contrast(0, 100, true, ContrastScale::eightBit)(holed).image.at(5, 0), 0);
    EXPECT_EQ(Contrast(0, 100, true, ContrastScale::eightBit)(holed).image.at(19, 0), 255);
}

TEST(StageCache, RecomputesOnlyWhatComesAfterAChange) {
    const Frame raw = frameOf(pictureOf(80, 60, [](double x, double y) { return 100 + 30 * std::sin(0.5 * x) + y; }));
    std::vector<Step> steps = allSteps();
    StageCache cache(std::size_t{64} << 20);
    const auto before = cache.stages(raw, "one", steps);

    std::ranges::find(steps, "dust", &Step::key)->set("grow", std::int64_t{5});
    const auto after = cache.stages(raw, "one", steps);

    EXPECT_TRUE(after[4].frame.image.sharesPixelsWith(before[4].frame.image));  // flatten is the one computed before
    const auto other = cache.stages(raw, "two", steps);
    EXPECT_FALSE(other[4].frame.image.sharesPixelsWith(before[4].frame.image));  // another frame is not
}

TEST(StageCache, StaysWithinItsBytes) {
    StageCache cache(300000);
    for (int frame = 0; frame < 20; ++frame)
        cache.stages(frameOf(pictureOf(100, 100, [&](double x, double y) { return frame + x + y; })), std::to_string(frame),
                     allSteps());

    EXPECT_LE(cache.bytes(), 400000u);
}

TEST(Stages, ForeseeWhatIsStillToCome) {
    std::vector<Step> steps = allSteps();
    const auto step = [&](const std::string& key) -> Step& { return *std::ranges::find(steps, key, &Step::key); };
    step("dust").set("strokes", std::string("+4 20,20"));
    step("crop").set("width", std::int64_t{40});

    for (const Stage& stage : stages(frameOf(pictureOf(64, 48, [](double x, double y) { return 100 + x + y; })), steps)) {
        const bool isBeforeDust = stage.key == "raw" || stage.key == "grey" || stage.key == "lines" || stage.key == "surround" ||
                                  stage.key == "flatten" || stage.key == "bleach";
        EXPECT_EQ(stage.foreseen.userMask.isValid(20, 20), !isBeforeDust) << stage.key;
        const bool isCropped = stage.key == "crop" || stage.key == "channels" || stage.key == "contrast";
        EXPECT_EQ(stage.foreseen.kept, isCropped ? PixelRect{} : (PixelRect{0, 0, 40, 48})) << stage.key;
    }
}

TEST(Stages, EndWithTheFinalFrame) {
    const Frame raw = frameOf(pictureOf(64, 64, [](double x, double y) { return 100 + 20 * std::sin(x) + 0.2 * y; }));
    const auto all = stages(raw, allSteps());
    const Frame last = finalFrame(raw, allSteps());

    ASSERT_EQ(all.size(), allSteps().size() + 1);
    EXPECT_EQ(all.front().key, "raw");
    EXPECT_DOUBLE_EQ(all.back().frame.image.at(31, 17), last.image.at(31, 17));
}

}  // namespace
}  // namespace coarsen
