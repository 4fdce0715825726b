// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the benchmark times, with the memory that it needs: made before the clock runs.

#include "core/correlate/engine.hpp"
#include "gpu/correlate/fused_transform.hpp"
#include "gpu/device/buffer.hpp"
#include "gpu/device/check.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace coarsen::gpu {

inline constexpr int batch = 64;  // frames on the device, more than the cache holds

/// The chip's own limits, measured in this run.
struct Ceilings {
    double floatMultiplyAdds, byteMultiplyAdds;  ///< a second
    double toDevice, toHost;                     ///< bytes a second, from and to pinned memory
};

struct Case {
    int width, height, channels, maxLag;
    bool hasSlowOnes;  ///< the naive kernel and the direct ones too

    std::string name() const {
        return std::to_string(width) + "x" + std::to_string(height) + " R" + std::to_string(maxLag) +
               (channels > 1 ? ", " + std::to_string(channels) + " channels" : "");
    }
    PlanShape planShape() const {
        return {.width = width, .height = height, .channels = channels, .maxLag = maxLag, .type = PixelType::u8};
    }
    FusedFftShape fused() const { return {width, height, channels, maxLag, true}; }
    std::size_t pixels() const { return static_cast<std::size_t>(width) * static_cast<std::size_t>(height); }

    /// Two transforms of the image padded by R at the chip's rate: 2 x 2.5 N log2 N operations, two of them a multiply-add.
    double transformFloorMs(const Ceilings& ceilings) const {
        const double size = static_cast<double>(width + maxLag) * (height + maxLag);
        return 1e3 * 2 * 2.5 * size * std::log2(size) * channels / (2 * ceilings.floatMultiplyAdds);
    }
    /// Products over all overlaps of the half plane.
    double products() const {
        double across = 0, down = 0;
        for (int X0 = -maxLag; X0 <= maxLag; ++X0)
            across += width - std::abs(X0);
        for (int Y0 = 0; Y0 <= maxLag; ++Y0)
            down += height - Y0;
        return across * down * channels;
    }
};

inline std::vector<std::uint8_t> randomBytes(std::size_t count) {
    std::mt19937 random(20100705);
    std::vector<std::uint8_t> bytes(count);
    for (std::uint8_t& byte : bytes)
        byte = static_cast<std::uint8_t>(random() >> 24);
    return bytes;
}

/// The fused transforms with room for some sub-batches, each on a stream of its own.
class FusedRun {
public:
    FusedRun(const Case& which, int streams, int framesEach)
        : shape_(which.fused()), framesEach_(framesEach), streams_(static_cast<std::size_t>(streams)), tables_(shape_) {
        for (int i = 0; i < streams; ++i)
            buffers_.emplace_back(shape_, framesEach);
    }

    const std::vector<Stream>& streams() const { return streams_; }

    /// Queues `frames` frames, sub-batch after sub-batch, dealt out to the streams.
    void run(const DevicePlanes& planes, int frames, float* answers) const {
        const std::size_t frameSize = static_cast<std::size_t>(shape_.width) * static_cast<std::size_t>(shape_.height) *
                                      static_cast<std::size_t>(shape_.channels);
        const std::size_t frameBytes = frameSize * (planes.format == PixelFormat::f32 ? sizeof(float) : 1);
        std::size_t next = 0;
        for (int first = 0; first < frames; first += framesEach_) {
            const std::size_t i = next++ % streams_.size();
            DevicePlanes part = planes;
            part.pixels = static_cast<const std::uint8_t*>(planes.pixels) + static_cast<std::size_t>(first) * frameBytes;
            part.means = planes.means + first * shape_.channels;
            if (planes.masks)
                part.masks =
                    planes.masks + static_cast<std::size_t>(first) * frameSize / static_cast<std::size_t>(shape_.channels);
            FusedFftMemory memory = buffers_[i].memory(tables_);
            memory.answers = answers + static_cast<std::size_t>(first) * shape_.answerSize();
            check(launchFusedFft(shape_, part, memory, std::min(framesEach_, frames - first), streams_[i].get()),
                  "start a transform");
        }
    }

private:
    FusedFftShape shape_;
    int framesEach_;
    std::vector<Stream> streams_;
    FusedFftTables tables_;
    std::vector<FusedFftBuffers> buffers_;
};

/// 8-bit frames in pinned memory, one after the other to the device, transformed, and their lag sums back; on the device that is
/// current.
class RawSeries {
public:
    static constexpr int frames = 512;
    enum class Part { toDevice, bothWays, all };

    explicit RawSeries(const Case& each)
        : frameSize_(each.pixels()),
          answerSize_(each.fused().answerSize()),
          here_(frameSize_ * batch),
          there_(frameSize_ * framesEach * lanes),
          means_(deviceCopy(std::vector<float2>(batch, float2{127.5F, 0}))),
          answers_(answerSize_ * framesEach * lanes),
          answersHere_(answerSize_ * batch) {
        const std::vector<std::uint8_t> bytes = randomBytes(here_.size());
        std::copy(bytes.begin(), bytes.end(), here_.get());
        for (std::size_t i = 0; i < lanes; ++i)
            runs_.emplace_back(each, 1, static_cast<int>(framesEach));
    }

    void queue(Part part) const {
        for (int first = 0; first < frames; first += framesEach) {
            const auto lane = static_cast<std::size_t>(first / framesEach % lanes),
                       from = static_cast<std::size_t>(first % batch);
            const Stream& stream = runs_[lane].streams()[0];
            std::uint8_t* const pixels = there_.get() + frameSize_ * framesEach * lane;
            float* const sums = answers_.get() + answerSize_ * framesEach * lane;
            check(cudaMemcpyAsync(pixels, here_.get() + from * frameSize_, framesEach * frameSize_, cudaMemcpyHostToDevice,
                                  stream.get()),
                  "receive the images");
            if (part == Part::toDevice) continue;
            if (part == Part::all) runs_[lane].run({pixels, nullptr, means_.get(), PixelFormat::u8}, framesEach, sums);
            check(cudaMemcpyAsync(answersHere_.get() + from * answerSize_, sums, framesEach * answerSize_ * sizeof(float),
                                  cudaMemcpyDeviceToHost, stream.get()),
                  "send its answer");
        }
    }

    void wait() const {
        for (const FusedRun& run : runs_)
            run.streams()[0].wait();
    }

private:
    static constexpr std::size_t framesEach = 4, lanes = 4;
    std::size_t frameSize_, answerSize_;
    PinnedBuffer<std::uint8_t> here_;
    DeviceBuffer<std::uint8_t> there_;
    DeviceBuffer<float2> means_;
    DeviceBuffer<float> answers_;
    PinnedBuffer<float> answersHere_;
    std::vector<FusedRun> runs_;
};

/// Frames that lie on the device, again and again.
class ResidentFrames {
public:
    explicit ResidentFrames(const Case& each)
        : frames_(deviceCopy(randomBytes(each.pixels() * batch))),
          means_(deviceCopy(std::vector<float2>(batch, float2{127.5F, 0}))),
          answers_(each.fused().answerSize() * batch),
          run_(each, 4, 4) {}

    void queue() const {
        for (int round = 0; round < rounds; ++round)
            run_.run({frames_.get(), nullptr, means_.get(), PixelFormat::u8}, batch, answers_.get());
    }
    void wait() const {
        for (const Stream& stream : run_.streams())
            stream.wait();
    }
    static constexpr int rounds = 16;

private:
    DeviceBuffer<std::uint8_t> frames_;
    DeviceBuffer<float2> means_;
    DeviceBuffer<float> answers_;
    FusedRun run_;
};

}  // namespace coarsen::gpu
