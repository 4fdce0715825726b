// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/device/buffer.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <vector>

namespace coarsen::gpu {

/// Times of some runs, milliseconds.
struct Times {
    double medianMs = 0, minMs = 0, maxMs = 0;
};

inline Times timesOf(std::vector<double> milliseconds) {
    std::sort(milliseconds.begin(), milliseconds.end());
    return {milliseconds[milliseconds.size() / 2], milliseconds.front(), milliseconds.back()};
}

/// Runs `once`, which gives milliseconds, unmeasured twice and then until `seconds` have passed, 5 to 200 times.
template <typename Once>
Times repeated(Once once, double seconds) {
    using Clock = std::chrono::steady_clock;
    once();
    once();
    std::vector<double> milliseconds;
    const auto begin = Clock::now();
    while (milliseconds.size() < 5 ||
           (milliseconds.size() < 200 && std::chrono::duration<double>(Clock::now() - begin).count() < seconds))
        milliseconds.push_back(once());
    return timesOf(std::move(milliseconds));
}

/// Times on the device what `work` puts into the stream.
template <typename Work>
Times timed(const Stream& stream, Work work, double seconds = 0.2) {
    return repeated(
        [&] {
            const Event begin, end;
            begin.record(stream);
            work();
            end.record(stream);
            return static_cast<double>(begin.millisecondsTo(end));
        },
        seconds);
}

/// The same for work dealt out to several streams: from the first one's start to the last one's end.
template <typename Work>
Times timed(const std::vector<Stream>& streams, Work work, double seconds = 0.2) {
    return repeated(
        [&] {
            const Event begin, end;
            begin.record(streams[0]);
            for (std::size_t i = 1; i < streams.size(); ++i)
                streams[i].waitFor(begin);
            work();
            std::vector<Event> ends(streams.size());
            for (std::size_t i = 1; i < streams.size(); ++i) {
                ends[i].record(streams[i]);
                streams[0].waitFor(ends[i]);
            }
            end.record(streams[0]);
            return static_cast<double>(begin.millisecondsTo(end));
        },
        seconds);
}

/// Wall time of work that waits for its own end.
template <typename Work>
Times timedOnHost(Work work, int runs = 9) {
    using Clock = std::chrono::steady_clock;
    work();
    std::vector<double> milliseconds;
    for (int run = 0; run < runs; ++run) {
        const auto begin = Clock::now();
        work();
        milliseconds.push_back(std::chrono::duration<double, std::milli>(Clock::now() - begin).count());
    }
    return timesOf(std::move(milliseconds));
}

/// Rate at which the current device's memory moves bytes, read and written, GB/s.
inline double copyGBps() {
    const std::size_t bytes = std::size_t{1} << 30;
    const DeviceBuffer<std::byte> from(bytes), to(bytes);
    const Stream stream;
    check(cudaMemsetAsync(from.get(), 1, bytes, stream.get()), "clear memory");
    const double ms =
        timed(stream, [&] {
            check(cudaMemcpyAsync(to.get(), from.get(), bytes, cudaMemcpyDeviceToDevice, stream.get()), "copy memory");
        }).medianMs;
    return 2e-6 * static_cast<double>(bytes) / ms;
}

}  // namespace coarsen::gpu
