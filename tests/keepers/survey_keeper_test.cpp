// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/keepers/survey_keeper.hpp"

#include "tests/keepers/small_session.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace coarsen::window {

namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Task = SurveyKeeper::Task;

class SurveyKeeperTest : public testing::Test {
protected:
    SurveyKeeperTest() { set(session.recipe, "stabilise.on", true); }

    /// As the worker finds it, of all frames there are now.
    std::shared_ptr<const Survey> found(std::vector<std::string> notes = {}) const {
        Survey survey;
        survey.frames = static_cast<int>(session.series.frames.size());
        survey.notes = std::move(notes);
        return std::make_shared<const Survey>(survey);
    }
    void grow() { session.series.frames.push_back(session.series.frames.back()); }

    Session session = sessionOf(3);
    SurveyKeeper keeper{session};
};

TEST_F(SurveyKeeperTest, BeginsOnceAndHoldsWhatIsFound) {
    EXPECT_EQ(keeper.want(false), Task::begin);
    EXPECT_TRUE(keeper.isUnderWay());
    EXPECT_EQ(keeper.want(false), Task::none);
    EXPECT_FALSE(keeper.held());

    keeper.found(found());
    EXPECT_FALSE(keeper.isUnderWay());
    EXPECT_TRUE(keeper.whole());
    EXPECT_EQ(keeper.want(false), Task::none);
}

TEST_F(SurveyKeeperTest, ARecipeWithoutNeedStops) {
    keeper.want(false);
    set(session.recipe, "stabilise.on", false);
    EXPECT_EQ(keeper.want(false), Task::stop);
    EXPECT_FALSE(keeper.isUnderWay());
    EXPECT_EQ(keeper.want(false), Task::none);
}

TEST_F(SurveyKeeperTest, OtherSettingsBeginAnew) {
    keeper.want(false);
    keeper.found(found());
    const std::string key = keeper.heldKey();
    changeRecipe(session);
    EXPECT_FALSE(keeper.held()) << "it was found for other settings";
    EXPECT_EQ(keeper.want(false), Task::begin);
    keeper.found(found());
    EXPECT_NE(keeper.heldKey(), key);
}

TEST_F(SurveyKeeperTest, OtherImagesBeginAnew) {
    keeper.want(false);
    keeper.found(found());
    keeper.makeOld();
    EXPECT_FALSE(keeper.held());
    EXPECT_EQ(keeper.want(false), Task::begin);
}

TEST_F(SurveyKeeperTest, FramesThatComeExtendWhatIsHeld) {
    keeper.want(false);
    grow();
    EXPECT_EQ(keeper.want(false), Task::none) << "a survey under way goes on";
    Survey shorter;
    shorter.frames = 3;
    keeper.found(std::make_shared<const Survey>(shorter));

    EXPECT_TRUE(keeper.held());
    EXPECT_FALSE(keeper.whole());
    EXPECT_EQ(keeper.want(true), Task::none) << "paused";
    EXPECT_EQ(keeper.want(false), Task::extend);
    EXPECT_TRUE(keeper.held()) << "the frame looked at goes on with it";
    keeper.found(found());
    EXPECT_TRUE(keeper.whole());
}

TEST_F(SurveyKeeperTest, AnAnalysisWaitsForIt) {
    keeper.want(false);
    EXPECT_EQ(keeper.wantFor(Extent::all, false), Task::none);
    EXPECT_FALSE(keeper.takeAnalysis()) << "it is under way";
    keeper.found(found());
    EXPECT_EQ(keeper.takeAnalysis(), Extent::all);
    EXPECT_FALSE(keeper.takeAnalysis());
}

TEST_F(SurveyKeeperTest, AnAnalysisForOtherSettingsIsForgotten) {
    keeper.wantFor(Extent::all, false);
    changeRecipe(session);
    keeper.want(false);
    keeper.found(found());
    EXPECT_FALSE(keeper.takeAnalysis());
}

TEST_F(SurveyKeeperTest, CancelledItBeginsForAnAnalysisOnly) {
    keeper.wantFor(Extent::all, false);
    keeper.ended();
    EXPECT_FALSE(keeper.takeAnalysis());
    EXPECT_EQ(keeper.want(false), Task::none) << "looking at a frame does not begin it again";
    EXPECT_EQ(keeper.wantFor(Extent::outOfDate, false), Task::begin);
}

TEST_F(SurveyKeeperTest, SaysWhatIsNewOnly) {
    keeper.want(false);
    EXPECT_THAT(keeper.found(found({"it jumps"})), ElementsAre("it jumps"));
    grow();
    keeper.want(false);
    EXPECT_THAT(keeper.found(found({"it jumps", "it turns"})), ElementsAre("it turns"));
}

TEST_F(SurveyKeeperTest, StillDustIsSoughtInAllFramesWhenAllAreMeasuredAgain) {
    set(session.recipe, "stabilise.on", false);
    set(session.recipe, "dust.on", true);
    set(session.recipe, "dust.find", std::string("still"));
    keeper.want(false);
    Survey survey;
    survey.seriesMedian = Image(2, 1, std::vector<float>{1, 2});
    survey.frames = survey.framesOfMedian = 3;
    keeper.found(std::make_shared<const Survey>(survey));
    keeper.makeOldUnlessWhole();
    EXPECT_TRUE(keeper.whole());

    grow();
    keeper.makeOldUnlessWhole();
    EXPECT_FALSE(keeper.held());
}

TEST_F(SurveyKeeperTest, AnotherSessionHasNone) {
    keeper.wantFor(Extent::all, false);
    keeper.adopt();
    EXPECT_FALSE(keeper.isUnderWay());
    EXPECT_EQ(keeper.want(false), Task::begin);
    keeper.found(found());
    EXPECT_FALSE(keeper.takeAnalysis()) << "it was for the session before";
}

TEST_F(SurveyKeeperTest, CountsTheFramesSeen) {
    keeper.want(false);
    keeper.saw(2);
    EXPECT_EQ(keeper.framesSeen(), 2);
    keeper.makeOld();
    keeper.want(false);
    EXPECT_EQ(keeper.framesSeen(), 0);
}

}  // namespace

}  // namespace coarsen::window
