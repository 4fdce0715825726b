// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <utility>

namespace coarsen::window {

/// A thread that can be let go, for it may sit in a read that never ends, such as one of a dead network folder. So it owns what
/// it touches, alone or with others, and speaks to the window through a MainThreadQueue::Address.
///
/// Use, given `const std::function<int()>& slow, const std::function<void(int)>& show, const MainThreadQueue& queue`:
///
///     const DetachableThread thread([=, address = queue.address()](std::stop_token stop) {
///         const int answer = slow();
///         if (!stop.stop_requested()) address.post([=] { show(answer); });
///     });
class DetachableThread {
public:
    using Work = std::function<void(std::stop_token)>;

    DetachableThread() = default;
    explicit DetachableThread(Work work) { start(std::move(work)); }
    /// Lets go, then waits a little for all threads that were let go, so that at a program's end none of them is under way. One
    /// that does not end in that time is left to itself, and not waited for again.
    ~DetachableThread();
    DetachableThread(const DetachableThread&) = delete;
    DetachableThread& operator=(const DetachableThread&) = delete;

    void start(Work work);  ///< lets an earlier one go
    void requestStop();
    void letGo();  ///< asks it to stop, and never waits

    /// True where threads that were let go are still under way: then a program ends without taking anything apart.
    static bool isAnyLeft();

private:
    struct Life;
    std::shared_ptr<Life> life_;
};

}  // namespace coarsen::window
