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

FrameMeasurer::Answer measuredIn(const char* shapes, const Image& image,
                                 const std::map<std::string, std::string>& settings = {}) {
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
    return FrameMeasurer(recipe, engines, {})(raw(image), {}, true);
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
