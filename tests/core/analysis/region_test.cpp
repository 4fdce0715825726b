// SPDX-License-Identifier: GPL-3.0-or-later
// What is measured where the crop has shapes.
#include "core/analysis/frame_measurer.hpp"
#include "core/base/error.hpp"
#include "core/preprocess/crop.hpp"
#include "core/preprocess/step_of.hpp"
#include "core/recipe/recipe_json.hpp"
#include "core/synth/synthetic_series.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>
#include <string>

namespace coarsen {
namespace {

constexpr int width = 640, height = 480;

Image ringPicture(int index) {
    RingSettings settings;
    settings.width = width;
    settings.height = height;
    settings.rMaxFromPx = settings.rMaxToPx = 16;
    return ringFrame(settings, index).image;
}

Frame raw(const Image& image) {
    Frame frame;
    frame.image = image;
    return frame;
}

FrameMeasurer measurerIn(const char* shapes, const std::map<std::string, std::string>& settings = {}) {
    Recipe recipe = defaultRecipe();
    setText(recipe, "crop.on", "true");
    setText(recipe, "crop.shapes", shapes);
    setText(recipe, "measure.max_lag", "60");
    for (const auto& [key, value] : settings)
        setText(recipe, key, value);
    EngineRequest engines;
    engines.engines = cpuEngines();
    engines.name = "cpu-fft";
    engines.threads = 1;
    return {recipe, engines, {}};
}

FrameMeasurer::Answer measuredIn(const char* shapes, const Image& image,
                                 const std::map<std::string, std::string>& settings = {}) {
    return measurerIn(shapes, settings)(raw(image), {}, true);
}

TEST(Region, OfARectanglesCornersMeasuresAsTheCropDoes) {
    const Image image = ringPicture(0);
    const auto cropped =
        measuredIn("none", image, {{"crop.x", "100"}, {"crop.y", "60"}, {"crop.width", "400"}, {"crop.height", "300"}});

    const auto shaped = measuredIn("+polygon 100,60 500,60 500,360 100,360", image);

    EXPECT_EQ(shaped.image.widthPx, 400);
    EXPECT_EQ(shaped.image.heightPx, 300);
    EXPECT_EQ(shaped.frame.originX, 100);
    EXPECT_EQ(shaped.image.validFraction, cropped.image.validFraction);
    EXPECT_NEAR(shaped.measured.rMax.px, cropped.measured.rMax.px, 1e-9);
    EXPECT_NEAR(shaped.measured.rMax.errorPx, cropped.measured.rMax.errorPx, 1e-9);
}

TEST(Region, OfADiscGivesTheLengthThatTheRectangleGivesWithinTheErrors) {
    for (int index = 0; index < 3; ++index) {
        const Image image = ringPicture(index);
        const auto whole = measuredIn("none", image), disc = measuredIn("+ellipse 320,240 200,200", image);

        ASSERT_TRUE(whole.measured.rMax.isFound() && disc.measured.rMax.isFound());
        EXPECT_EQ(disc.image.widthPx, 400);
        EXPECT_NEAR(disc.image.validFraction, std::numbers::pi / 4, 0.02);  // dust takes a little
        EXPECT_GT(disc.measured.rMax.errorPx, whole.measured.rMax.errorPx) << "fewer domains";
        EXPECT_LT(std::abs(disc.measured.rMax.px - whole.measured.rMax.px),
                  3 * std::hypot(disc.measured.rMax.errorPx, whole.measured.rMax.errorPx));
    }
}

/// A cell's wall: dark outside of the disc, as dark as no light could be.
Image withWall(const Image& image) {
    std::vector<float> pixels;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            pixels.push_back(std::hypot(x + 0.5 - 320, y + 0.5 - 240) < 205 ? image.visit([&](auto plane) {
                return static_cast<float>(plane[static_cast<std::size_t>(y * width + x)]);
            })
                                                                            : 0.0F);
    return {width, height, std::move(pixels)};
}

TEST(Region, LeavesWhatLiesOutsideOutOfEveryStep) {
    const Image image = ringPicture(1);
    const auto clean = measuredIn("+ellipse 320,240 200,200", image),
               walled = measuredIn("+ellipse 320,240 200,200", withWall(image));

    EXPECT_NEAR(walled.measured.rMax.px, clean.measured.rMax.px, 0.02);
    EXPECT_NEAR(walled.image.validFraction, clean.image.validFraction, 0.002);
    const auto without = measuredIn("none", withWall(image));
    EXPECT_FALSE(without.measured.rMax.isFound() && std::abs(without.measured.rMax.px - clean.measured.rMax.px) < 0.02)
        << "the wall would count";
}

TEST(Region, OfAFrameIsMeasuredInItAsIfItWereTheOnlyOne) {
    const std::string own[] = {"+ellipse 320,240 200,200", "+rectangle 10,20 300,260"};
    const std::string set = "+ellipse @0 320,240 200,200; +rectangle @1 10,20 300,260";
    for (int index = 0; index < 2; ++index) {
        const Image image = ringPicture(index);
        Frame frame = raw(image);
        frame.index = index;
        const auto alone = measuredIn(own[index].c_str(), image);
        const auto ofSet = measurerIn(set.c_str())(frame, {}, true);
        EXPECT_EQ(ofSet.image.widthPx, alone.image.widthPx);
        EXPECT_EQ(ofSet.image.heightPx, alone.image.heightPx);
        EXPECT_EQ(ofSet.measured.rMax.px, alone.measured.rMax.px);
        EXPECT_EQ(ofSet.measured.rMax.errorPx, alone.measured.rMax.errorPx);
        EXPECT_EQ(ofSet.measured.profile.value, alone.measured.profile.value);
    }
    Frame third = raw(ringPicture(2));
    third.index = 2;
    EXPECT_THROW(measurerIn(set.c_str())(third, {}, true), InputError) << "that frame's own trouble";
    third.index = 1;
    EXPECT_THROW(measurerIn("+ellipse @0 320,240 200,200; +rectangle @1 9000,0 20,20")(third, {}, true), InputError);
}

TEST(Region, OfFramesNeedsTheMemoryOfTheLargest) {
    const auto asked = [](const char* shapes) {
        Recipe recipe = defaultRecipe();
        setText(recipe, "crop.on", "true");
        setText(recipe, "crop.shapes", shapes);
        PictureMemory picture{width, height};
        recipe.step("crop")->memory(picture);
        return std::pair(picture.width, picture.height);
    };
    EXPECT_EQ(asked("+rectangle @0 10,10 200,50; +rectangle @1 400,100 90,300"), std::pair(200, 300));
    EXPECT_EQ(asked("+rectangle 10,10 200,50; +rectangle 400,100 90,300"), std::pair(480, 390));
    EXPECT_EQ(asked("+rectangle @0 9000,0 20,20; +rectangle @1 400,100 90,300"), std::pair(90, 300));
}

TEST(Region, OfAFrameStandsInTheRecipeOnlyWhereItIsStated) {
    Recipe every = defaultRecipe(), own = every;
    setText(every, "crop.shapes", "+rectangle 1,2 30,40; -ellipse 9,9 2,2");
    setText(own, "crop.shapes", "+rectangle @3 1,2 30,40; -ellipse 9,9 2,2");
    EXPECT_EQ(recipeJson(every).find('@'), std::string::npos);
    EXPECT_NE(recipeJson(own).find("+rectangle @3 1,2 30,40; -ellipse 9,9 2,2"), std::string::npos);
    EXPECT_EQ(recipeFromJson(recipeJson(own), "r"), own);
    EXPECT_NE(recipeHash(own), recipeHash(every));
}

TEST(Region, IsOnlyWrittenIntoRecipesThatHaveOne) {
    Recipe recipe = defaultRecipe();
    EXPECT_EQ(recipeJson(recipe).find("shapes"), std::string::npos);
    setText(recipe, "crop.shapes", "+rectangle 1,2 30,40");
    EXPECT_NE(recipeJson(recipe).find("+rectangle 1,2 30,40"), std::string::npos);
    EXPECT_EQ(recipeFromJson(recipeJson(recipe), "r"), recipe);
    EXPECT_THROW(setText(recipe, "crop.shapes", "+circle 1,2"), SettingError);
    const Crop far{.shapes = {{RegionShape::Kind::rectangle, true, {{9000, 0}, {20, 20}}}}};
    EXPECT_THROW(far(raw(ringPicture(0))), SettingError);
}

}  // namespace
}  // namespace coarsen
