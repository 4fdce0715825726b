// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/keepers/run_keeper.hpp"

#include "tests/keepers/small_session.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <utility>

namespace coarsen::window {

namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class RunKeeperTest : public testing::Test {
protected:
    static constexpr int frames = 4;
    RunKeeperTest() { keeper.adopt(); }

    void keep(FrameResult row) { keeper.keep(shared(std::move(row))); }
    void measure(const std::vector<int>& which, double firstPx = 10) {
        keeper.begin(false);
        for (const int frame : which)
            keep(rowOf(frame, firstPx));
        keeper.end(false);
    }
    void measureAll() { measure({0, 1, 2, 3}); }
    /// The marker of this frame, as the user sets it.
    void setMarker(int frame, double px) {
        const std::map<int, double> before = session.manualRMaxPx;
        session.manualRMaxPx[frame] = px;
        keeper.markersMoved(before);
    }
    std::vector<int> outOfDate() const { return keeper.framesOf(Extent::outOfDate, {}); }

    Session session = sessionOf(frames);
    RunKeeper keeper{session};
};

TEST_F(RunKeeperTest, CountsWhatWaits) {
    EXPECT_EQ(keeper.toMeasure(), frames);
    measure({0, 1});
    EXPECT_EQ(keeper.toMeasure(), 2);
    EXPECT_THAT(outOfDate(), ElementsAre(2, 3));
    EXPECT_THAT(keeper.framesOf(Extent::all, {}), SizeIs(frames));
}

TEST_F(RunKeeperTest, DoesNotCountFilesBeingWrittenAsUnmeasured) {
    measure({0});
    EXPECT_THAT(keeper.framesOf(Extent::unmeasured, {2}), ElementsAre(1, 3));
    changeRecipe(session);
    keeper.rejudge();
    EXPECT_THAT(keeper.framesOf(Extent::unmeasured, {}), ElementsAre(1, 2, 3))
        << "those of an earlier recipe wait until asked for";
}

TEST_F(RunKeeperTest, KnowsTheResultsOfASavedSession) {
    measureAll();
    session.resultKeys[1].measurement = "of an earlier recipe";
    keeper.adopt();
    EXPECT_THAT(outOfDate(), ElementsAre(1));
}

TEST_F(RunKeeperTest, AnotherRecipeOutdatesAndTheFirstBringsBack) {
    measureAll();
    const Recipe first = session.recipe;

    changeRecipe(session);
    EXPECT_TRUE(keeper.rejudge());
    EXPECT_EQ(keeper.toMeasure(), frames);
    session.recipe = first;
    EXPECT_TRUE(keeper.rejudge());
    EXPECT_TRUE(keeper.isComplete());
    session.recipe.fit.fromS = 2;
    EXPECT_FALSE(keeper.rejudge()) << "the fit measures nothing";
}

TEST_F(RunKeeperTest, LateRowsOfTheEarlierRecipeAreKeptOutOfDate) {
    keeper.begin(false);
    keep(rowOf(0));
    changeRecipe(session);
    keeper.rejudge();
    keep(rowOf(1));

    EXPECT_THAT(session.results, SizeIs(2));
    EXPECT_EQ(keeper.toMeasure(), frames);
    EXPECT_EQ(session.resultKeys.at(0), session.resultKeys.at(1));
}

TEST_F(RunKeeperTest, LateRowsOfTheEarlierRecipeReplaceNothingOfToday) {
    measureAll();
    const Recipe first = session.recipe;
    changeRecipe(session);
    keeper.rejudge();
    keeper.begin(false);
    session.recipe = first;
    keeper.rejudge();
    keep(rowOf(2, 50));

    EXPECT_EQ(session.results.at(2)->rMax.px, 12);
    EXPECT_TRUE(keeper.isComplete());
}

TEST_F(RunKeeperTest, RowsOfAnEarlierSessionAreDropped) {
    keeper.begin(false);
    session = sessionOf(2);
    keeper.adopt();
    keep(rowOf(1));

    EXPECT_THAT(session.results, IsEmpty());
}

TEST_F(RunKeeperTest, LikenessIsKeptOfTheRunOnly) {
    keeper.begin(false);
    keeper.keep(Likeness{{1, 0.9}});
    keeper.end(false);
    keeper.keep(Likeness{{2, 0.8}});
    EXPECT_THAT(session.likeness, ElementsAre(testing::Pair(1, 0.9)));
}

TEST_F(RunKeeperTest, AMarkerMovedIsWantedAgain) {
    measureAll();
    setMarker(2, 17);
    EXPECT_THAT(outOfDate(), ElementsAre(2));
    EXPECT_THAT(keeper.takeWanted(), ElementsAre(2));
    EXPECT_THAT(keeper.takeWanted(), IsEmpty());
}

TEST_F(RunKeeperTest, AMarkerOfAFrameThatIsOutOfDateWantsNothing) {
    measure({0, 1});
    setMarker(3, 17);
    EXPECT_THAT(keeper.takeWanted(), IsEmpty()) << "it waits as it did";
}

TEST_F(RunKeeperTest, AMarkerMovedDuringTheRunMakesItsRowOld) {
    keeper.begin(false);
    setMarker(1, 17);
    keep(rowOf(1));
    keep(rowOf(2));

    EXPECT_THAT(keeper.takeWanted(), ElementsAre(1));
    EXPECT_THAT(outOfDate(), ElementsAre(0, 1, 3));
}

TEST_F(RunKeeperTest, AnUnreadableFileDoesNotTakeAwayWhatWasMeasured) {
    measureAll();
    keeper.begin(false);
    keep(failedRow(1));
    EXPECT_EQ(session.results.at(1)->status, FrameStatus::ok);
}

TEST_F(RunKeeperTest, AFailureIsWorthAnotherTryUnlessItsPlaceIsWrong) {
    session.series.frames[2].problem = "no row in the time table";
    keeper.begin(false);
    keep(failedRow(1));
    keep(failedRow(2));
    EXPECT_THAT(keeper.failures(), ElementsAre(1));
}

TEST_F(RunKeeperTest, RowsHaveTheTimesOfNow) {
    keeper.begin(false);
    session.series.frames[1].timeS = 3600;
    session.series.frames[1].timeSource = TimeSource::table;
    keep(rowOf(1));
    EXPECT_EQ(session.results.at(1)->timeS, 3600);
    EXPECT_EQ(session.results.at(1)->timeSource, TimeSource::table);
}

TEST_F(RunKeeperTest, ARowOfTheSameTimeIsTheRunsOwn) {  // it may be thousands, and the run holds them, too
    session.series.frames[2].timeS = std::numeric_limits<double>::quiet_NaN();
    FrameResult without = rowOf(2);
    without.timeS = std::numeric_limits<double>::quiet_NaN();
    keeper.begin(false);
    for (const SharedResult& row : {shared(rowOf(1)), shared(std::move(without))}) {
        keeper.keep(row);
        EXPECT_EQ(session.results.at(row->frame), row) << "frame " << row->frame << " was copied";
    }
}

TEST_F(RunKeeperTest, CancelledResultsAreWhatTheyWere) {
    measureAll();
    keeper.startOver();
    EXPECT_EQ(keeper.toMeasure(), frames);
    keeper.begin(false);
    keeper.wantAgain({3});
    EXPECT_FALSE(keeper.end(true));

    EXPECT_THAT(outOfDate(), ElementsAre(3));
    EXPECT_THAT(keeper.takeWanted(), IsEmpty()) << "it stays out of date";
}

TEST_F(RunKeeperTest, TheSeriesIsJudgedAfterARunOverIt) {
    keeper.begin(false);
    for (int frame = 0; frame < frames; ++frame)
        keep(rowOf(frame));
    EXPECT_TRUE(keeper.end(false));

    keeper.wantAgain({1});
    keeper.begin(true);
    keep(rowOf(1));
    EXPECT_FALSE(keeper.end(false)) << "a single frame changes no judgement";
    EXPECT_TRUE(keeper.isComplete());
}

TEST_F(RunKeeperTest, AnotherShapeOfPixelsOutdatesWhatTheRunStillBrings) {
    measureAll();
    const Calibration before = session.calibration;
    keeper.begin(false);
    session.calibration = {2, 5, "typed"};
    EXPECT_TRUE(keeper.rejudge());
    keep(rowOf(0));
    EXPECT_EQ(keeper.toMeasure(), frames);
    keeper.end(true);

    session.calibration = before;
    EXPECT_TRUE(keeper.rejudge());
    EXPECT_TRUE(keeper.isComplete()) << "circles are what they were";
}

TEST_F(RunKeeperTest, AMarkerThatIsTakenBackBeforeItIsMeasuredCostsNothing) {
    measureAll();
    setMarker(2, 30);
    EXPECT_THAT(outOfDate(), ElementsAre(2));

    const std::map<int, double> before = std::exchange(session.manualRMaxPx, {});
    keeper.markersMoved(before);

    EXPECT_TRUE(keeper.isComplete());
    EXPECT_THAT(keeper.takeWanted(), IsEmpty());
}

TEST_F(RunKeeperTest, ShowsTheEarlierRecipeThatMeasuredMost) {
    measureAll();
    session.resultKeys = {{0, {"one", 1, {}}}, {1, {"another", 1, {}}}, {2, {"another", 1, {}}}, {3, {"a third", 1, {}}}};
    keeper.adopt();
    std::vector<int> shown;
    for (const SharedResult& row : keeper.shown())
        shown.push_back(row->frame);
    EXPECT_THAT(shown, ElementsAre(1, 2));

    measure({0});
    EXPECT_THAT(keeper.shown(), SizeIs(1)) << "one row of today is shown alone";
}

TEST_F(RunKeeperTest, OnlyARunOverTheSeriesIsSaidToBeStopped) {
    EXPECT_FALSE(keeper.isRunOverSeries());
    keeper.begin(true);
    EXPECT_FALSE(keeper.isRunOverSeries());
    keeper.begin(false);
    EXPECT_TRUE(keeper.isRunOverSeries());
    changeRecipe(session);
    keeper.rejudge();
    EXPECT_FALSE(keeper.isRunOverSeries()) << "it has been stopped already";
}

}  // namespace

}  // namespace coarsen::window
