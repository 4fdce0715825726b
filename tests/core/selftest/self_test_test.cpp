// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/selftest/self_test.hpp"

#include "core/correlate/engines.hpp"

#include <gtest/gtest.h>

namespace coarsen {
namespace {

TEST(SelfTest, StaysWithinItsTolerances) {
    const auto cases = selfTest(cpuEngines(), true);

    ASSERT_GE(cases.size(), 9u);
    for (const SelfTestCase& one : cases)
        EXPECT_TRUE(one.passed) << one.name << ": " << one.error << " of " << one.tolerance;
}

TEST(SelfTest, StopsWhenAsked) {
    std::stop_source stop;
    stop.request_stop();

    EXPECT_TRUE(selfTest(cpuEngines(), true, {}, stop.get_token()).empty());
}

}  // namespace
}  // namespace coarsen
