// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/selftest/self_test.hpp"

#include "core/correlate/engines.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace coarsen {
namespace {

TEST(SelfTest, StaysWithinItsTolerances) {
    int told = 0, lastGroup = -1;
    SelfTestListener listener;
    listener.finished = [&](const SelfTestCase&) { ++told; };
    listener.progressed = [&](const SelfTestProgress& progress) {
        EXPECT_GE(progress.group, lastGroup);
        EXPECT_LT(progress.group, progress.groups);
        lastGroup = progress.group;
    };

    const auto cases = selfTest(cpuEngines(), {.isQuick = true}, listener);

    EXPECT_EQ(told, static_cast<int>(cases.size()));
    ASSERT_GE(cases.size(), 25u);
    EXPECT_EQ(std::ranges::count_if(cases, [](const SelfTestCase& one) { return one.absent == "no GPU here"; }), 5);
    for (const char* const name : {"Flows by default", "Surfaces by default"})
        EXPECT_TRUE(std::ranges::any_of(cases, [&](const SelfTestCase& one) { return one.name == name; })) << name;
    EXPECT_TRUE(std::ranges::any_of(cases, [](const SelfTestCase& one) {
        return one.quantity.find("seed 6401") != std::string::npos;
    })) << "each row names its seeds";
    for (const SelfTestCase& one : cases)
        EXPECT_TRUE(one.absent.empty() || (!one.passed && std::isnan(one.measured))) << one.quantity;
    for (const SelfTestCase& one : cases)
        EXPECT_FALSE(one.isWrong()) << one.name << ": " << one.error << " of " << one.tolerance;
}

TEST(SelfTest, StopsWhenAsked) {
    std::stop_source stop;
    stop.request_stop();

    EXPECT_TRUE(selfTest(cpuEngines(), {.isQuick = true}, {}, stop.get_token()).empty());
}

}  // namespace
}  // namespace coarsen
