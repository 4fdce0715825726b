// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/recipe_words.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace coarsen {
namespace {

std::string fitWords(const Recipe& recipe, TimeUnit unit) {
    for (const RecipeLine& line : recipeInWords(recipe, unit))
        if (line.name == "Fit") return line.text;
    throw std::logic_error("no fit");
}

TEST(RecipeWords, GiveTimesInTheUnitOrInASmallerOneThatMakesAShortNumber) {
    Recipe recipe = defaultRecipe();
    recipe.fit.t0S = -20 * 3600;
    EXPECT_NE(fitWords(recipe, TimeUnit::day).find("quench at -20 h,"), std::string::npos) << fitWords(recipe, TimeUnit::day);
    EXPECT_NE(fitWords(recipe, TimeUnit::minute).find("quench at -1200 min,"), std::string::npos);
    recipe.fit.t0S = 36 * 3600;
    EXPECT_NE(fitWords(recipe, TimeUnit::day).find("quench at 1.5 d,"), std::string::npos);
    recipe.fit.t0S = 1234.5678901;
    EXPECT_NE(fitWords(recipe, TimeUnit::automatic).find("quench at 1234.56789,"), std::string::npos);
    EXPECT_NE(fitWords(recipe, TimeUnit::minute).find("quench at 20.5761315 min,"), std::string::npos);
}

TEST(RecipeWords, SayThatTheQuenchIsNotKnown) {
    Recipe recipe = defaultRecipe();
    recipe.fit.fromS = 1800;
    EXPECT_NE(fitWords(recipe, TimeUnit::hour)
                  .find("Straight line, R_max = R0 + v t, of r_max, quench not known, from 0.5 h to the last"),
              std::string::npos)
        << fitWords(recipe, TimeUnit::hour);
}

TEST(RecipeWords, CountTheFitRangeFromTheQuench) {
    Recipe recipe = defaultRecipe();
    recipe.fit.t0S = -3600;
    recipe.fit.fromS = 1800;
    EXPECT_NE(fitWords(recipe, TimeUnit::hour).find("from 1.5 h to the last frame after it"), std::string::npos);
}

TEST(RecipeWords, SayHowASurfaceIsMeasuredWhereOneIs) {
    const auto surfaceWords = [](const Recipe& recipe) -> std::string {
        for (const RecipeLine& line : recipeInWords(recipe, TimeUnit::automatic))
            if (line.name == "Surface") return line.text;
        return {};
    };
    Recipe recipe = defaultRecipe();
    EXPECT_EQ(surfaceWords(recipe), "");
    recipe.surface.isOn = true;
    EXPECT_EQ(
        surfaceWords(recipe),
        "phase bright, level by Otsu, grey values smoothed by 0.7 px, borders inside, denoised where it is noisy: non-local "
        "means, rounds 1, alike 96, band 2 px, c1 infinite, c2 by the noise, compared auto");
    recipe.surface.denoise = DenoiseMethod::none;
    EXPECT_EQ(surfaceWords(recipe), "phase bright, level by Otsu, grey values smoothed by 0.7 px, borders inside, not denoised");
    recipe.surface.level = 117.5;
    recipe.surface.denoise = DenoiseMethod::nlm;
    recipe.surface.rounds = 2;
    EXPECT_EQ(surfaceWords(recipe),
              "phase bright, level 117.5, grey values smoothed by 0.7 px, borders inside, non-local means, rounds 2, alike 96, "
              "band 2 px, c1 infinite, c2 by the noise, compared auto");
}

}  // namespace
}  // namespace coarsen
