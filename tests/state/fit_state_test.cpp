// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/state/fit_state.hpp"

#include "tests/state/small_session.hpp"

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

class FitStateTest : public testing::Test {
protected:
    FitStateTest() { state.adopt(); }

    FitAnswer answer() const { return answerTo(state.question(rows(8))); }

    Session session = sessionOf(8);
    FitState state{session};
};

TEST_F(FitStateTest, FitsWhatIsAsked) {
    const FitAnswer found = answer();
    ASSERT_THAT(found.fits, Not(IsEmpty()));
    EXPECT_THAT(found.fits.front().frames, SizeIs(8));
}

TEST_F(FitStateTest, LeavesOutWhatIsExcludedNow) {
    session.excluded = {3};
    EXPECT_THAT(answer().fits.front().frames, testing::ElementsAre(0, 1, 2, 4, 5, 6, 7));
    EXPECT_EQ(rowsFor(state.question(rows(8)))[3].status, FrameStatus::excluded);
}

TEST_F(FitStateTest, WhatIsAskedMeanwhileIsFittedOnceAfterwards) {
    EXPECT_TRUE(state.ask());
    EXPECT_FALSE(state.ask());
    EXPECT_FALSE(state.ask());

    EXPECT_TRUE(state.take(answer()));
    EXPECT_TRUE(state.takeAgain());
    EXPECT_TRUE(state.ask());
    EXPECT_TRUE(state.take(answer()));
    EXPECT_FALSE(state.takeAgain());
    EXPECT_THAT(session.fits, Not(IsEmpty()));
}

TEST_F(FitStateTest, AnAnswerForAnotherSessionIsDropped) {
    state.ask();
    const FitAnswer late = answer();
    session = sessionOf(2);
    state.adopt();

    EXPECT_TRUE(state.isUnderWay());
    EXPECT_FALSE(state.take(late));
    EXPECT_FALSE(state.isUnderWay());
    EXPECT_THAT(session.fits, IsEmpty());
}

TEST_F(FitStateTest, AFitThatFailsIsOver) {
    state.ask();
    state.fail();
    EXPECT_TRUE(state.ask());
}

TEST_F(FitStateTest, EarlierFitsAreThoseOfAWholeSeries) {
    state.take(answer());
    state.keepAsEarlier(true);
    const std::size_t whole = state.earlier().size();
    session.fits.resize(1);
    state.keepAsEarlier(false);
    EXPECT_THAT(state.earlier(), SizeIs(whole)) << "a fit to a part does not take their place";
    state.keepAsEarlier(true);
    EXPECT_THAT(state.earlier(), SizeIs(1));
    state.dropEarlier();
    state.keepAsEarlier(false);
    EXPECT_THAT(state.earlier(), SizeIs(1)) << "better than none";
}

TEST_F(FitStateTest, ExponentsBelongToTheFitThereIs) {
    EXPECT_TRUE(state.wantExponents());
    EXPECT_FALSE(state.wantExponents());
    const FitQuestion question = state.question(rows(8));
    EXPECT_TRUE(state.take(exponentsFor(question), question.asked));
    EXPECT_TRUE(state.exponents());

    state.ask();
    EXPECT_FALSE(state.take(exponentsFor(question), question.asked)) << "the fit under way is followed by its own";
    state.take(answer());
    EXPECT_FALSE(state.exponents());
    state.adopt();
    EXPECT_FALSE(state.take(exponentsFor(question), question.asked)) << "of another session";
    EXPECT_FALSE(state.areExponentsWanted());
}

}  // namespace

}  // namespace coarsen::window
