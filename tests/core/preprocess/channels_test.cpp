// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/channels.hpp"

#include "core/base/error.hpp"
#include "core/preprocess/colour_field.hpp"
#include "core/preprocess/crop.hpp"
#include "core/preprocess/grey.hpp"
#include "core/preprocess/pipeline.hpp"
#include "core/preprocess/step_of.hpp"
#include "core/preprocess/steps.hpp"
#include "tests/core/preprocess/made_frames.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

namespace coarsen {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr double degree = std::numbers::pi / 180;

using Pattern = std::function<double(double, double)>;

template <typename T = float>
Image imageOf(int width, int height, const Pattern& grey) {
    std::vector<T> pixels;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            pixels.push_back(static_cast<T>(grey(x, y)));
    return {width, height, std::move(pixels)};
}

/// Stripes along that axis.
Pattern stripes(double axisDeg, double periodPx) {
    const double k = 2 * std::numbers::pi / periodPx;
    return [=](double x, double y) {
        return 100 + 50 * std::sin(k * (-x * std::sin(axisDeg * degree) + y * std::cos(axisDeg * degree)) + 0.4);
    };
}

/// A frame of one colour as the file has it, after grey, with its planes.
Frame patch(double red, double green, double blue, double white, bool isLinear) {
    Frame frame = frameOf(imageOf(4, 4, [&](double, double) { return green; }));
    for (const double level : {red, green, blue})
        frame.planes.images.push_back(imageOf(4, 4, [&](double, double) { return level; }));
    frame.planes.areColours = true;
    frame.planes.areLinear = isLinear;
    frame.planes.white = white;
    return frame;
}

std::string refusalOf(const std::function<void()>& work) {
    try {
        work();
    } catch (const InputError& error) {
        return error.what();
    }
    return "taken";
}

TEST(Channels, OfAGratingHaveItsAxisToATenthOfADegree) {
    for (const double period : {6.0, 9.0, 14.0})
        for (const double axis : {-75.0, -45.0, -20.0, 0.0, 7.0, 30.0, 45.0, 63.0, 89.0}) {
            const Frame frame = frameOf(imageOf(160, 120, stripes(axis, period)));

            const Frame field = Channels{.use = ChannelUse::orientation}(frame);

            ASSERT_TRUE(field.orientation);
            EXPECT_NEAR(field.orientation->axisDeg, axis, 0.1) << period;
            EXPECT_NEAR(field.orientation->orderParameter, 1, 1e-4) << axis;
            EXPECT_GT(field.orientation->coherenceMean, 0.995) << axis;
            EXPECT_NEAR(field.image.at(80, 60, 0), std::cos(2 * axis * degree), 0.01) << axis;
            EXPECT_NEAR(field.image.at(80, 60, 1), std::sin(2 * axis * degree), 0.01) << axis;
            EXPECT_NEAR(field.image.at(0, 0, 0), std::cos(2 * axis * degree), 0.03) << "at the edge, " << axis;
        }
}

TEST(Channels, OfAxesWithoutWeightAreOfLengthOne) {
    const Frame frame =
        frameOf(imageOf(80, 80, [](double x, double y) { return std::sin(0.5 * x) * std::cos(0.3 * y + 0.1 * x) * 90; }));

    const Frame even = Channels{.use = ChannelUse::orientation, .weight = OrientationWeight::none}(frame);
    const Frame weighted = Channels{.use = ChannelUse::orientation}(frame);

    double shortest = 1;
    for (int i = 0; i < 80; ++i) {
        EXPECT_NEAR(std::hypot(even.image.at(i, i, 0), even.image.at(i, i, 1)), 1, 1e-5);
        shortest = std::min(shortest, std::hypot(weighted.image.at(i, i, 0), weighted.image.at(i, i, 1)));
    }
    EXPECT_LT(shortest, 0.8);
}

TEST(Channels, OfGradientsAreTheSlope) {
    const Frame ramp = frameOf(imageOf(60, 60, [](double x, double y) { return 2 * x - 0.5 * y; }));

    const Frame slope = Channels{.use = ChannelUse::orientation, .weight = OrientationWeight::gradient}(ramp);

    EXPECT_NEAR(slope.image.at(30, 30, 0), 2, 1e-4);
    EXPECT_NEAR(slope.image.at(30, 30, 1), -0.5, 1e-4);
    EXPECT_THAT((Channels{.use = ChannelUse::orientation, .weight = OrientationWeight::gradient}.channelNames(1)),
                ElementsAre("gx", "gy"));
}

TEST(Channels, OfAxesGrowTheMaskByTwiceBothWidthsAndPassItOver) {
    const Pattern pattern = stripes(30, 8);
    const auto isSpeck = [](double x, double y) { return x >= 60 && x < 66 && y >= 50 && y < 56; };
    const Frame holed =
        masked(frameOf(imageOf(128, 100, [&](double x, double y) { return isSpeck(x, y) ? 4000 : pattern(x, y); })),
               [&](int x, int y) { return isSpeck(x, y); });

    const Frame field = Channels{.use = ChannelUse::orientation, .sigmaPx = 1.5, .scalePx = 3}(holed);

    EXPECT_FALSE(field.mask.isValid(65 + 9, 53));  // 2 (1.5 + 3) px beside it
    EXPECT_TRUE(field.mask.isValid(65 + 10, 53));
    EXPECT_NEAR(field.orientation->axisDeg, 30, 0.1);
    EXPECT_NEAR(field.image.at(65 + 10, 53, 0), std::cos(60 * degree), 0.02);
    EXPECT_NEAR(field.image.at(65 + 10, 53, 1), std::sin(60 * degree), 0.02);
}

TEST(Channels, WithoutWeightMaskWhereThereIsNoAxis) {
    const Pattern pattern = stripes(-40, 8);
    const Frame half = frameOf(imageOf(128, 64, [&](double x, double y) { return x < 50 ? pattern(x, y) : 100; }));

    const Frame even = Channels{.use = ChannelUse::orientation, .weight = OrientationWeight::none}(half);
    const Frame weighted = Channels{.use = ChannelUse::orientation}(half);

    EXPECT_TRUE(even.mask.isValid(30, 30));
    EXPECT_FALSE(even.mask.isValid(100, 30));
    EXPECT_TRUE(weighted.mask.isValid(100, 30));
    EXPECT_EQ(weighted.image.at(100, 30, 0), 0);
    EXPECT_NEAR(weighted.orientation->axisDeg, -40, 1);
}

TEST(Channels, OfAnEvenFrameHaveNoAxis) {
    const Frame field = Channels{.use = ChannelUse::orientation}(frameOf(imageOf(40, 40, [](double, double) { return 7; })));

    EXPECT_FALSE(field.orientation->areThere());
    EXPECT_EQ(field.orientation->coherenceMean, 0);
}

/// CIE 15 by the matrix of IEC 61966-2-1, as published tables of sRGB's primaries have them.
TEST(ColourField, OfKnownPatchesIsTheirs) {
    const struct {
        double red, green, blue, a, b;
    } patches[] = {{255, 0, 0, 80.09, 67.20},    {0, 255, 0, -86.18, 83.18},    {0, 0, 255, 79.19, -107.86},
                   {255, 255, 0, -21.55, 94.48}, {0, 255, 255, -48.09, -14.13}, {255, 0, 255, 98.23, -60.82},
                   {210, 105, 30, 37.05, 56.74}, {70, 130, 180, -4.08, -32.19}};
    for (const auto& known : patches) {
        const ColourField field = colourField(patch(known.red, known.green, known.blue, 255, false));
        EXPECT_NEAR(field.a[5], known.a, 0.15) << known.red << " " << known.green << " " << known.blue;
        EXPECT_NEAR(field.b[5], known.b, 0.15) << known.red << " " << known.green << " " << known.blue;
    }
}

TEST(ColourField, OfLightItselfIsThatOfItsSrgb) {
    const auto light = [](double srgb) { return std::pow((srgb / 255 + 0.055) / 1.055, 2.4); };

    const ColourField shown = colourField(patch(200, 90, 60, 255, false));
    const ColourField measured = colourField(patch(3 * light(200), 3 * light(90), 3 * light(60), 3, true));

    EXPECT_NEAR(measured.a[0], shown.a[0], 1e-3);
    EXPECT_NEAR(measured.b[0], shown.b[0], 1e-3);
}

TEST(ColourField, CutsToBlackAndWhite) {
    const ColourField beyond = colourField(patch(300, -20, 0, 255, false)), red = colourField(patch(255, 0, 0, 255, false));

    EXPECT_EQ(beyond.a[0], red.a[0]);
    EXPECT_EQ(beyond.b[0], red.b[0]);
}

TEST(ColourField, OfThreeGreyPlanesIsNothing) {
    const ColourField field = colourField(patch(90, 90, 90, 255, false));

    EXPECT_THAT(field.a, testing::Each(0.0F));
    EXPECT_THAT(field.b, testing::Each(0.0F));
}

TEST(ColourField, OfAGreyPictureIsRefused) {
    Frame grey = frameOf(imageOf(4, 4, [](double x, double) { return x; }));
    grey.planes.images = {grey.image};

    EXPECT_THAT(refusalOf([&] { colourField(grey); }), HasSubstr("has no colours"));
}

/// A picture of three colours, whole numbers.
Frame rawColours(int width, int height) {
    std::vector<std::uint8_t> pixels;
    for (int channel = 0; channel < 3; ++channel)
        for (int i = 0; i < width * height; ++i)
            pixels.push_back(static_cast<std::uint8_t>(40 * channel + i % 37));
    Frame raw;
    raw.image = Image(width, height, std::move(pixels), 3);
    return raw;
}

std::vector<Step> greyCropAnd(const Channels& channels) {
    return {Step::of(Grey{}), Step::of(Crop{.x = 3, .y = 2, .width = 10, .height = 9}), Step::of(channels)};
}

TEST(Channels, OfTheImageAreThePlanesPickedInThatOrderAsWholeNumbers) {
    const Frame raw = rawColours(20, 16);

    const Frame final = finalFrame(raw, greyCropAnd({.use = ChannelUse::image, .pick = {3, 1}}));

    ASSERT_EQ(final.image.channels(), 2);
    EXPECT_EQ(final.image.type(), PixelType::u8);
    EXPECT_EQ(final.image.width(), 10);
    EXPECT_EQ(final.image.at(4, 5, 0), raw.image.at(7, 7, 2));
    EXPECT_EQ(final.image.at(4, 5, 1), raw.image.at(7, 7, 0));
    EXPECT_TRUE(final.planes.images.empty());
}

TEST(Channels, CarryNothingWhereNoPlaneIsLookedAt) {
    for (const ChannelUse use : {ChannelUse::intensity, ChannelUse::orientation})
        for (const Stage& stage : stages(rawColours(40, 40), greyCropAnd({.use = use})))
            EXPECT_TRUE(stage.frame.planes.images.empty()) << stage.key;
    const std::vector<Stage> colour = stages(rawColours(40, 40), greyCropAnd({.use = ChannelUse::colour}));
    EXPECT_EQ(colour[1].frame.planes.images.size(), 3u);
    EXPECT_EQ(colour.back().frame.image.channels(), 2);
}

TEST(Channels, ThatTheFileDoesNotHaveAreNamed) {
    EXPECT_THAT(refusalOf([] {
                    finalFrame(rawColours(20, 16), greyCropAnd({.use = ChannelUse::image, .pick = {1, 4}}));
                }),
                AllOf(HasSubstr("has 3 planes"), HasSubstr("plane 4")));
    Frame grey = frameOf(imageOf<std::uint8_t>(20, 16, [](double x, double) { return x; }));
    EXPECT_THAT(refusalOf([&] { finalFrame(grey, greyCropAnd({.use = ChannelUse::image, .pick = {2}})); }),
                HasSubstr("has 1 plane,"));
    EXPECT_THAT(refusalOf([&] { finalFrame(grey, greyCropAnd({.use = ChannelUse::colour})); }), HasSubstr("no colours"));
}

TEST(Channels, OfAStackAreItsPictureAndTheFurtherOnes) {
    RawImage first;
    first.image = imageOf<std::uint16_t>(12, 11, [](double x, double) { return x; });
    first.furtherChannels = {imageOf<std::uint16_t>(12, 11, [](double, double y) { return 100 + y; })};

    const Frame final = finalFrame(rawFrame(first, 0, 0), {Step::of(Grey{}), Step::of(Channels{.use = ChannelUse::image})});

    ASSERT_EQ(final.image.channels(), 2);
    EXPECT_EQ(final.image.at(5, 6, 0), 5);
    EXPECT_EQ(final.image.at(5, 6, 1), 106);
}

TEST(Channels, MaskAPixelThatIsNoNumberInOnePlane) {
    RawImage first;
    first.image = imageOf(12, 11, [](double x, double) { return x; });
    first.furtherChannels = {imageOf(12, 11, [](double x, double y) { return x == 4 && y == 5 ? std::nan("") : x * y; })};

    const Frame final = finalFrame(rawFrame(first, 0, 0), {Step::of(Grey{}), Step::of(Channels{.use = ChannelUse::image})});

    EXPECT_FALSE(final.mask.isValid(4, 5));
    EXPECT_TRUE(final.mask.isValid(5, 5));
    EXPECT_EQ(final.image.at(4, 5, 1), 0);
}

TEST(Channels, OfColoursAndAxesCountAlike) {
    Frame frame = frameOf(imageOf(64, 64, stripes(20, 9)));
    for (int plane = 0; plane < 3; ++plane)
        frame.planes.images.push_back(
            imageOf(64, 64, [=](double x, double y) { return 120 + 60 * std::sin(0.2 * x * (plane + 1) + y * 0.1); }));
    frame.planes.areColours = true;
    frame.planes.white = 255;
    frame.image = imageOf(64, 64, [](double x, double y) { return 90 * std::sin(0.7 * x) * std::sin(0.01 * x * y); });

    const Frame both = Channels{.use = ChannelUse::colourAndOrientation}(frame);

    ASSERT_EQ(both.image.channels(), 4);
    const auto variance = [&](int channel) {
        double sum = 0, squares = 0;
        for (const float value : both.image.plane<float>(channel))
            sum += static_cast<double>(value), squares += static_cast<double>(value) * static_cast<double>(value);
        const double count = 64 * 64;
        return squares / count - sum * sum / (count * count);
    };
    EXPECT_NEAR(variance(0) + variance(1), 1, 1e-4);
    EXPECT_NEAR(variance(2) + variance(3), 1, 1e-4);
}

TEST(Channels, AreSaidByAbsenceWhereTheyAreGrey) {
    Step step = stepNamed("channels");
    EXPECT_TRUE(step.isSaidByAbsence());
    EXPECT_TRUE(step.isForDisplayOnly());
    step.set("use", std::string("orientation"));
    EXPECT_FALSE(step.isSaidByAbsence());
    EXPECT_FALSE(step.isForDisplayOnly());
}

TEST(Channels, WarnOfAScaleThatIsAQuarterOfTheLength) {
    const Channels axes{.use = ChannelUse::orientation, .scalePx = 6};

    EXPECT_TRUE(axes.warnings({.rMaxPx = 24.1}).empty());
    ASSERT_EQ(axes.warnings({.rMaxPx = 24}).size(), 1u);
    EXPECT_TRUE(axes.warnings({}).empty());
    EXPECT_TRUE(Channels{.scalePx = 6}.warnings({.rMaxPx = 10}).empty());
}

}  // namespace
}  // namespace coarsen
