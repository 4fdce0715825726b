// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/thread_pool.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

namespace coarsen {
namespace {

TEST(ThreadPool, CallsTheBodyOnceOnEachThreadAndWaitsTurnAfterTurn) {
    ThreadPool pool(5);
    std::vector<int> calls(pool.size());
    std::atomic<int> all = 0;
    for (int turn = 1; turn <= 2000; ++turn) {
        pool.run([&](std::size_t thread) {
            ++calls[thread];
            ++all;
        });
        ASSERT_EQ(all, turn * static_cast<int>(pool.size()));
    }
    for (const int own : calls)
        EXPECT_EQ(own, 2000);
}

TEST(ThreadPool, RethrowsTheFirstErrorOnceAllHaveEndedAndGoesOnWorking) {
    ThreadPool pool(4);
    std::atomic<int> ended = 0;
    EXPECT_THROW(pool.run([&](std::size_t thread) {
        ++ended;
        if (thread == 2) throw std::runtime_error("one of them");
    }),
                 std::runtime_error);
    EXPECT_EQ(ended, static_cast<int>(pool.size()));
    EXPECT_NO_THROW(pool.run([&](std::size_t) { ++ended; }));
    EXPECT_EQ(ended, 2 * static_cast<int>(pool.size()));
}

TEST(ThreadPool, OfOneIsTheCaller) {
    ThreadPool pool(1);
    int calls = 0;
    pool.run([&](std::size_t thread) { calls += thread == 0; });
    EXPECT_EQ(pool.size(), 1U);
    EXPECT_EQ(calls, 1);
}

}  // namespace
}  // namespace coarsen
