// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/state/watch_state.hpp"

#include "tests/state/small_session.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace coarsen::window {

namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class WatchStateTest : public testing::Test {
protected:
    Session session = sessionOf(4);
    WatchState state;
};

TEST_F(WatchStateTest, MeasuresOnceTheFolderIsListed) {
    EXPECT_FALSE(state.measuresNow());
    state.begin();
    EXPECT_TRUE(state.takesPart());
    EXPECT_TRUE(state.status().follows);
    EXPECT_FALSE(state.measuresNow()) << "which files are whole is not known yet";
    EXPECT_TRUE(state.take({}, session).isFirst);
    EXPECT_TRUE(state.measuresNow());
    EXPECT_FALSE(state.take({}, session).isFirst);

    state.goAway();
    EXPECT_FALSE(state.measuresNow());
    state.comeBack();
    EXPECT_TRUE(state.pause());
    EXPECT_FALSE(state.measuresNow());
    EXPECT_TRUE(state.pause(false));
    EXPECT_TRUE(state.measuresNow());
}

TEST_F(WatchStateTest, WhileItWaitsForTheFirstImageNoFrameIsOfIt) {
    state.await("/series");
    EXPECT_TRUE(state.status().isOn);
    EXPECT_FALSE(state.takesPart());
    FolderNews news;
    news.unfinished = {frameName(1)};
    const auto listed = state.take(news, session);
    EXPECT_FALSE(listed.isFirst);
    EXPECT_EQ(state.status().unfinished, 1);
    EXPECT_THAT(state.unfinished(), IsEmpty());
    EXPECT_EQ(state.awaitedFolder(), "/series");
}

TEST_F(WatchStateTest, AListingTellsFramesByTheirNames) {
    session.results[2] = shared(failedRow(2));
    session.results[3] = shared(rowOf(3));
    state.begin();
    FolderNews news;
    news.unfinished = {frameName(0), "of no frame.png"};
    news.rewritten = {"/series/" + frameName(1)};
    news.returned = {"/series/" + frameName(2), "/series/" + frameName(3)};

    const auto listed = state.take(news, session);

    EXPECT_THAT(state.unfinished(), ElementsAre(0));
    EXPECT_EQ(state.status().unfinished, 2);
    EXPECT_THAT(listed.rewritten, ElementsAre(1));
    EXPECT_THAT(listed.returned, ElementsAre(2)) << "what was measured stands";
    state.take({}, session);
    EXPECT_THAT(state.unfinished(), IsEmpty());
}

TEST_F(WatchStateTest, EachWatchIsARoundOfItsOwn) {
    state.begin();
    const Epoch::Mark first = state.round();
    EXPECT_TRUE(state.end());
    EXPECT_TRUE(state.isOver(first));
    EXPECT_FALSE(state.end()) << "there is none";
    EXPECT_FALSE(state.status().isOn);
    EXPECT_FALSE(state.pause());
    EXPECT_FALSE(state.follow(true));
}

TEST_F(WatchStateTest, SaysWhatChanges) {
    state.begin();
    EXPECT_FALSE(state.follow(true));
    EXPECT_TRUE(state.follow(false));
    EXPECT_TRUE(state.pause());
    EXPECT_FALSE(state.pause());
}

}  // namespace

}  // namespace coarsen::window
