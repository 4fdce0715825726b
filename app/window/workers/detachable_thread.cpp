// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workers/detachable_thread.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <list>
#include <mutex>
#include <thread>
#include <utility>

namespace coarsen::window {

namespace {
constexpr std::chrono::seconds endingTimeout{3};  // for what looks at its stop seldom
}

struct DetachableThread::Life {
    /// All that were let go and have not ended. Never taken apart, for they may outlive everything.
    struct All {
        std::mutex mutex;
        std::condition_variable changed;
        std::list<std::shared_ptr<Life>> letGo;  // guarded
    };
    static All& all() {
        static All& all = *new All;
        return all;
    }

    std::stop_source stop;
    bool hasEnded = false, isGivenUp = false;  // guarded by all().mutex
};

DetachableThread::~DetachableThread() {
    letGo();
    Life::All& all = Life::all();
    std::unique_lock lock(all.mutex);
    const auto haveEnded = [&] { return std::ranges::all_of(all.letGo, [](const auto& life) { return life->isGivenUp; }); };
    if (all.changed.wait_for(lock, endingTimeout, haveEnded)) return;
    for (const auto& life : all.letGo)
        life->isGivenUp = true;
}

void DetachableThread::start(Work work) {
    letGo();
    auto life = std::make_shared<Life>();
    std::thread([life, work = std::move(work)]() mutable {
        std::exchange(work, nullptr)(life->stop.get_token());  // what it owns goes before it counts as ended
        Life::All& all = Life::all();
        const std::lock_guard lock(all.mutex);
        life->hasEnded = true;
        all.letGo.remove(life);
        all.changed.notify_all();
    }).detach();
    life_ = std::move(life);  // no sooner, for there may be no further thread to be had
}

void DetachableThread::requestStop() {
    if (life_) life_->stop.request_stop();
}

void DetachableThread::letGo() {
    if (!life_) return;
    life_->stop.request_stop();
    Life::All& all = Life::all();
    const std::lock_guard lock(all.mutex);
    if (!life_->hasEnded) all.letGo.push_back(life_);
    life_.reset();
}

bool DetachableThread::isAnyLeft() {
    Life::All& all = Life::all();
    const std::lock_guard lock(all.mutex);
    return !all.letGo.empty();
}

}  // namespace coarsen::window
