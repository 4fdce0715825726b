// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/gpu/track_stages.hpp"

#include "gpu/displace/device_tracker.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace coarsen::gpu {

namespace {

using TrackClock = std::chrono::steady_clock;

/// Stages by name, in the order in which they first came.
class StageTimes {
public:
    void add(const std::string& stage, double microseconds) {
        const auto known = std::ranges::find(times_, stage, &TrackStageTimes::stage);
        auto& times = known == times_.end() ? times_.emplace_back(TrackStageTimes{stage, {}}) : *known;
        times.microseconds.push_back(microseconds);
    }
    void addSince(const std::string& stage, TrackClock::time_point& began) {
        const auto now = TrackClock::now();
        add(stage, std::chrono::duration<double, std::micro>(now - std::exchange(began, now)).count());
    }
    std::vector<TrackStageTimes> take() { return std::move(times_); }

private:
    std::vector<TrackStageTimes> times_;
};

}  // namespace

std::vector<TrackStageTimes> trackStageTimes(const PlanShape& shape, std::span<const Image> pictures, int count) {
    const DeviceList list = devices();
    const auto device = std::ranges::find_if(list.devices, [](const Device& one) { return one.unavailable.empty(); });
    if (!list.unavailable.empty() || device == list.devices.end() || !canFollow(shape)) return {};
    DeviceTracker tracker(shape, TrackReference::previous, *device);
    int kilohertz = 0;
    check(cudaDeviceGetAttribute(&kilohertz, cudaDevAttrClockRate, device->index), "say how fast it is");
    constexpr const char* stages[trackStages] = {"GPU: smoothing", "GPU: correlating", "GPU: least squares", "GPU: last look"};
    const Event before, after;
    StageTimes times;
    for (int i = 0; i < count; ++i) {
        const Image& picture = pictures[static_cast<std::size_t>(i) % pictures.size()];
        const auto first = TrackClock::now();
        auto began = first;
        tracker.take(picture);
        times.addSince("into pinned memory", began);
        before.record(tracker.stream());
        began = TrackClock::now();
        tracker.start();
        times.addSince("copy and launch asked for", began);
        after.record(tracker.stream());
        began = TrackClock::now();
        tracker.wait();
        times.addSince("waiting", began);
        const FoundShift found = tracker.found();
        times.addSince("shift and replicates", began);
        times.add("all of it", std::chrono::duration<double, std::micro>(began - first).count());
        times.add("GPU: copy and all stages", 1000 * static_cast<double>(before.millisecondsTo(after)));
        const TrackAnswer& answer = tracker.answer();
        if (answer.outcome != TrackOutcome::look || !found.shift.isFound()) continue;
        long long until = 0;
        for (int stage = 0; stage < trackStages; ++stage)
            times.add(
                stages[stage],
                1000.0 * static_cast<double>(answer.cycles[stage] - std::exchange(until, answer.cycles[stage])) / kilohertz);
        times.add("rounds of least squares (a count)", answer.rounds);
    }
    return times.take();
}

}  // namespace coarsen::gpu
