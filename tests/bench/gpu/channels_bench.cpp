// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/gpu/channels_bench.hpp"

#include "gpu/correlate/cufft_sums.hpp"
#include "gpu/device/device.hpp"
#include "tests/bench/gpu/channel_tiles.hpp"
#include "tests/bench/gpu/peak.hpp"
#include "tests/bench/gpu/stopwatch.hpp"
#include "tests/bench/gpu/timed_work.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace coarsen::gpu {

namespace {

std::vector<float> repeatedPlanes(const std::vector<float>& planes, int times) {
    std::vector<float> all;
    all.reserve(planes.size() * static_cast<std::size_t>(times));
    for (int i = 0; i < times; ++i)
        all.insert(all.end(), planes.begin(), planes.end());
    return all;
}

class ChannelsBench {
public:
    ChannelsBench(const Device& device, const ChannelsProblem& problem, const std::function<void(const ChannelsTiming&)>& done)
        : device_(device),
          problem_(problem),
          case_{problem.side, problem.side, ChannelsProblem::channels, problem.maxLag(), false},
          done_(done),
          frames_(deviceCopy(repeatedPlanes(problem.planes, batch))),
          means_(deviceCopy(std::vector<float2>(ChannelsProblem::channels * batch, float2{0, 0}))),
          answers_(case_.fused().answerSize() * batch) {
        peakGflops_ = measuredPeakGflops(device, stream_);
    }

    void all() {
        for (const int frames : {1, batch}) {
            tiles(frames);
            cufft(frames);
            fused(frames);
        }
    }

private:
    void tiles(int frames) {
        const DeviceBuffer<float> pixels = deviceCopy(repeatedPlanes(problem_.pixels(), frames));
        const auto time = [&](const char* name, const float* images, bool isOfPlanes) {
            const TileBatch tiled{problem_.side, frames, case_.fused().answerSize(), images};
            ChannelTile tile;
            tile.isOfPlanes = isOfPlanes;
            const auto queue = [&] { check(addInThreads(tiled, tile, answers_.get(), stream_.get()), "run the tile"); };
            clear();
            queue();
            report(name, false, frames, plainSumsTolerance, timed(stream_, queue));
        };
        time("the paper's tile, float4", pixels.get(), false);
        time("the paper's tile, planes", frames_.get(), true);
    }

    /// The quickest of some padded sizes.
    void cufft(int frames) {
        Times quickest{std::numeric_limits<double>::infinity(), 0, 0};
        int width = cufftLength(problem_.side + case_.maxLag);
        for (int i = 0; i < 4; ++i, width = cufftLength(width + 2)) {
            const CufftSums sums(case_.planShape(), stream_, CufftWay::twoDimensional, width, width, frames);
            const auto queue = [&] { sums.run(planes(), 0, answers_.get()); };
            clear();
            queue();
            const Times times = timed(stream_, queue, 0.1);
            if (times.medianMs < quickest.medianMs) quickest = times;
        }
        report("cuFFT 2-D, best of 4 sizes", true, frames, channelsTolerance, quickest);
    }

    void fused(int frames) {
        const FusedRun run(case_, frames == 1 ? 1 : 4, frames == 1 ? 1 : 4);
        const auto queue = [&] { run.run(planes(), frames, answers_.get()); };
        clear();
        queue();
        for (const Stream& stream : run.streams())
            stream.wait();
        if (frames > 1) {
            report("gpu-fft", true, frames, channelsTolerance, timed(run.streams(), queue));
            return;
        }
        const Graph graph = Graph::recorded(run.streams()[0], queue);
        report("gpu-fft", true, 1, channelsTolerance, timed(run.streams()[0], [&] { graph.start(run.streams()[0]); }));
    }

    DevicePlanes planes() const { return {frames_.get(), nullptr, means_.get(), PixelFormat::f32}; }
    void clear() const {
        check(cudaMemsetAsync(answers_.get(), 0, answers_.bytes(), stream_.get()), "clear the answers");
        stream_.wait();
    }

    /// The first and the last image's answer are checked.
    void report(const std::string& name, bool isHalfPlane, int frames, double tolerance, const Times& times) {
        stream_.wait();
        ChannelsTiming timing{device_.name,
                              name,
                              isHalfPlane ? problem_.productsOfHalfPlane() : problem_.productsOfQuadrant(),
                              frames,
                              times.medianMs / frames,
                              peakGflops_,
                              0};
        for (const int frame : {0, frames - 1}) {
            const std::size_t size = case_.fused().answerSize();
            const std::vector<float> answer = hostCopy(answers_.get() + size * static_cast<std::size_t>(frame), size);
            timing.maxError = std::max(timing.maxError, isHalfPlane ? problem_.errorOfHalfPlane(answer.data())
                                                                    : problem_.errorOfQuadrant(answer.data()));
        }
        if (!(timing.maxError <= tolerance))
            throw EngineError(name, "its answer is wrong by " + std::to_string(timing.maxError) + " of N(0, 0)",
                              "tell the authors");
        done_(timing);
    }

    const Device& device_;
    const ChannelsProblem& problem_;
    Case case_;
    const std::function<void(const ChannelsTiming&)>& done_;
    Stream stream_;
    DeviceBuffer<float> frames_;
    DeviceBuffer<float2> means_;
    DeviceBuffer<float> answers_;
    double peakGflops_ = 0;
};

}  // namespace

void benchmarkChannels(const ChannelsProblem& problem, const std::function<void(const ChannelsTiming&)>& done) {
    const DeviceList list = devices();
    if (list.devices.empty() || !list.devices.front().unavailable.empty()) return;
    list.devices.front().makeCurrent();
    ChannelsBench(list.devices.front(), problem, done).all();
}

}  // namespace coarsen::gpu
