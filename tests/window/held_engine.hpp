// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/engines.hpp"
#include "tests/window/timeout.hpp"

#include <chrono>
#include <condition_variable>
#include <limits>
#include <memory>
#include <mutex>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace coarsen::window {

/// The CPU's engine, which a test holds: what is measured with it goes on as far as it is allowed to, however quick the machine,
/// and stands there until more is allowed or it is stopped.
class HeldEngine final : public CorrelationEngine {
public:
    static constexpr int usesOfAFrame = 3;  ///< at most

    const EngineDescription& description() const noexcept override { return engine_->description(); }
    std::unique_ptr<CorrelationPlan> plan(const PlanShape& shape) const override {
        return std::make_unique<Plan>(engine_->plan(shape), *this);
    }

    /// So many uses from now on, and no further one.
    void allow(int uses) const {
        const std::lock_guard lock(mutex_);
        allowed_ = used_ + uses;
        changed_.notify_all();
    }
    void letGo() const {
        const std::lock_guard lock(mutex_);
        allowed_ = std::numeric_limits<int>::max();
        changed_.notify_all();
    }
    /// Something waits for more to be allowed.
    bool isHolding() const {
        const std::lock_guard lock(mutex_);
        return holding_ > 0;
    }
    /// Waits until all that is allowed is used, while no event is taken.
    bool isUsedUp() const {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, std::chrono::milliseconds(timeoutMs), [this] { return used_ == allowed_; });
    }

private:
    struct Plan final : CorrelationPlan {
        Plan(std::unique_ptr<CorrelationPlan> ours, const HeldEngine& held) : plan(std::move(ours)), owner(held) {}
        std::vector<LagSums> run(std::span<const PlanePair> batch, std::stop_token stop) override {
            owner.use(stop);
            return plan->run(batch, stop);
        }
        std::string variant() const override { return plan->variant(); }

        std::unique_ptr<CorrelationPlan> plan;
        const HeldEngine& owner;
    };

    void use(const std::stop_token& stop) const {
        std::unique_lock lock(mutex_);
        ++holding_;
        changed_.wait(lock, stop, [this] { return used_ < allowed_; });
        --holding_;
        ++used_;
        changed_.notify_all();
    }

    std::shared_ptr<const CorrelationEngine> engine_ = cpuFftEngine();
    mutable std::mutex mutex_;
    mutable std::condition_variable_any changed_;
    mutable int used_ = 0, holding_ = 0;                     // guarded
    mutable int allowed_ = std::numeric_limits<int>::max();  // guarded
};

}  // namespace coarsen::window
