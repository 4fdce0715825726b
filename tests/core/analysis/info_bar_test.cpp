// SPDX-License-Identifier: GPL-3.0-or-later
// Rows that an instrument states to be its info bar: left out by recipes that are new, measured by those that are not.
#include "core/preprocess/info_bar.hpp"

#include "core/analysis/recipe_for_series.hpp"
#include "core/analysis/run_series.hpp"
#include "core/base/files.hpp"
#include "core/image/decode.hpp"
#include "core/recipe/recipe_json.hpp"
#include "core/synth/synthetic_series.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>

namespace coarsen {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr int widthOfBar = 160, barRows = 24;

/// Pictures of 160 x 136 and 160 x 120 pixels, each with a bar of 24 bright rows below, as a microscope writes them: a BMP and
/// its words beside it.
class InfoBar : public testing::Test {
protected:
    TemporaryFolder folder;

    void SetUp() override {
        writeFrame("tall", 136);
        writeFrame("short", 120);
    }

    std::filesystem::path images() const { return folder / "images"; }

    RunRequest request() const {
        RunRequest request;
        request.series = openSeries({images()});
        assignTimes(request.series, {});
        request.recipe = recipeForSeries(defaultRecipe(), request.series);
        request.engines.engines = cpuEngines();
        return request;
    }

    /// Only its upper rows are cut where `withBar` is false.
    void writeFrame(const std::string& name, int rows, bool withBar = true) const {
        RingSettings settings;
        settings.width = widthOfBar;
        settings.height = 136;
        settings.frames = 1;
        settings.rMaxFromPx = settings.rMaxToPx = 14;
        const std::filesystem::path made = folder / ((withBar ? "of " : "cut of ") + name);
        writeRingSeries(made, settings);
        const Image ring = decode(openSeries({made}).frames.front().file).image;
        const int height = withBar ? 136 + barRows : rows;
        std::string bmp = "BM";
        const auto put = [&](auto number) { bmp.append(reinterpret_cast<const char*>(&number), sizeof number); };
        constexpr std::uint32_t pixelsAt = 54 + 4 * 256;
        for (const std::uint32_t number : {pixelsAt + static_cast<std::uint32_t>(widthOfBar * height), 0u, pixelsAt, 40u})
            put(number);
        put(std::int32_t{widthOfBar}), put(std::int32_t{height}), put(std::uint16_t{1}), put(std::uint16_t{8});
        for (const std::uint32_t number : {0u, 0u, 0u, 0u, 256u, 0u})
            put(number);
        for (int grey = 0; grey < 256; ++grey)
            for (const int channel : {grey, grey, grey, 0})
                bmp += static_cast<char>(channel);
        for (int y = height - 1; y >= 0; --y)  // from the bottom
            for (int x = 0; x < widthOfBar; ++x)
                bmp += y < rows ? static_cast<char>(static_cast<unsigned char>(ring.at(x, y)))
                                : static_cast<char>(x % 9 < 4 ? 255 : 0);
        const std::filesystem::path file = folder / (withBar ? "images" : "cut") / (name + ".bmp");
        std::filesystem::create_directories(file.parent_path());
        writeWhole(file, bmp);
        if (withBar)
            writeWhole(std::filesystem::path(file).replace_extension(".txt"),
                       "[SemImageFile]\nPixelSize=10\nDataSize=160x" + std::to_string(rows) + "\n");
    }
};

TEST_F(InfoBar, IsLeftOutByANewRecipeOfEachFrameItsOwn) {
    const RunRequest request = this->request();

    const auto rows = runSeries(request, {}, {}).results;

    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows.at(0)->image.heightPx, 120) << "short";
    EXPECT_EQ(rows.at(1)->image.heightPx, 136) << "tall";
    RunRequest cut = request;
    writeFrame("short", 120, false);
    cut.series = openSeries({folder / "cut"});
    cut.recipe = defaultRecipe();
    const auto plain = runSeries(cut, {}, {}).results;
    EXPECT_EQ(rows.at(0)->rMax.px, plain.at(0)->rMax.px) << "as if it had never been there";
    EXPECT_EQ(rows.at(0)->rMax.errorPx, plain.at(0)->rMax.errorPx);
    EXPECT_EQ(rows.at(0)->image.saturatedFraction, plain.at(0)->image.saturatedFraction);
}

TEST_F(InfoBar, IsMeasuredByARecipeThatLacksTheKey) {
    RunRequest request = this->request();
    request.recipe = recipeFromJson(recipeJson(defaultRecipe()), "old.json");

    const auto rows = runSeries(request, {}, {}).results;

    EXPECT_EQ(rows.at(0)->image.heightPx, 160);
    EXPECT_GT(rows.at(0)->image.saturatedFraction, 0.1);
    EXPECT_THAT(recipeJson(defaultRecipe()), Not(HasSubstr("info_bar")));
    EXPECT_THAT(recipeJson(this->request().recipe), HasSubstr("\"info_bar\": true"));
}

TEST_F(InfoBar, IsSaidWithTheSettingThatTakesItBack) {
    RunRequest request = this->request();
    const auto said = [&] { return *std::ranges::find(request.series.notes, "crop.info-bar", &Said::code); };
    EXPECT_THAT(said().text, HasSubstr("which is measured with it"));
    EXPECT_EQ(said().flag, "--set crop.info_bar=true");

    tellInfoBar(request.series, defaultRecipe());
    EXPECT_EQ(said().flag, "--set crop.info_bar=true") << "a recipe that measures it";
    tellInfoBar(request.series, request.recipe);
    EXPECT_THAT(said().text, HasSubstr("which is left out"));
    EXPECT_EQ(said().flag, "--set crop.info_bar=false");
    setText(request.recipe, "crop.on", "false");
    EXPECT_FALSE(leaveOutInfoBar(request.recipe.steps));
}

TEST_F(InfoBar, OfPicturesWithoutOneChangesNoRecipe) {
    RingSettings settings;
    settings.width = 80;
    settings.height = 60;
    settings.frames = 1;
    writeRingSeries(folder / "plain", settings);

    EXPECT_EQ(recipeForSeries(defaultRecipe(), openSeries({folder / "plain"})), defaultRecipe());
}

}  // namespace
}  // namespace coarsen
