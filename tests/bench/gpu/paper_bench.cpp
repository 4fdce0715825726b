// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/gpu/paper_bench.hpp"

#include "core/base/error.hpp"
#include "gpu/device/buffer.hpp"
#include "gpu/device/check.hpp"
#include "gpu/device/device.hpp"
#include "tests/bench/gpu/baselines.hpp"
#include "tests/bench/gpu/stopwatch.hpp"
#include "tests/bench/gpu/texture.hpp"

#include <chrono>
#include <string>

namespace coarsen::gpu {

namespace {

constexpr int mostThreads = 1024;                                // of a block: 2 R + 1 of them
constexpr int mostWidthAsPrinted = 800, mostLagAsPrinted = 256;  // IMAGE_WIDTH, and OFFSET_SIZE = 514
constexpr double allowedError = 1e-4,
                 allowedAsPrinted = 0.05;  // of the mean product at no offset; as printed it is of other rows

template <typename Number>
std::vector<double> doubles(const std::vector<Number>& numbers, double factor) {
    std::vector<double> all;
    for (const Number number : numbers)
        all.push_back(factor * static_cast<double>(number));
    return all;
}

class PaperBench {
public:
    PaperBench(const Device& device, const PaperProblem& problem, double seconds,
               const std::function<void(const PaperTiming&)>& done)
        : device_(device),
          problem_(problem),
          seconds_(seconds),
          done_(done),
          pixels_(problem.pixels.size()),
          texture_(problem.width, problem.height) {}

    void all() {
        const BaselineShape shape{problem_.width, problem_.height, problem_.maxLag};
        const std::size_t across = 2 * static_cast<std::size_t>(shape.maxLag) + 1, down = across / 2 + 1;
        if (across > mostThreads) return;
        if (shape.width <= mostWidthAsPrinted && shape.maxLag <= mostLagAsPrinted) {
            const int rows = shape.height - shape.maxLag + 2;
            const auto sums = time<int>("Listing 1, as printed", across * (down - 1), Memory::global,
                                        [&](int* to) { return listing1AsPrinted(shape, pixels_.get(), to, stream_.get()); });
            report(problem_.largestErrorOfMeans(doubles(sums, 0.01 / rows)), allowedAsPrinted);
        }
        const auto summed = [&](const char* name, Memory memory, auto launch) {
            const auto sums = time<float>(name, across * down, memory, launch);
            report(problem_.largestError(doubles(sums, 1)), allowedError);
        };
        summed("Listing 1, as meant", Memory::global,
               [&](float* to) { return listing1(shape, pixels_.get(), to, stream_.get()); });
        const DeviceBuffer<float> lines(across * down * static_cast<std::size_t>(shape.height));
        summed("two kernels", Memory::global,
               [&](float* to) { return listing1TwoKernels(shape, pixels_.get(), lines.get(), to, stream_.get()); });
        summed("their first kernel, from a texture", Memory::texture,
               [&](float* to) { return lagOfThreadFromTexture(shape, texture_.get(), to, stream_.get()); });
        summed("their first kernel, from global memory", Memory::global,
               [&](float* to) { return lagOfThread(shape, pixels_.get(), to, stream_.get()); });
    }

private:
    /// Where on the device the image lies.
    enum class Memory { global, texture };

    void receive(Memory memory) const {
        if (memory == Memory::texture)
            texture_.receive(problem_.pixels.data(), stream_);
        else
            check(cudaMemcpyAsync(pixels_.get(), problem_.pixels.data(), problem_.pixels.size(), cudaMemcpyHostToDevice,
                                  stream_.get()),
                  "receive the image");
    }

    /// From the image here to the sums here, which it gives back.
    template <typename Sum, typename Launch>
    std::vector<Sum> time(const char* name, std::size_t count, Memory memory, Launch launch) {
        const DeviceBuffer<Sum> sums(count);
        std::vector<Sum> answer;
        const Times times = repeated(
            [&] {
                const auto begin = std::chrono::steady_clock::now();
                receive(memory);
                check(cudaMemsetAsync(sums.get(), 0, sums.bytes(), stream_.get()), "clear the sums");
                check(launch(sums.get()), "run the paper's kernel");
                stream_.wait();
                answer = hostCopy(sums.get(), count);
                return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
            },
            seconds_);
        timing_ = {device_.name, name, times.medianMs, 0};
        return answer;
    }
    void report(double error, double allowed) {
        if (!(error <= allowed))
            throw EngineError(timing_.engine,
                              "its answer is wrong by " + std::to_string(error) + " of the mean product at no offset",
                              "tell the authors");
        timing_.maxError = error;
        done_(timing_);
    }

    const Device& device_;
    const PaperProblem& problem_;
    double seconds_;
    const std::function<void(const PaperTiming&)>& done_;
    Stream stream_;
    DeviceBuffer<std::uint8_t> pixels_;
    TextureImage texture_;
    PaperTiming timing_;
};

}  // namespace

void benchmarkPaper(const PaperProblem& problem, double seconds, const std::function<void(const PaperTiming&)>& done) {
    const DeviceList list = devices();
    if (list.devices.empty() || !list.devices.front().unavailable.empty()) return;
    list.devices.front().makeCurrent();
    PaperBench(list.devices.front(), problem, seconds, done).all();
}

}  // namespace coarsen::gpu
