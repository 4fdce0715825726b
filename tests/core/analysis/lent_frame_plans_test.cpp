// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/lent_frame_plans.hpp"

#include "core/base/error.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace coarsen {
namespace {

/// A backend whose plans do what the test says.
class TestedFrames final : public FrameBackend {
public:
    std::function<bool(int number)> isPossible = [](int) { return true; };  ///< to make the plan of that number, from 0
    std::function<void(int number)> measures = [](int) {};
    mutable std::atomic<int> made = 0;

    const std::string& engine() const noexcept override { return engine_; }
    std::unique_ptr<FramePlan> framePlan(const RawKind&, const Recipe&, const Calibration&) const override {
        const int number = made++;
        if (!isPossible(number)) throw EngineError("GPU", "it has no memory left", "close other programs");
        return std::make_unique<Plan>(*this, number);
    }

private:
    class Plan final : public FramePlan {
    public:
        Plan(const TestedFrames& backend, int number) : backend_(backend), number_(number) {}
        DeviceMeasurement measure(const Frame&, bool) override {
            backend_.measures(number_);
            DeviceMeasurement measured;
            measured.widthPx = number_;
            return measured;
        }

    private:
        const TestedFrames& backend_;
        int number_;
    };

    std::string engine_ = "tested";
};

/// Something that happens in another thread, waited for a while.
class Event {
public:
    void happen() {
        const std::lock_guard lock(mutex_);
        has_ = true;
        changed_.notify_all();
    }
    bool isAwaited() {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, std::chrono::seconds(20), [&] { return has_; });
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    bool has_ = false;
};

TEST(LentFramePlans, AreOneForThreadsThatTakeTurns) {
    const auto backend = std::make_shared<TestedFrames>();
    const auto lent = withLentPlans(backend);
    std::vector<std::unique_ptr<FramePlan>> plans;
    for (int thread = 0; thread < 5; ++thread)
        plans.push_back(lent->framePlan({}, {}, {}));
    for (const auto& plan : plans)
        EXPECT_EQ(plan->measure({}, false).widthPx, 0);

    EXPECT_EQ(backend->made, 1);
    EXPECT_EQ(lent->engine(), "tested");
}

TEST(LentFramePlans, AreAnotherForAnotherKindOfPicture) {
    const auto backend = std::make_shared<TestedFrames>();
    const auto lent = withLentPlans(backend);
    lent->framePlan({.width = 100}, {}, {});
    lent->framePlan({.width = 200}, {}, {});

    EXPECT_EQ(backend->made, 2);
}

TEST(LentFramePlans, ServeOthersWhileAFurtherOneIsMade) {
    const auto backend = std::make_shared<TestedFrames>();
    Event isMaking, isServed;
    bool isServedInTime = false;
    backend->isPossible = [&](int number) {
        if (number == 1) {
            isMaking.happen();
            isServedInTime = isServed.isAwaited();
        }
        return true;
    };
    std::atomic<bool> isFirst = true;
    backend->measures = [&](int) {
        if (isFirst.exchange(false)) isMaking.isAwaited();
    };
    const auto lent = withLentPlans(backend);
    const auto one = lent->framePlan({}, {}, {}), two = lent->framePlan({}, {}, {});
    std::jthread maker;
    {
        const std::jthread holder([&] { one->measure({}, false); });
        while (isFirst)
            std::this_thread::yield();
        maker = std::jthread([&] { EXPECT_EQ(two->measure({}, false).widthPx, 1); });
    }
    EXPECT_EQ(one->measure({}, false).widthPx, 0) << "by the plan that came back";
    isServed.happen();
    maker.join();

    EXPECT_TRUE(isServedInTime);
    EXPECT_EQ(backend->made, 2);
}

TEST(LentFramePlans, DoAllWhereNoFurtherOneCanBeMade) {
    const auto backend = std::make_shared<TestedFrames>();
    Event isRefused;
    backend->isPossible = [&](int number) {
        if (number > 0) isRefused.happen();
        return number == 0;
    };
    std::atomic<int> measured = 0;
    backend->measures = [&](int) {
        if (measured++ == 0) isRefused.isAwaited();
    };
    const auto lent = withLentPlans(backend);
    const auto one = lent->framePlan({}, {}, {}), two = lent->framePlan({}, {}, {});
    {
        const std::jthread other([&] { one->measure({}, false); });
        while (measured == 0)
            std::this_thread::yield();
        EXPECT_EQ(two->measure({}, false).widthPx, 0);
    }
    EXPECT_EQ(measured, 2);
    EXPECT_EQ(backend->made, 2) << "it is not asked again";
}

TEST(LentFramePlans, SayWhatIsWrongWhereNoneCanBeMade) {
    const auto backend = std::make_shared<TestedFrames>();
    backend->isPossible = [](int) { return false; };
    const auto lent = withLentPlans(backend);
    EXPECT_THROW(lent->framePlan({}, {}, {}), EngineError);
    EXPECT_THROW(lent->framePlan({}, {}, {}), EngineError);
}

TEST(LentFramePlans, AreMadeAnewOnceOneHasFailed) {
    const auto backend = std::make_shared<TestedFrames>();
    backend->measures = [](int number) {
        if (number == 0) throw EngineError("GPU", "it failed", "restart the program");
    };
    const auto plan = withLentPlans(backend)->framePlan({}, {}, {});
    EXPECT_THROW(plan->measure({}, false), EngineError);
    EXPECT_EQ(plan->measure({}, false).widthPx, 1);
}

TEST(LentFramePlans, AreKeptWhereTheFrameIsAtFault) {
    const auto backend = std::make_shared<TestedFrames>();
    std::atomic<int> measured = 0;
    backend->measures = [&](int) {
        if (measured++ == 0) throw InputError("", "there is no light to divide by");
    };
    const auto plan = withLentPlans(backend)->framePlan({}, {}, {});
    EXPECT_THROW(plan->measure({}, false), InputError);
    EXPECT_EQ(plan->measure({}, false).widthPx, 0);
}

}  // namespace
}  // namespace coarsen
