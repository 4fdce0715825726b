// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/gpu/volumes_bench.hpp"

#include "core/correlate/volume/engines.hpp"
#include "core/correlate/volume/volume_correlation.hpp"
#include "core/measure/volume_measurer.hpp"
#include "gpu/c3d/c3d_engine.hpp"
#include "gpu/c3d/device_plan.hpp"
#include "gpu/device/device.hpp"
#include "tests/bench/gpu/stopwatch.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <random>
#include <utility>

namespace coarsen::gpu {

namespace {

constexpr double tolerance = 1e-5;  // of the value at no offset
constexpr int runs = 7;

/// Random bytes, a tenth of them masked in blocks of 8 along x.
Volume cubeOfBytes(int side, bool isMasked) {
    std::mt19937 random(20101120);
    const VolumeSize size{side, side, side};
    std::vector<float> values(size.voxels());
    for (float& value : values)
        value = static_cast<float>(random() >> 24);
    std::vector<std::uint8_t> valid;
    if (isMasked) valid.assign(size.voxels(), 1);
    for (std::size_t i = 0; i + 8 <= valid.size(); i += 8)
        if (random() % 10 == 0) std::fill_n(valid.begin() + static_cast<std::ptrdiff_t>(i), 8, std::uint8_t{0});
    return {size, {}, std::move(values), std::move(valid)};
}

/// One forward and one inverse transform in float32, milliseconds.
double roundTrip(const VolumeSize& padded) {
    const Stream stream;
    const CufftVolume transform(padded, false, stream);
    const DeviceBuffer<std::byte> field(CufftVolume::fieldBytes(padded, false)), work(transform.workBytes());
    check(cudaMemsetAsync(field.get(), 0, field.bytes(), stream.get()), "clear a volume");
    transform.useWork(work.get());
    return timed(stream,
                 [&] {
                     transform.forward(field.get());
                     transform.back(field.get());
                 })
        .medianMs;
}

class CubeBench {
public:
    CubeBench(const Device& device, int side, bool isMasked)
        : device_(device),
          volume_(cubeOfBytes(side, isMasked)),
          level_(levelOf(statisticsOf(volume_), MeanMode::global)),
          reach_{side / 3, side / 3, side / 3},
          blockReach_{std::min(side / 3, side / 4), std::min(side / 3, side / 4), std::min(side / 3, side / 4)} {
        timing_.device = device.name;
        timing_.side = side;
        timing_.isMasked = isMasked;
        timing_.reach = reach_;
        timing_.padded = paddedOnDevice(volume_.size(), reach_);
    }

    VolumesTiming time(bool isCompared) {
        timing_.roundTripMs = roundTrip(timing_.padded);
        sums();
        if (isCompared) compare();
        lengths();
        return timing_;
    }

private:
    std::vector<VoxelBox> blocks() const {
        const int half = timing_.side / 2;
        std::vector<VoxelBox> boxes;
        for (int i = 0; i < 8; ++i)
            boxes.push_back({(i & 1) * half, (i >> 1 & 1) * half, (i >> 2) * half, {half, half, half}});
        return boxes;
    }

    /// C3D and what the jack-knife needs; with a mask, its pairs, which a whole volume's correlator keeps.
    void ask(DeviceC3dPlan& plan, bool withBlocks) const {
        plan.ofItself(C3dField::centred, wholeOf(volume_.size()), reach_, {});
        if (!withBlocks) return;
        for (const VoxelBox& box : blocks()) {
            plan.ofItself(C3dField::centred, box, blockReach_, {});
            if (timing_.isMasked) plan.ofItself(C3dField::valid, box, blockReach_, {});
        }
    }
    void queue(DeviceC3dPlan& plan, bool withBlocks) const {
        plan.queue({C3dField::centred, {}, wholeOf(volume_.size()), reach_});
        if (!withBlocks) return;
        for (const VoxelBox& box : blocks()) {
            plan.queue({C3dField::centred, {}, box, blockReach_});
            if (timing_.isMasked) plan.queue({C3dField::valid, {}, box, blockReach_});
        }
    }

    void sums() {
        using Clock = std::chrono::steady_clock;
        const auto begin = Clock::now();
        DeviceC3dPlan plan({volume_.size(), reach_, 0}, device_);
        plan.take(volume_, level_, {});
        ask(plan, true);
        timing_.planMs = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();

        timing_.sumsMs = timed(plan.stream(), [&] { queue(plan, false); }).medianMs;
        timing_.leaveOneMs = timed(plan.stream(), [&] { queue(plan, true); }).medianMs;
        timing_.uploadMs = timedOnHost(
                               [&] {
                                   plan.take(volume_, level_, {});
                                   plan.stream().wait();
                               },
                               runs)
                               .medianMs;
        for (const bool withBlocks : {false, true})
            (withBlocks ? timing_.hostLeaveOneMs : timing_.hostSumsMs) = timedOnHost(
                                                                             [&] {
                                                                                 plan.take(volume_, level_, {});
                                                                                 ask(plan, withBlocks);
                                                                             },
                                                                             runs)
                                                                             .medianMs;
        sums_ = plan.ofItself(C3dField::centred, wholeOf(volume_.size()), reach_, {}).value();
    }

    void compare() {
        const auto judge = cpuFftC3d()->plan({volume_.size(), reach_, 0});
        judge->take(volume_, level_);
        const VolumeLagSums judged = judge->ofItself(C3dField::centred, wholeOf(volume_.size()), reach_).value();
        double worst = 0;
        for (std::size_t i = 0; i < judged.values.size(); ++i)
            worst = std::max(worst, std::abs(judged.values[i] - sums_.values[i]));
        timing_.maxError = worst / judged.at(0, 0, 0);
        if (!(timing_.maxError <= tolerance))
            throw EngineError("gpu-fft", "its answer is wrong by " + std::to_string(timing_.maxError) + " of N(0, 0, 0)",
                              "tell the authors");
    }

    void lengths() {
        sums_ = {};
        VolumeMeasurer measurer({}, C3dRequest{{fftC3d({device_})}, "gpu-fft"}, 0);
        for (const bool withErrors : {false, true})
            (withErrors ? timing_.lengthsWithErrorsMs : timing_.lengthsMs) =
                timedOnHost([&] { measurer(volume_, withErrors); }, timing_.side > 300 ? 1 : 3).medianMs;
    }

    Device device_;
    Volume volume_;
    C3dLevel level_;
    LagReach reach_, blockReach_;
    VolumesTiming timing_;
    VolumeLagSums sums_;
};

}  // namespace

void benchmarkVolumes(const std::vector<int>& sides, int largestCompared, const std::function<void(const VolumesTiming&)>& done) {
    const DeviceList list = devices();
    if (list.devices.empty() || !list.devices.front().unavailable.empty()) return;
    const Device& device = list.devices.front();
    device.makeCurrent();
    for (const int side : sides)
        for (const bool isMasked : {false, true}) {
            try {
                done(CubeBench(device, side, isMasked).time(side <= largestCompared));
            } catch (const OutOfGpuMemory&) {
                continue;
            }
        }
}

}  // namespace coarsen::gpu
