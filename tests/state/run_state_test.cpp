// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/state/run_state.hpp"

#include "tests/state/small_session.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <utility>

namespace coarsen::window {

namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class RunStateTest : public testing::Test {
protected:
    static constexpr int frames = 4;
    RunStateTest() { state.adopt(); }

    void keep(FrameResult row) { state.keep(shared(std::move(row))); }
    void measure(const std::vector<int>& which, double firstPx = 10) {
        state.begin(false);
        for (const int frame : which)
            keep(rowOf(frame, firstPx));
        state.end(false);
    }
    void measureAll() { measure({0, 1, 2, 3}); }
    /// The marker of this frame, as the user sets it.
    void setMarker(int frame, double px) {
        const std::map<int, double> before = session.manualRMaxPx;
        session.manualRMaxPx[frame] = px;
        state.markersMoved(before);
    }
    std::vector<int> outOfDate() const { return state.framesOf(Extent::outOfDate, {}); }

    Session session = sessionOf(frames);
    RunState state{session};
};

TEST_F(RunStateTest, CountsWhatWaits) {
    EXPECT_EQ(state.toMeasure(), frames);
    measure({0, 1});
    EXPECT_EQ(state.toMeasure(), 2);
    EXPECT_THAT(outOfDate(), ElementsAre(2, 3));
    EXPECT_THAT(state.framesOf(Extent::all, {}), SizeIs(frames));
}

TEST_F(RunStateTest, DoesNotCountFilesBeingWrittenAsUnmeasured) {
    measure({0});
    EXPECT_THAT(state.framesOf(Extent::unmeasured, {2}), ElementsAre(1, 3));
    changeRecipe(session);
    state.rejudge();
    EXPECT_THAT(state.framesOf(Extent::unmeasured, {}), ElementsAre(1, 2, 3))
        << "those of an earlier recipe wait until asked for";
}

TEST_F(RunStateTest, KnowsTheResultsOfASavedSession) {
    measureAll();
    session.resultKeys[1].measurement = "of an earlier recipe";
    state.adopt();
    EXPECT_THAT(outOfDate(), ElementsAre(1));
}

TEST_F(RunStateTest, AnotherRecipeOutdatesAndTheFirstBringsBack) {
    measureAll();
    const Recipe first = session.recipe;

    changeRecipe(session);
    EXPECT_TRUE(state.rejudge());
    EXPECT_EQ(state.toMeasure(), frames);
    session.recipe = first;
    EXPECT_TRUE(state.rejudge());
    EXPECT_TRUE(state.isComplete());
    session.recipe.fit.fromS = 2;
    EXPECT_FALSE(state.rejudge()) << "the fit measures nothing";
}

TEST_F(RunStateTest, LateRowsOfTheEarlierRecipeAreKeptOutOfDate) {
    state.begin(false);
    keep(rowOf(0));
    changeRecipe(session);
    state.rejudge();
    keep(rowOf(1));

    EXPECT_THAT(session.results, SizeIs(2));
    EXPECT_EQ(state.toMeasure(), frames);
    EXPECT_EQ(session.resultKeys.at(0), session.resultKeys.at(1));
}

TEST_F(RunStateTest, LateRowsOfTheEarlierRecipeReplaceNothingOfToday) {
    measureAll();
    const Recipe first = session.recipe;
    changeRecipe(session);
    state.rejudge();
    state.begin(false);
    session.recipe = first;
    state.rejudge();
    keep(rowOf(2, 50));

    EXPECT_EQ(session.results.at(2)->rMax.px, 12);
    EXPECT_TRUE(state.isComplete());
}

TEST_F(RunStateTest, RowsOfAnEarlierSessionAreDropped) {
    state.begin(false);
    session = sessionOf(2);
    state.adopt();
    keep(rowOf(1));

    EXPECT_THAT(session.results, IsEmpty());
}

TEST_F(RunStateTest, NeighbourCorrelationIsKeptOfTheRunOnly) {
    state.begin(false);
    state.keep(NeighbourCorrelations{{1, 0.9}});
    state.end(false);
    state.keep(NeighbourCorrelations{{2, 0.8}});
    EXPECT_THAT(session.neighbourCorrelations, ElementsAre(testing::Pair(1, 0.9)));
}

TEST_F(RunStateTest, AMarkerMovedIsWantedAgain) {
    measureAll();
    setMarker(2, 17);
    EXPECT_THAT(outOfDate(), ElementsAre(2));
    EXPECT_THAT(state.takeWanted(), ElementsAre(2));
    EXPECT_THAT(state.takeWanted(), IsEmpty());
}

TEST_F(RunStateTest, AMarkerOfAFrameThatIsOutOfDateWantsNothing) {
    measure({0, 1});
    setMarker(3, 17);
    EXPECT_THAT(state.takeWanted(), IsEmpty()) << "it waits as it did";
}

TEST_F(RunStateTest, AMarkerMovedDuringTheRunMakesItsRowOld) {
    state.begin(false);
    setMarker(1, 17);
    keep(rowOf(1));
    keep(rowOf(2));

    EXPECT_THAT(state.takeWanted(), ElementsAre(1));
    EXPECT_THAT(outOfDate(), ElementsAre(0, 1, 3));
}

TEST_F(RunStateTest, AnUnreadableFileDoesNotTakeAwayWhatWasMeasured) {
    measureAll();
    state.begin(false);
    keep(failedRow(1));
    EXPECT_EQ(session.results.at(1)->status, FrameStatus::ok);
}

TEST_F(RunStateTest, AFailureIsWorthAnotherTryUnlessItsPlaceIsWrong) {
    session.series.frames[2].problem = "no row in the time table";
    state.begin(false);
    keep(failedRow(1));
    keep(failedRow(2));
    EXPECT_THAT(state.failures(), ElementsAre(1));
}

TEST_F(RunStateTest, RowsHaveTheTimesOfNow) {
    state.begin(false);
    session.series.frames[1].timeS = 3600;
    session.series.frames[1].timeSource = TimeSource::table;
    keep(rowOf(1));
    EXPECT_EQ(session.results.at(1)->timeS, 3600);
    EXPECT_EQ(session.results.at(1)->timeSource, TimeSource::table);
}

TEST_F(RunStateTest, ARowOfTheSameTimeIsTheRunsOwn) {  // it may be thousands, and the run holds them, too
    session.series.frames[2].timeS = std::numeric_limits<double>::quiet_NaN();
    FrameResult without = rowOf(2);
    without.timeS = std::numeric_limits<double>::quiet_NaN();
    state.begin(false);
    for (const SharedResult& row : {shared(rowOf(1)), shared(std::move(without))}) {
        state.keep(row);
        EXPECT_EQ(session.results.at(row->frame), row) << "frame " << row->frame << " was copied";
    }
}

TEST_F(RunStateTest, CancelledResultsAreWhatTheyWere) {
    measureAll();
    state.startOver();
    EXPECT_EQ(state.toMeasure(), frames);
    state.begin(false);
    state.wantAgain({3});
    EXPECT_FALSE(state.end(true));

    EXPECT_THAT(outOfDate(), ElementsAre(3));
    EXPECT_THAT(state.takeWanted(), IsEmpty()) << "it stays out of date";
}

TEST_F(RunStateTest, TheSeriesIsJudgedAfterARunOverIt) {
    state.begin(false);
    for (int frame = 0; frame < frames; ++frame)
        keep(rowOf(frame));
    EXPECT_TRUE(state.end(false));

    state.wantAgain({1});
    state.begin(true);
    keep(rowOf(1));
    EXPECT_FALSE(state.end(false)) << "a single frame changes no judgement";
    EXPECT_TRUE(state.isComplete());
}

TEST_F(RunStateTest, AnotherShapeOfPixelsOutdatesWhatTheRunStillBrings) {
    measureAll();
    const Calibration before = session.calibration;
    state.begin(false);
    session.calibration = {2, 5, "typed"};
    EXPECT_TRUE(state.rejudge());
    keep(rowOf(0));
    EXPECT_EQ(state.toMeasure(), frames);
    state.end(true);

    session.calibration = before;
    EXPECT_TRUE(state.rejudge());
    EXPECT_TRUE(state.isComplete()) << "circles are what they were";
}

TEST_F(RunStateTest, AMarkerThatIsTakenBackBeforeItIsMeasuredCostsNothing) {
    measureAll();
    setMarker(2, 30);
    EXPECT_THAT(outOfDate(), ElementsAre(2));

    const std::map<int, double> before = std::exchange(session.manualRMaxPx, {});
    state.markersMoved(before);

    EXPECT_TRUE(state.isComplete());
    EXPECT_THAT(state.takeWanted(), IsEmpty());
}

TEST_F(RunStateTest, ShowsTheEarlierRecipeThatMeasuredMost) {
    measureAll();
    session.resultKeys = {{0, {"one", 1, {}}}, {1, {"another", 1, {}}}, {2, {"another", 1, {}}}, {3, {"a third", 1, {}}}};
    state.adopt();
    std::vector<int> shown;
    for (const SharedResult& row : state.shown())
        shown.push_back(row->frame);
    EXPECT_THAT(shown, ElementsAre(1, 2));

    measure({0});
    EXPECT_THAT(state.shown(), SizeIs(1)) << "one row of today is shown alone";
}

TEST_F(RunStateTest, OnlyARunOverTheSeriesIsSaidToBeStopped) {
    EXPECT_FALSE(state.isRunOverSeries());
    state.begin(true);
    EXPECT_FALSE(state.isRunOverSeries());
    state.begin(false);
    EXPECT_TRUE(state.isRunOverSeries());
    changeRecipe(session);
    state.rejudge();
    EXPECT_FALSE(state.isRunOverSeries()) << "it has been stopped already";
}

}  // namespace

}  // namespace coarsen::window
