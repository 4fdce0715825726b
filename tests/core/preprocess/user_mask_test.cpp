// SPDX-License-Identifier: GPL-3.0-or-later
// What the user masks himself counts from the first step on, not only from the dust step.
#include "core/analysis/analyse_frame.hpp"
#include "core/correlate/engines.hpp"
#include "core/image/write_png.hpp"
#include "core/preprocess/pipeline.hpp"
#include "core/preprocess/saturation.hpp"
#include "core/recipe/recipe.hpp"
#include "core/synth/synthetic_series.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

namespace coarsen {
namespace {

constexpr int cellWidth = 640, cellHeight = 640;

/// A pattern of R_max 25 px in a round cell of 250 px radius, whose rim is dark.
class RoundCell : public testing::Test {
protected:
    RoundCell() {
        RingSettings settings;
        settings.width = cellWidth, settings.height = cellHeight;
        settings.rMaxFromPx = settings.rMaxToPx = 25;
        settings.ringWidth = 0.15;
        settings.seed = 181818;
        const Image pattern = ringFrame(settings, 0).image;
        std::vector<std::uint8_t> grey, mask;
        for (int y = 0; y < cellHeight; ++y)
            for (int x = 0; x < cellWidth; ++x) {
                const bool isInside = std::hypot(x - (cellWidth - 1) / 2.0, y - (cellHeight - 1) / 2.0) <= 250;
                grey.push_back(isInside ? static_cast<std::uint8_t>(pattern.at(x, y)) : 10);
                mask.push_back(isInside ? 0 : 255);
            }
        cell_.image = Image(cellWidth, cellHeight, std::move(grey));
        cell_.index = 3;
        maskFile_ = (folder_ / "mask.png").string();
        writeGreyPng(maskFile_, Image(cellWidth, cellHeight, std::move(mask)));
    }

    LengthScale measured(const Recipe& recipe) const {
        EngineRequest engines;
        engines.engines = cpuEngines();
        engines.threads = 1;
        return Measurer(recipe.measure, engines, {})(finalFrame(cell_, recipe.steps), true).rMax;
    }

    static Recipe withSettings(const std::vector<std::pair<std::string, std::string>>& settings) {
        Recipe recipe = defaultRecipe();
        for (const auto& [key, value] : settings)
            setText(recipe, key, value);
        return recipe;
    }

    Frame cell_;
    std::string maskFile_;

private:
    TemporaryFolder folder_;
};

/// Strokes that cover everything outside of the cell.
std::string strokesRoundTheCell() {
    std::string path;
    for (int degree = 0; degree <= 360; degree += 3) {
        const double angle = degree * std::numbers::pi / 180;
        path += " " + std::to_string(319.5 + 350 * std::cos(angle)) + "," + std::to_string(319.5 + 350 * std::sin(angle));
    }
    return "+100" + path;
}

TEST_F(RoundCell, IsMeasuredWithItsRimMaskedWhateverFlattens) {
    for (const char* method : {"polynomial", "blur", "plane"}) {
        const LengthScale found =
            measured(withSettings({{"dust.find", "file"}, {"dust.file", maskFile_}, {"flatten.method", method}}));

        EXPECT_TRUE(found.isFound()) << method;
        EXPECT_NEAR(found.px, 25, 2 * found.errorPx) << method;
    }
    const LengthScale painted = measured(withSettings({{"dust.find", "none"}, {"dust.strokes", strokesRoundTheCell()}}));
    EXPECT_NEAR(painted.px, 25, 2 * painted.errorPx);
}

TEST_F(RoundCell, HasNoLightToTakeOffOnceItsRimIsMasked) {
    const Recipe flattened = withSettings({{"dust.find", "file"}, {"dust.file", maskFile_}}),
                 left = withSettings({{"dust.find", "file"}, {"dust.file", maskFile_}, {"flatten.on", "false"}});

    EXPECT_NEAR(measured(flattened).px, measured(left).px, 0.001 * 25);
}

TEST_F(RoundCell, StrokesThatTakeDustOutOnlyUndoWhatIsDust) {
    const auto judgedBy = [&](const std::string& strokes) {
        const Recipe recipe = withSettings({{"dust.find", "file"}, {"dust.file", maskFile_}, {"dust.strokes", strokes}});
        return foreseenBy(recipe.steps, cell_).userMask;
    };
    const Mask masked = judgedBy(""), mended = judgedBy("-6 20,20"), elsewhere = judgedBy("-6 320,320");

    EXPECT_FALSE(masked.isValid(20, 20));
    EXPECT_TRUE(mended.isValid(20, 20));
    EXPECT_FALSE(mended.isValid(40, 20));
    EXPECT_EQ(std::vector(elsewhere.pixels().begin(), elsewhere.pixels().end()),
              std::vector(masked.pixels().begin(), masked.pixels().end()));
}

TEST_F(RoundCell, IsNotCalledSaturatedForWhatTheUserMaskedOrCroppedAway) {
    std::vector<std::uint8_t> black(static_cast<std::size_t>(cellWidth) * cellHeight, 0);
    for (int y = 200; y < 440; ++y)
        for (int x = 200; x < 440; ++x)
            black[static_cast<std::size_t>(y) * cellWidth + static_cast<std::size_t>(x)] = 100;
    Frame frame;
    frame.image = Image(cellWidth, cellHeight, std::move(black));
    const auto saturated = [&](const std::vector<std::pair<std::string, std::string>>& settings) {
        return saturation(frame, foreseenBy(withSettings(settings).steps, frame)).sum();
    };

    EXPECT_GT(saturated({}), 0.8);
    EXPECT_EQ(saturated({{"crop.x", "200"}, {"crop.y", "200"}, {"crop.width", "240"}, {"crop.height", "240"}}), 0);
    EXPECT_LT(saturated({{"dust.find", "file"}, {"dust.file", maskFile_}}), 0.75);
}

}  // namespace
}  // namespace coarsen
