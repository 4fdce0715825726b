// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/device/device.hpp"
#include "tests/bench/gpu/benchmark.hpp"
#include "tests/bench/gpu/stopwatch.hpp"
#include "tests/bench/gpu/timed_work.hpp"

#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace coarsen::gpu {

/// Several GPUs of one computer side by side, each with a thread of its own.
class SeveralGpus {
public:
    SeveralGpus(std::vector<Device> devices, const std::function<void(const GpuTiming&)>& done)
        : devices_(std::move(devices)), done_(done) {}

    void all() {
        const Case each{1500, 750, 1, 250, false};
        compareCounts<ResidentFrames>(each.name() + " u8, frames on the devices", each, batch * ResidentFrames::rounds,
                                      [](const ResidentFrames& frames) { frames.queue(); });
        const auto series = [&](const std::string& engine, RawSeries::Part part) {
            return sideBySide<RawSeries>(each, devices_.size(), RawSeries::frames, engine,
                                         [part](const RawSeries& one) { one.queue(part); });
        };
        GpuTiming copies = series("plain copies both ways, all GPUs at once", RawSeries::Part::bothWays);
        GpuTiming whole = series("gpu-fft with both ways, all GPUs at once", RawSeries::Part::all);
        copies.name = whole.name = each.name() + " u8, series from pinned memory, " + std::to_string(devices_.size()) + " GPUs";
        whole.ratioTo["plain copies"] = copies.medianMs / whole.medianMs;
        done_(copies);
        done_(whole);
    }

private:
    template <typename Work, typename Queue>
    void compareCounts(const std::string& name, const Case& each, int frames, Queue queue) {
        double aloneMs = 0;
        for (std::size_t count = 1; count <= devices_.size(); count *= 2) {
            GpuTiming timing = sideBySide<Work>(each, count, frames,
                                                "gpu-fft, " + std::to_string(count) + (count == 1 ? " GPU" : " GPUs"), queue);
            timing.name = name;
            if (count == 1) aloneMs = timing.medianMs;
            timing.ratioTo["1 GPU"] = aloneMs / timing.medianMs;
            done_(timing);
        }
    }

    /// Every GPU does the same `frames` frames; the time of one frame is that of all over all frames.
    template <typename Work, typename Queue>
    GpuTiming sideBySide(const Case& each, std::size_t count, int frames, const std::string& engine, Queue queue) {
        std::vector<std::unique_ptr<Work>> works;
        for (std::size_t i = 0; i < count; ++i) {
            devices_[i].makeCurrent();
            works.push_back(std::make_unique<Work>(each));
        }
        const Times times = timedOnHost([&] {
            std::vector<std::jthread> threads;
            for (std::size_t i = 0; i < count; ++i)
                threads.emplace_back([&, i] {
                    devices_[i].makeCurrent();
                    queue(*works[i]);
                    works[i]->wait();
                });
        });
        const double all = static_cast<double>(frames) * static_cast<double>(count);
        return {"", engine, times.medianMs / all, times.minMs / all, {}, 0, ""};
    }

    std::vector<Device> devices_;
    const std::function<void(const GpuTiming&)>& done_;
};

}  // namespace coarsen::gpu
