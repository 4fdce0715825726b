// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/state/survey_state.hpp"

#include "tests/state/small_session.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace coarsen::window {

namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Task = SurveyState::Task;

class SurveyStateTest : public testing::Test {
protected:
    SurveyStateTest() { set(session.recipe, "stabilise.on", true); }

    /// As the worker finds it, of all frames there are now.
    std::shared_ptr<const Survey> found(std::vector<std::string> notes = {}) const {
        Survey survey;
        survey.frames = static_cast<int>(session.series.frames.size());
        survey.notes = std::move(notes);
        return std::make_shared<const Survey>(survey);
    }
    void grow() { session.series.frames.push_back(session.series.frames.back()); }

    Session session = sessionOf(3);
    SurveyState state{session};
};

TEST_F(SurveyStateTest, BeginsOnceAndHoldsWhatIsFound) {
    EXPECT_EQ(state.want(false), Task::begin);
    EXPECT_TRUE(state.isUnderWay());
    EXPECT_EQ(state.want(false), Task::none);
    EXPECT_FALSE(state.held());

    state.found(found());
    EXPECT_FALSE(state.isUnderWay());
    EXPECT_TRUE(state.whole());
    EXPECT_EQ(state.want(false), Task::none);
}

TEST_F(SurveyStateTest, ARecipeWithoutNeedStops) {
    state.want(false);
    set(session.recipe, "stabilise.on", false);
    EXPECT_EQ(state.want(false), Task::stop);
    EXPECT_FALSE(state.isUnderWay());
    EXPECT_EQ(state.want(false), Task::none);
}

TEST_F(SurveyStateTest, OtherSettingsBeginAnew) {
    state.want(false);
    state.found(found());
    const std::string key = state.heldKey();
    changeRecipe(session);
    EXPECT_FALSE(state.held()) << "it was found for other settings";
    EXPECT_EQ(state.want(false), Task::begin);
    state.found(found());
    EXPECT_NE(state.heldKey(), key);
}

TEST_F(SurveyStateTest, OtherImagesBeginAnew) {
    state.want(false);
    state.found(found());
    state.makeOld();
    EXPECT_FALSE(state.held());
    EXPECT_EQ(state.want(false), Task::begin);
}

TEST_F(SurveyStateTest, FramesThatComeExtendWhatIsHeld) {
    state.want(false);
    grow();
    EXPECT_EQ(state.want(false), Task::none) << "a survey under way goes on";
    Survey shorter;
    shorter.frames = 3;
    state.found(std::make_shared<const Survey>(shorter));

    EXPECT_TRUE(state.held());
    EXPECT_FALSE(state.whole());
    EXPECT_EQ(state.want(true), Task::none) << "paused";
    EXPECT_EQ(state.want(false), Task::extend);
    EXPECT_TRUE(state.held()) << "the frame looked at goes on with it";
    state.found(found());
    EXPECT_TRUE(state.whole());
}

TEST_F(SurveyStateTest, AnAnalysisWaitsForIt) {
    state.want(false);
    EXPECT_EQ(state.wantFor(Extent::all, false), Task::none);
    EXPECT_FALSE(state.takeAnalysis()) << "it is under way";
    state.found(found());
    EXPECT_EQ(state.takeAnalysis(), Extent::all);
    EXPECT_FALSE(state.takeAnalysis());
}

TEST_F(SurveyStateTest, AnAnalysisForOtherSettingsIsForgotten) {
    state.wantFor(Extent::all, false);
    changeRecipe(session);
    state.want(false);
    state.found(found());
    EXPECT_FALSE(state.takeAnalysis());
}

TEST_F(SurveyStateTest, CancelledItBeginsForAnAnalysisOnly) {
    state.wantFor(Extent::all, false);
    state.ended();
    EXPECT_FALSE(state.takeAnalysis());
    EXPECT_EQ(state.want(false), Task::none) << "looking at a frame does not begin it again";
    EXPECT_EQ(state.wantFor(Extent::outOfDate, false), Task::begin);
}

TEST_F(SurveyStateTest, SaysWhatIsNewOnly) {
    state.want(false);
    EXPECT_THAT(state.found(found({"it jumps"})), ElementsAre("it jumps"));
    grow();
    state.want(false);
    EXPECT_THAT(state.found(found({"it jumps", "it turns"})), ElementsAre("it turns"));
}

TEST_F(SurveyStateTest, StillDustIsSoughtInAllFramesWhenAllAreMeasuredAgain) {
    set(session.recipe, "stabilise.on", false);
    set(session.recipe, "dust.on", true);
    set(session.recipe, "dust.find", std::string("still"));
    state.want(false);
    Survey survey;
    survey.seriesMedian = Image(2, 1, std::vector<float>{1, 2});
    survey.frames = survey.framesOfMedian = 3;
    state.found(std::make_shared<const Survey>(survey));
    state.makeOldUnlessWhole();
    EXPECT_TRUE(state.whole());

    grow();
    state.makeOldUnlessWhole();
    EXPECT_FALSE(state.held());
}

TEST_F(SurveyStateTest, AnotherSessionHasNone) {
    state.wantFor(Extent::all, false);
    state.adopt();
    EXPECT_FALSE(state.isUnderWay());
    EXPECT_EQ(state.want(false), Task::begin);
    state.found(found());
    EXPECT_FALSE(state.takeAnalysis()) << "it was for the session before";
}

TEST_F(SurveyStateTest, CountsTheFramesSeen) {
    state.want(false);
    state.saw(2);
    EXPECT_EQ(state.framesSeen(), 2);
    state.makeOld();
    state.want(false);
    EXPECT_EQ(state.framesSeen(), 0);
}

}  // namespace

}  // namespace coarsen::window
