// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <mutex>

namespace coarsen {

/// Is told what part of a work is done, from 0 to 1; by any of its threads, one at a time.
using PartDone = std::function<void(double)>;

/// Counts pieces of a work that several threads do.
class CountedPieces {
public:
    /// `onProgress` outlives this; an empty one is not called.
    CountedPieces(std::size_t count, const PartDone& onProgress) : count_(count), onProgress_(onProgress) {}

    void oneMore() {
        if (!onProgress_) return;
        const std::lock_guard lock(mutex_);
        onProgress_(static_cast<double>(++done_) / static_cast<double>(count_));
    }

private:
    std::size_t count_, done_ = 0;
    const PartDone& onProgress_;
    std::mutex mutex_;
};

}  // namespace coarsen
