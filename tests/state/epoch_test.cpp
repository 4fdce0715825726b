// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/state/epoch.hpp"

#include <gtest/gtest.h>

namespace coarsen::window {

TEST(Epoch, IsOverOnceAnotherHasBegun) {
    Epoch epoch;
    const Epoch::Mark first = epoch.begin();
    EXPECT_FALSE(epoch.isOver(first));
    const Epoch::Mark second = epoch.begin();
    EXPECT_TRUE(epoch.isOver(first));
    EXPECT_FALSE(epoch.isOver(second));
    EXPECT_EQ(epoch.now(), second);
}

}  // namespace coarsen::window
