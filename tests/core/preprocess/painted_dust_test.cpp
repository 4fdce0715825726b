// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.hpp"
#include "core/preprocess/dust.hpp"
#include "core/preprocess/stroke.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace coarsen {
namespace {

/// A wave of 80 x 60 with one bright speck of 3 x 3 at (40, 30).
Frame speckled(int index = 0) {
    std::vector<float> pixels;
    for (int y = 0; y < 60; ++y)
        for (int x = 0; x < 80; ++x)
            pixels.push_back(std::abs(x - 40) <= 1 && std::abs(y - 30) <= 1 ? 200.0F
                                                                            : static_cast<float>(100 + 10 * std::sin(0.4 * x)));
    Frame frame;
    frame.index = index;
    frame.image = Image(80, 60, std::move(pixels));
    return frame;
}

Dust painted(std::vector<Stroke> strokes, DustFinding find = DustFinding::none) {
    Dust dust;
    dust.find = find;
    dust.strokes = std::move(strokes);
    return dust;
}

TEST(Strokes, ComeBackFromTheirText) {
    const std::vector<Stroke> strokes{{Stroke::everyFrame, true, 8, {{100, 200}, {104.5, 203}}}, {12, false, 5.25, {{40, 40}}}};

    EXPECT_EQ(strokesText(strokes), "+8 100,200 104.5,203; -5.25 @12 40,40");
    EXPECT_EQ(strokesFromText(strokesText(strokes), "dust.strokes"), strokes);
    EXPECT_TRUE(strokesFromText("", "dust.strokes").empty());
}

TEST(Strokes, OfNonsenseAreRefusedByName) {
    for (const char* text : {"8 1,2", "+8", "+0 1,2", "+2000 1,2", "+8 1;2", "+8 1,x", "+8 @-1 1,2", "+8 @1.5 1,2", "+nan 1,2",
                             "+8 1e300,2", "hello"}) {
        try {
            strokesFromText(text, "dust.strokes");
            ADD_FAILURE() << text;
        } catch (const SettingError& error) {
            EXPECT_EQ(error.subject(), "dust.strokes");
        }
    }
}

TEST(PaintedDust, MasksTheDiscsAlongTheStroke) {
    const Frame frame = painted({{Stroke::everyFrame, true, 4, {{20, 20}, {40, 20}}}})(speckled());

    for (const int x : {17, 20, 30, 40, 43})
        EXPECT_FALSE(frame.mask.isValid(x, 20)) << x;
    EXPECT_FALSE(frame.mask.isValid(30, 23));
    for (const auto& [x, y] : {std::pair{14, 20}, {46, 20}, {30, 26}, {17, 17}, {60, 50}})
        EXPECT_TRUE(frame.mask.isValid(x, y)) << x << ", " << y;
}

TEST(PaintedDust, CanBeTakenOutOfWhatWasFound) {
    const Dust outliers = painted({}, DustFinding::outliers);
    ASSERT_FALSE(outliers(speckled()).mask.isValid(40, 30));

    const Dust spared = painted({{Stroke::everyFrame, false, 6, {{40, 30}}}}, DustFinding::outliers);

    EXPECT_TRUE(spared(speckled()).mask.isValid(40, 30));
}

TEST(PaintedDust, OfOneFrameLeavesTheOthers) {
    const Dust dust = painted({{7, true, 4, {{20, 20}}}});

    EXPECT_FALSE(dust(speckled(7)).mask.isValid(20, 20));
    EXPECT_TRUE(dust(speckled(8)).mask.isAllValid());
}

TEST(PaintedDust, IsFilledWhereTheStepFills) {
    Dust dust = painted({{Stroke::everyFrame, true, 4, {{40, 30}}}});
    dust.treat = DustTreatment::inpaint;

    const Frame filled = dust(speckled());

    EXPECT_TRUE(filled.mask.isAllValid());
    EXPECT_LT(filled.image.at(40, 30), 111);
}

TEST(PaintedDust, BeyondTheEdgesIsHarmless) {
    const Frame frame = painted({{Stroke::everyFrame, true, 10, {{-500, -500}, {-3, 30}, {9999, 30}}}})(speckled());

    EXPECT_FALSE(frame.mask.isValid(2, 30));
    EXPECT_FALSE(frame.mask.isValid(79, 30));
    EXPECT_TRUE(frame.mask.isValid(40, 50));
}

}  // namespace
}  // namespace coarsen
