// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parallel.hpp"

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <type_traits>
#include <utility>

namespace coarsen {

/// How an ordered map is spread over the machine.
struct OrderedMapLimits {
    int threads = 1;
    std::size_t ahead = 64;  ///< answers that may wait for an earlier, slower item
};

/// Works on items 0 to count - 1 on several threads and hands the answers over in order, one at a time. Each thread makes a
/// worker of its own, `makeWorker()`, whose call `worker(i)` gives the answer to item i; `handOver(i, answer)` is never called
/// two at once, and whoever finishes an item meanwhile leaves the answer to the thread that hands over and begins the next. No
/// item begins that is `ahead` of the first answer not handed over, so memory is bounded. After a stop no further item begins,
/// and answers behind one that is missing are dropped. The first exception of a worker or of `handOver` ends the map in the same
/// way and is thrown here.
template <typename MakeWorker, typename HandOver>
void orderedMap(std::size_t count, const OrderedMapLimits& limits, MakeWorker makeWorker, HandOver handOver,
                std::stop_token stop = {}) {
    using Worker = std::invoke_result_t<MakeWorker&>;
    using Answer = std::invoke_result_t<Worker&, std::size_t>;
    std::mutex mutex;
    std::condition_variable_any moved;
    std::map<std::size_t, Answer> waiting;
    std::size_t next = 0, due = 0;  // to begin, to hand over
    bool isHandingOver = false;     // some thread; for ever where that failed
    std::stop_source ended;         // by the caller's stop or by the first error
    const std::stop_callback forward(stop, [&] { ended.request_stop(); });

    /// The next item, once few enough answers wait; nothing where none is left or all ends.
    const auto begun = [&]() -> std::optional<std::size_t> {
        std::unique_lock lock(mutex);
        if (next >= count || ended.stop_requested()) return std::nullopt;
        const std::size_t item = next++;
        const bool mayBegin = moved.wait(lock, ended.get_token(), [&] { return item < due + limits.ahead; });
        return mayBegin && !ended.stop_requested() ? std::optional(item) : std::nullopt;
    };
    const auto done = [&](std::size_t item, Answer answer) {
        std::unique_lock lock(mutex);
        waiting.emplace(item, std::move(answer));
        if (isHandingOver) return;
        isHandingOver = true;
        while (!waiting.empty() && waiting.begin()->first == due) {
            auto first = waiting.extract(waiting.begin());
            lock.unlock();
            handOver(first.key(), std::move(first.mapped()));
            lock.lock();
            ++due;
            moved.notify_all();
        }
        isHandingOver = false;
    };
    parallelFor(static_cast<std::size_t>(limits.threads), limits.threads, [&](std::size_t) {
        try {
            auto item = begun();
            if (!item) return;
            for (Worker worker = makeWorker(); item; item = begun())
                done(*item, worker(*item));
        } catch (const std::exception&) {
            ended.request_stop();  // the others finish their item; the caller gets the error
            throw;
        }
    });
}

}  // namespace coarsen
