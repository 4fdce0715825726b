// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/pipeline.hpp"
#include "core/recipe/recipe.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace coarsen {
namespace {

constexpr int barWidth = 200, barHeight = 160;

/// A lamp off centre over the left part, a black bar over the right third: what flatten must not be led astray by.
Frame lampBesideABar() {
    std::vector<std::uint16_t> pixels(barWidth * barHeight);
    for (int y = 0; y < barHeight; ++y)
        for (int x = 0; x < barWidth; ++x) {
            const double light = 30000 * (1 - 0.4 * std::pow((x - 40) / 130.0, 2) - 0.2 * std::pow((y - 60) / 100.0, 2));
            pixels[static_cast<std::size_t>(y * barWidth + x)] = static_cast<std::uint16_t>(x < 130 ? light : 500);
        }
    Frame frame;
    frame.image = Image(barWidth, barHeight, pixels);
    frame.bitsPerSample = 16;
    return frame;
}

Recipe croppedRecipe(bool dust) {
    Recipe recipe = defaultRecipe();
    setText(recipe, "dust.on", dust ? "true" : "false");
    setText(recipe, "crop.on", "true");
    setText(recipe, "crop.width", "130");
    return recipe;
}

TEST(Flatten, IsJudgedByWhatTheCropLeaves) {
    const Frame final = finalFrame(lampBesideABar(), croppedRecipe(false).steps);

    ASSERT_EQ(final.image.width(), 130);
    const auto pixels = final.image.plane<float>();
    for (const float pixel : pixels)
        ASSERT_NEAR(pixel / pixels[0], 1, 2e-3);
}

TEST(Dust, IsJudgedByWhatTheCropLeaves) {
    Frame frame = lampBesideABar();
    std::vector<std::uint16_t> pixels(frame.image.plane<std::uint16_t>().begin(), frame.image.plane<std::uint16_t>().end());
    for (int y = 40; y < 44; ++y)
        for (int x = 50; x < 54; ++x)
            pixels[static_cast<std::size_t>(y * barWidth + x)] = 9000;  // darker than the lamp's light, brighter than the bar
    frame.image = Image(barWidth, barHeight, pixels);

    const Frame final = finalFrame(frame, croppedRecipe(true).steps);

    EXPECT_FALSE(final.mask.isValid(51, 41));
    EXPECT_TRUE(final.mask.isValid(20, 20));
    EXPECT_GT(validFraction(final), 0.99);
}

TEST(Dust, GrowsOverASoftEdgeButNotOverThePicture) {
    std::vector<float> pixels(barWidth * barHeight);
    for (int y = 0; y < barHeight; ++y)
        for (int x = 0; x < barWidth; ++x) {
            const double wave = 100 + 10 * std::sin(x * 0.3) * std::sin(y * 0.3);
            const double distance = std::hypot(x - 100, y - 80);
            pixels[static_cast<std::size_t>(y * barWidth + x)] =
                static_cast<float>(wave - 90 * std::exp(-distance * distance / 18));
        }
    Frame frame;
    frame.image = Image(barWidth, barHeight, pixels);
    Recipe recipe = defaultRecipe();
    setText(recipe, "dust.find", "outliers");
    setText(recipe, "flatten.on", "false");

    setText(recipe, "dust.grow", "0");
    const double withoutEdge = validFraction(finalFrame(frame, recipe.steps));
    setText(recipe, "dust.grow", "2");
    const double withEdge = validFraction(finalFrame(frame, recipe.steps));
    setText(recipe, "dust.grow", "20");
    const double withMore = validFraction(finalFrame(frame, recipe.steps));

    EXPECT_LT(withEdge, withoutEdge);
    EXPECT_LE(withMore, withEdge);
    EXPECT_GT(withMore, withEdge - 0.002);  // a disc of 20 px would be 4 % of the picture
}

TEST(StageCache, KnowsThatTheCropDecidesTheLight) {
    StageCache cache(std::size_t{64} << 20);
    const Frame frame = lampBesideABar();
    Recipe whole = croppedRecipe(false), cropped = croppedRecipe(false);
    setText(whole, "crop.on", "false");

    cache.stages(frame, "a", whole.steps);
    const auto stages = cache.stages(frame, "a", cropped.steps);

    const Frame uncached = finalFrame(frame, cropped.steps);
    const auto expected = uncached.image.plane<float>();
    const auto found = stages.back().frame.image.plane<float>();
    EXPECT_TRUE(std::equal(found.begin(), found.end(), expected.begin(), expected.end()));
}

}  // namespace
}  // namespace coarsen
