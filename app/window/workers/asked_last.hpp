// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <utility>

namespace coarsen::window {

/// Counts what a worker is asked, in the window's thread, so that it knows whether what was asked last is answered: neither an
/// earlier answer nor a question that waits yet is taken for that.
class AskedLast {
public:
    using Mark = std::uint64_t;
    /// A question on its way to the worker.
    template <typename Request>
    struct Marked {
        Request question;
        Mark mark = 0;
    };

    template <typename Request>
    Marked<Request> mark(Request request) {
        return {std::move(request), ++asked_};
    }
    void answer(Mark mark) { answered_ = mark; }
    bool isUnderWay() const { return answered_ != asked_; }

private:
    Mark asked_ = 0, answered_ = 0;
};

}  // namespace coarsen::window
