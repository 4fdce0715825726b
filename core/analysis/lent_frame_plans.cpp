// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/lent_frame_plans.hpp"

#include "core/base/error.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <utility>

namespace coarsen {

namespace {

/// Kind of frames and recipe that a plan is made for.
struct PlanChoice {
    RawKind kind;
    Recipe recipe;
    Calibration calibration;

    bool operator==(const PlanChoice&) const = default;
};

/// Plans of one choice. Thread-safe.
class FramePlanPool {
public:
    FramePlanPool(std::shared_ptr<const FrameBackend> backend, PlanChoice choice)
        : backend_(std::move(backend)), choice_(std::move(choice)) {}

    const PlanChoice& choice() const { return choice_; }

    /// One that nobody else has; nothing where the backend cannot do the recipe. Throws EngineError where there is none and none
    /// can be made.
    std::unique_ptr<FramePlan> take() {
        std::unique_lock lock(mutex_);
        for (;;) {
            changed_.wait(lock, [&] { return !idle_.empty() || (!isMaking_ && !isFull()); });
            if (!idle_.empty()) {
                auto plan = std::move(idle_.front());
                idle_.pop_front();
                return plan;
            }
            isMaking_ = true;
            lock.unlock();
            std::unique_ptr<FramePlan> made;
            std::exception_ptr failure;
            try {
                made = backend_->framePlan(choice_.kind, choice_.recipe, choice_.calibration);
            } catch (...) {  // thrown below, but where other plans are there, which then do it all: no frame is lost by it
                failure = std::current_exception();
            }
            lock.lock();
            isMaking_ = false;
            changed_.notify_all();
            if (made) {
                ++count_;
                return made;
            }
            if (count_ > 0) {
                hasFailed_ = true;
                continue;
            }
            if (failure) std::rethrow_exception(failure);
            return nullptr;
        }
    }

    void giveBack(std::unique_ptr<FramePlan> plan) {
        const std::lock_guard lock(mutex_);
        idle_.push_back(std::move(plan));
        changed_.notify_one();
    }

    /// A plan that was taken is not given back, for its device failed.
    void lose() {
        const std::lock_guard lock(mutex_);
        --count_;
        changed_.notify_all();
    }

private:
    bool isFull() const { return hasFailed_ && count_ > 0; }

    const std::shared_ptr<const FrameBackend> backend_;
    const PlanChoice choice_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::unique_ptr<FramePlan>> idle_;  // guarded, as all below; the longest idle first, so that devices take turns
    int count_ = 0;                                // with those that are lent
    bool isMaking_ = false, hasFailed_ = false;
};

/// The plan that a thread sees.
class LentFramePlan final : public FramePlan {
public:
    explicit LentFramePlan(std::shared_ptr<FramePlanPool> pool) : pool_(std::move(pool)) {}

    DeviceMeasurement measure(const Frame& raw, bool withImages) override {
        auto plan = pool_->take();
        try {
            DeviceMeasurement measured = plan->measure(raw, withImages);
            pool_->giveBack(std::move(plan));
            return measured;
        } catch (const EngineError&) {
            pool_->lose();
            throw;
        } catch (...) {  // the frame's own fault, which its row says; the device is well
            pool_->giveBack(std::move(plan));
            throw;
        }
    }

private:
    std::shared_ptr<FramePlanPool> pool_;
};

class LentFrames final : public FrameBackend {
public:
    explicit LentFrames(std::shared_ptr<const FrameBackend> backend) : backend_(std::move(backend)) {}

    const std::string& engine() const noexcept override { return backend_->engine(); }

    /// Takes a plan once, which says whether the backend can do the recipe.
    std::unique_ptr<FramePlan> framePlan(const RawKind& kind, const Recipe& recipe,
                                         const Calibration& calibration) const override {
        const std::shared_ptr<FramePlanPool> pool = poolFor({kind, recipe, calibration});
        auto plan = pool->take();
        if (!plan) return nullptr;
        pool->giveBack(std::move(plan));
        return std::make_unique<LentFramePlan>(pool);
    }

private:
    std::shared_ptr<FramePlanPool> poolFor(const PlanChoice& choice) const {
        const std::lock_guard lock(mutex_);
        const auto known = std::ranges::find_if(pools_, [&](const auto& pool) { return pool->choice() == choice; });
        return known != pools_.end() ? *known : pools_.emplace_back(std::make_shared<FramePlanPool>(backend_, choice));
    }

    const std::shared_ptr<const FrameBackend> backend_;
    mutable std::mutex mutex_;
    mutable std::vector<std::shared_ptr<FramePlanPool>> pools_;  // guarded
};

}  // namespace

std::shared_ptr<const FrameBackend> withLentPlans(std::shared_ptr<const FrameBackend> backend) {
    return std::make_shared<LentFrames>(std::move(backend));
}

}  // namespace coarsen
