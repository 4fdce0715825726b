// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files.hpp"
#include "core/recipe/recipe_json.hpp"
#include "core/session/session.hpp"
#include "tests/cli/program.hpp"
#include "tests/pins/differences.hpp"
#include "tests/pins/measured_case.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace coarsen::test {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

/// A session and a recipe of schema 1, as the version that introduced these tests wrote them. They are never made again: whatever
/// the program becomes, it opens them and finds in them what stood there.
class Schema1 : public testing::Test {
protected:
    fs::path folder = dataFolder() / "schema1";
    std::string text(const std::string& file) const {
        const auto bytes = readWhole(folder / file);
        return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    }
};

TEST_F(Schema1, SessionOpensWithWhatTheUserDidToIt) {
    const Session session = readSession(folder / "session.coarsen");

    ASSERT_EQ(session.series.frames.size(), 5u);
    EXPECT_EQ(session.series.frames[1].file, dataFolder() / "foam/V1.75f3.1250001.png");
    EXPECT_THAT(session.series.frames[0].problem, HasSubstr("has no row for it"));
    EXPECT_EQ(session.times, (TimeChoice{TimeChoice::Kind::table, 1, folder / "times.csv"}));
    EXPECT_EQ(session.series.frames[3].timeS, 210.5);
    EXPECT_EQ(session.timeUnit, TimeUnit::minute);
    EXPECT_THAT(session.typedUnits, ElementsAre(Pair("fit.from", TimeUnit::hour), Pair("fit.t0", TimeUnit::hour)));
    EXPECT_EQ(session.calibration.pixelWidthUm, 11.5);
    EXPECT_EQ(session.calibration.pixelHeightUm, 11.6);
    EXPECT_THAT(session.excluded, ElementsAre(2));
    EXPECT_THAT(session.manualRMaxPx, ElementsAre(Pair(3, 49.5)));
    EXPECT_EQ(session.recipe.fit.t0S, -900);
    EXPECT_EQ(std::get<std::string>(valueOf(session.recipe, "dust.strokes")), "+6 300,200 304,203 310,208; -5 @2 505,222");
    EXPECT_THAT(session.files, ElementsAre(Pair("tests/data/schema1/mask.png", testing::SizeIs(64))));
}

TEST_F(Schema1, SessionOpensWithItsResults) {
    const RepositoryCopy here;  // its images lie where they did
    const Session session = readSession("tests/data/schema1/session.coarsen");

    ASSERT_EQ(session.results.size(), 5u);
    EXPECT_EQ(session.results.at(0)->status, FrameStatus::failed);
    EXPECT_EQ(session.results.at(2)->status, FrameStatus::excluded);
    EXPECT_EQ(session.results.at(3)->rMax.quality, Quality::manual);
    const FrameResult& row = *session.results.at(1);
    EXPECT_EQ(row.status, FrameStatus::ok);
    EXPECT_EQ(row.rMax.px, 25.880810945096066);
    EXPECT_EQ(row.rMax.errorPx, 0.24805223681390232);
    EXPECT_EQ(row.profile.value.size(), 61u);
    EXPECT_EQ(row.sectors.size(), 3u);
    EXPECT_TRUE(row.lengths["l_q1"].isFound());
    EXPECT_TRUE(row.anisotropy.isFound());
    EXPECT_EQ(session.fits.size(), 5u);
    EXPECT_TRUE(checkInputs(session).isUnchanged());
}

TEST_F(Schema1, SessionWrittenAgainLacksNothing) {
    const Session session = readSession(folder / "session.coarsen");

    expectNone(jsonDifferences("session.coarsen", text("session.coarsen"), sessionJson(session, folder)));
}

TEST_F(Schema1, SessionMeasuredAgainGivesItsNumbers) {
    const RepositoryCopy here;
    const fs::path session = "tests/data/schema1/session.coarsen";

    const Outcome outcome = coarsenCli({"analyze", "--session", session, "-o", session.parent_path(), "--force"});

    EXPECT_EQ(outcome.status, 3) << outcome.err;  // frame 0 has no time
    EXPECT_THAT(outcome.out, HasSubstr("Images  unchanged"));
    // Not to the last digit: what the user painted now stays out of the background, and drift is looked for in the crop alone.
    const Session before = readSession(folder / "session.coarsen"), now = readSession(session);
    ASSERT_EQ(now.results.size(), before.results.size());
    for (const auto& [frame, row] : before.results) {
        const FrameResult& again = *now.results.at(frame);
        EXPECT_EQ(again.status, row->status) << frame;
        EXPECT_EQ(again.rMax.quality, row->rMax.quality) << frame;
        if (!row->rMax.isFound()) continue;
        EXPECT_NEAR(again.rMax.px, row->rMax.px, 0.05 * row->rMax.errorPx) << frame;
        EXPECT_NEAR(again.lengths["r_zero"].px, row->lengths["r_zero"].px, 0.05 * row->lengths["r_zero"].errorPx) << frame;
        EXPECT_NEAR(again.rMax.errorPx, row->rMax.errorPx, 0.05 * row->rMax.errorPx) << frame;
    }
}

TEST_F(Schema1, RecipeOpensAndWrittenAgainLacksNothing) {
    const Recipe recipe = recipeFromJson(text("recipe.json"), "recipe.json");

    EXPECT_EQ(std::get<std::string>(valueOf(recipe, "stabilise.motion")), "rigid");
    EXPECT_EQ(std::get<std::string>(valueOf(recipe, "measure.azimuth")), "linear-bins");
    EXPECT_EQ(recipe.fit.model, "power-t0");
    expectNone(jsonDifferences("recipe.json", text("recipe.json"), recipeJson(recipe)));
}

TEST_F(Schema1, RecipeIsValidForTheCommandLine) {
    const Outcome outcome = coarsenCli({"recipe", "--validate", folder / "recipe.json"});

    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("recipe.json is a valid recipe"));
}

}  // namespace
}  // namespace coarsen::test
