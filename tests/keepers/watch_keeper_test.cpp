// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/keepers/watch_keeper.hpp"

#include "tests/keepers/small_session.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace coarsen::window {

namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class WatchKeeperTest : public testing::Test {
protected:
    Session session = sessionOf(4);
    WatchKeeper keeper;
};

TEST_F(WatchKeeperTest, MeasuresOnceTheFolderIsListed) {
    EXPECT_FALSE(keeper.measuresNow());
    keeper.begin();
    EXPECT_TRUE(keeper.takesPart());
    EXPECT_TRUE(keeper.state().follows);
    EXPECT_FALSE(keeper.measuresNow()) << "which files are whole is not known yet";
    EXPECT_TRUE(keeper.take({}, session).isFirst);
    EXPECT_TRUE(keeper.measuresNow());
    EXPECT_FALSE(keeper.take({}, session).isFirst);

    keeper.goAway();
    EXPECT_FALSE(keeper.measuresNow());
    keeper.comeBack();
    EXPECT_TRUE(keeper.pause());
    EXPECT_FALSE(keeper.measuresNow());
    EXPECT_TRUE(keeper.pause(false));
    EXPECT_TRUE(keeper.measuresNow());
}

TEST_F(WatchKeeperTest, WhileItWaitsForTheFirstImageNoFrameIsOfIt) {
    keeper.await("/series");
    EXPECT_TRUE(keeper.state().isOn);
    EXPECT_FALSE(keeper.takesPart());
    FolderNews news;
    news.unfinished = {frameName(1)};
    const auto listed = keeper.take(news, session);
    EXPECT_FALSE(listed.isFirst);
    EXPECT_EQ(keeper.state().unfinished, 1);
    EXPECT_THAT(keeper.unfinished(), IsEmpty());
    EXPECT_EQ(keeper.awaitedFolder(), "/series");
}

TEST_F(WatchKeeperTest, AListingTellsFramesByTheirNames) {
    session.results[2] = shared(failedRow(2));
    session.results[3] = shared(rowOf(3));
    keeper.begin();
    FolderNews news;
    news.unfinished = {frameName(0), "of no frame.png"};
    news.rewritten = {"/series/" + frameName(1)};
    news.returned = {"/series/" + frameName(2), "/series/" + frameName(3)};

    const auto listed = keeper.take(news, session);

    EXPECT_THAT(keeper.unfinished(), ElementsAre(0));
    EXPECT_EQ(keeper.state().unfinished, 2);
    EXPECT_THAT(listed.rewritten, ElementsAre(1));
    EXPECT_THAT(listed.returned, ElementsAre(2)) << "what was measured stands";
    keeper.take({}, session);
    EXPECT_THAT(keeper.unfinished(), IsEmpty());
}

TEST_F(WatchKeeperTest, EachWatchIsARoundOfItsOwn) {
    keeper.begin();
    const Epoch::Mark first = keeper.round();
    EXPECT_TRUE(keeper.end());
    EXPECT_TRUE(keeper.isOver(first));
    EXPECT_FALSE(keeper.end()) << "there is none";
    EXPECT_FALSE(keeper.state().isOn);
    EXPECT_FALSE(keeper.pause());
    EXPECT_FALSE(keeper.follow(true));
}

TEST_F(WatchKeeperTest, SaysWhatChanges) {
    keeper.begin();
    EXPECT_FALSE(keeper.follow(true));
    EXPECT_TRUE(keeper.follow(false));
    EXPECT_TRUE(keeper.pause());
    EXPECT_FALSE(keeper.pause());
}

}  // namespace

}  // namespace coarsen::window
