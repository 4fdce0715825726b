// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/keepers/fit_keeper.hpp"

#include "tests/keepers/small_session.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace coarsen::window {

namespace {

using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

std::vector<SharedResult> rows(int count) {
    std::vector<SharedResult> rows;
    for (int frame = 0; frame < count; ++frame)
        rows.push_back(shared(rowOf(frame)));
    return rows;
}

class FitKeeperTest : public testing::Test {
protected:
    FitKeeperTest() { keeper.adopt(); }

    FitAnswer answer() const { return answerTo(keeper.question(rows(8))); }

    Session session = sessionOf(8);
    FitKeeper keeper{session};
};

TEST_F(FitKeeperTest, FitsWhatIsAsked) {
    const FitAnswer found = answer();
    ASSERT_THAT(found.fits, Not(IsEmpty()));
    EXPECT_THAT(found.fits.front().frames, SizeIs(8));
}

TEST_F(FitKeeperTest, LeavesOutWhatIsExcludedNow) {
    session.excluded = {3};
    EXPECT_THAT(answer().fits.front().frames, testing::ElementsAre(0, 1, 2, 4, 5, 6, 7));
    EXPECT_EQ(rowsFor(keeper.question(rows(8)))[3].status, FrameStatus::excluded);
}

TEST_F(FitKeeperTest, WhatIsAskedMeanwhileIsFittedOnceAfterwards) {
    EXPECT_TRUE(keeper.ask());
    EXPECT_FALSE(keeper.ask());
    EXPECT_FALSE(keeper.ask());

    EXPECT_TRUE(keeper.take(answer()));
    EXPECT_TRUE(keeper.takeAgain());
    EXPECT_TRUE(keeper.ask());
    EXPECT_TRUE(keeper.take(answer()));
    EXPECT_FALSE(keeper.takeAgain());
    EXPECT_THAT(session.fits, Not(IsEmpty()));
}

TEST_F(FitKeeperTest, AnAnswerForAnotherSessionIsDropped) {
    keeper.ask();
    const FitAnswer late = answer();
    session = sessionOf(2);
    keeper.adopt();

    EXPECT_TRUE(keeper.isUnderWay());
    EXPECT_FALSE(keeper.take(late));
    EXPECT_FALSE(keeper.isUnderWay());
    EXPECT_THAT(session.fits, IsEmpty());
}

TEST_F(FitKeeperTest, AFitThatFailsIsOver) {
    keeper.ask();
    keeper.fail();
    EXPECT_TRUE(keeper.ask());
}

TEST_F(FitKeeperTest, EarlierFitsAreThoseOfAWholeSeries) {
    keeper.take(answer());
    keeper.keepAsEarlier(true);
    const std::size_t whole = keeper.earlier().size();
    session.fits.resize(1);
    keeper.keepAsEarlier(false);
    EXPECT_THAT(keeper.earlier(), SizeIs(whole)) << "a fit to a part does not take their place";
    keeper.keepAsEarlier(true);
    EXPECT_THAT(keeper.earlier(), SizeIs(1));
    keeper.dropEarlier();
    keeper.keepAsEarlier(false);
    EXPECT_THAT(keeper.earlier(), SizeIs(1)) << "better than none";
}

TEST_F(FitKeeperTest, ExponentsBelongToTheFitThereIs) {
    EXPECT_TRUE(keeper.wantExponents());
    EXPECT_FALSE(keeper.wantExponents());
    const FitQuestion question = keeper.question(rows(8));
    EXPECT_TRUE(keeper.take(exponentsFor(question), question.asked));
    EXPECT_TRUE(keeper.exponents());

    keeper.ask();
    EXPECT_FALSE(keeper.take(exponentsFor(question), question.asked)) << "the fit under way is followed by its own";
    keeper.take(answer());
    EXPECT_FALSE(keeper.exponents());
    keeper.adopt();
    EXPECT_FALSE(keeper.take(exponentsFor(question), question.asked)) << "of another session";
    EXPECT_FALSE(keeper.areExponentsWanted());
}

}  // namespace

}  // namespace coarsen::window
