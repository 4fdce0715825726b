// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/ordered_map.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace coarsen {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Items that wait until the test lets them go.
class Gate {
public:
    void pass(std::size_t item) {
        std::unique_lock lock(mutex_);
        ++begun_;
        changed_.notify_all();
        changed_.wait(lock, [&] { return item < open_; });
    }
    void openUpTo(std::size_t item) {
        const std::lock_guard lock(mutex_);
        open_ = item;
        changed_.notify_all();
    }
    void waitForBegun(std::size_t items) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return begun_ >= items; });
    }

    bool isBegunWithin(std::size_t items, std::chrono::seconds time) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, time, [&] { return begun_ >= items; });
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::size_t begun_ = 0, open_ = 0;
};

TEST(OrderedMap, HandsAnswersOverInOrderOnAnyNumberOfThreads) {
    std::vector<int> expected(500);
    std::iota(expected.begin(), expected.end(), 0);
    for (const int threads : {1, 2, 5}) {
        std::vector<int> order, answers;
        orderedMap(
            500, {.threads = threads, .ahead = 8}, [] { return [](std::size_t i) { return static_cast<int>(i * i); }; },
            [&](std::size_t i, int answer) {
                order.push_back(static_cast<int>(i));
                answers.push_back(answer);
            });

        EXPECT_EQ(order, expected) << threads;
        EXPECT_EQ(answers.back(), 499 * 499);
    }
}

TEST(OrderedMap, BeginsNoItemTooFarAheadOfTheFirstThatIsMissing) {
    std::atomic<std::size_t> due = 0, farthest = 0;
    orderedMap(
        200, {.threads = 4, .ahead = 3},
        [&] {
            return [&](std::size_t i) {
                std::size_t seen = farthest;
                const std::size_t distance = i - due;  // due only grows, so the distance was no smaller when the item began
                while (distance > seen && !farthest.compare_exchange_weak(seen, distance)) {
                }
                return i;
            };
        },
        [&](std::size_t i, std::size_t) { due = i + 1; });

    EXPECT_LT(farthest, 4u);
}

TEST(OrderedMap, BeginsFurtherItemsWhileAnAnswerIsHandedOver) {
    Gate gate;
    gate.openUpTo(100);
    orderedMap(
        10, {.threads = 2},
        [&] {
            return [&](std::size_t i) {
                gate.pass(i);
                return i;
            };
        },
        [&](std::size_t i, std::size_t) {
            if (i > 0) return;
            EXPECT_TRUE(gate.isBegunWithin(5, std::chrono::seconds(20))) << "the other thread waits";
        });
}

TEST(OrderedMap, MakesOneWorkerAThreadThatHasWorkAndLetsItGo) {
    std::atomic<int> made = 0;
    const auto alive = std::make_shared<int>(0);
    const auto makeWorker = [&] {
        ++made;
        return [alive](std::size_t i) { return i; };
    };
    orderedMap(0, {.threads = 3}, makeWorker, [](std::size_t, std::size_t) {});
    EXPECT_EQ(made, 0);

    orderedMap(1, {.threads = 3}, makeWorker, [](std::size_t, std::size_t) {});
    EXPECT_EQ(made, 1);
    EXPECT_EQ(alive.use_count(), 1) << "no worker is left";
}

TEST(OrderedMap, AfterAStopBeginsNothingAndDropsWhatLiesBehindAGap) {
    Gate gate;
    std::stop_source stop;
    std::vector<std::size_t> heard;
    std::jthread stopper([&] {
        gate.waitForBegun(2);
        stop.request_stop();
        gate.openUpTo(100);
    });
    orderedMap(
        100, {.threads = 2},
        [&] {
            return [&](std::size_t i) {
                gate.pass(i);
                return i;
            };
        },
        [&](std::size_t i, std::size_t) { heard.push_back(i); }, stop.get_token());

    EXPECT_THAT(heard, ElementsAre(0, 1));
}

TEST(OrderedMap, StoppedBeforehandDoesNothing) {
    std::stop_source stop;
    stop.request_stop();
    std::vector<std::size_t> heard;
    orderedMap(
        10, {.threads = 2}, [] { return [](std::size_t i) { return i; }; },
        [&](std::size_t i, std::size_t) { heard.push_back(i); }, stop.get_token());

    EXPECT_THAT(heard, IsEmpty());
}

TEST(OrderedMap, EndsWithTheErrorOfAWorker) {
    std::vector<std::size_t> heard;
    const auto run = [&] {
        orderedMap(
            100, {.threads = 3},
            [] {
                return [](std::size_t i) {
                    if (i == 20) throw std::runtime_error("item 20");
                    return i;
                };
            },
            [&](std::size_t i, std::size_t) { heard.push_back(i); });
    };

    EXPECT_THROW(run(), std::runtime_error);
    EXPECT_LE(heard.size(), 20u) << "what lies behind the item without an answer is dropped";
}

TEST(OrderedMap, EndsWithTheErrorOfWhoeverTakesTheAnswers) {
    int heard = 0;
    const auto run = [&] {
        orderedMap(
            100, {.threads = 3}, [] { return [](std::size_t i) { return i; }; },
            [&](std::size_t i, std::size_t) {
                ++heard;
                if (i == 5) throw std::runtime_error("the disk is full");
            });
    };

    EXPECT_THROW(run(), std::runtime_error);
    EXPECT_EQ(heard, 6);
}

}  // namespace
}  // namespace coarsen
