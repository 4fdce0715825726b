// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/gpu/convolution_bench.hpp"

#include "core/convolve/engines.hpp"
#include "gpu/convolve/convolution_engines.hpp"
#include "gpu/convolve/device_filter.hpp"
#include "gpu/convolve/multiprocessor.hpp"
#include "tests/bench/gpu/convolution_ladder.hpp"
#include "tests/bench/gpu/peak.hpp"
#include "tests/bench/gpu/stopwatch.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>
#include <string>
#include <utility>

namespace coarsen::gpu {

namespace {

constexpr int side = 4096, judgedRows = 16;  // of the image, as in the paper; of its answer, at the top and at the bottom
constexpr double tolerance = 1e-6;           // of the range
constexpr double secondsEach = 0.03;
/// The paper's GTX 480, for the N that its rule takes there.
constexpr Multiprocessor chipOfPaper{49152, 49152, 0, 32768, 1536, 1024, 8};

Filter randomTaps(const FilterSize& size, bool isSeparable) {
    std::mt19937 random(static_cast<unsigned>(100 * size.width + size.height));
    std::uniform_real_distribution<float> tap(-0.5F, 1);
    std::vector<float> column, row;
    for (int y = 0; y < size.height; ++y)
        column.push_back(tap(random));
    for (int x = 0; x < size.width; ++x)
        row.push_back(tap(random));
    Filter filter{size.width, size.height, {}};
    for (const float down : column)
        for (const float across : row)
            filter.taps.push_back(isSeparable ? down * across : tap(random));
    return filter;
}

/// One filter on two images of random bytes that take turns, so that neither waits in the cache.
class FilterBench {
public:
    FilterBench(const Device& device, const FilterSize& size, bool isSeparable, double peakGflops, const Stream& stream,
                const std::function<void(const ConvolutionTiming&)>& done)
        : device_(device),
          size_(size),
          isSeparable_(isSeparable),
          peakGflops_(peakGflops),
          stream_(stream),
          done_(done),
          shape_{side, side, size.width, size.height, 0},
          filter_(randomTaps(size, isSeparable)),
          room_(shape_),
          answer_(shape_.answerSize()) {
        std::mt19937 random(20100705);
        for (int image = 0; image < 2; ++image) {
            std::vector<std::uint8_t> bytes(room_.size());
            for (std::uint8_t& byte : bytes)
                byte = static_cast<std::uint8_t>(random() >> 24);
            bytes_[image] = deviceCopy(bytes);
            padded_[image] = deviceCopy(std::vector<float>(bytes.begin(), bytes.end()));
            if (image == 0) judge(bytes);
        }
        const auto choice = chooseConvolution(convolutionEngines({device}), "auto", shape_, filter_);
        takenByAuto_ = choice.engine->description().name;
    }

    void ladder() {
        const DeviceBuffer<float> taps = deviceCopy(filter_.taps);
        const int width = size_.width, height = size_.height;
        check(putIntoConstantMemory(filter_.taps.data(), width * height, stream_.get()), "keep a filter");
        time({"naive", ConvolutionBaseline::naive, "1x1", "16x16"},
             [&](const FilterTask& task) { return naiveConvolution(task, taps.get(), width, height, stream_.get()); });
        time({"filter in constant memory", ConvolutionBaseline::none, "1x1", "16x16"},
             [&](const FilterTask& task) { return constantConvolution(task, width, height, stream_.get()); });
        tile("neighbourhood in shared memory", 16, 16, 1, 0);
        tile("neighbourhood in shared memory", 32, 32, 1, 0);
        for (const int N : {2, 4}) {
            tile("1x" + std::to_string(N), 16, 16, N, 0);
            tile("1x" + std::to_string(N) + ", padded", 16, 16, N, paddingOf(N));
            tile("1x" + std::to_string(N), 32, 32, N, 0, N == 4 ? ConvolutionBaseline::fixed1x4 : ConvolutionBaseline::none);
        }
        adaptive({16, 32});
    }

    /// After ladder(): adaptive tiles of every other block, and of the paper's the N that they did not take.
    void search() {
        for (const LadderBlock& block : ladderBlocks)
            if (block.across != 16 || block.down != 32) adaptive(block);
        const int taken = largestN({16, 32}, multiprocessorOf(device_));
        for (int N = 1; N <= mostAnswersOfLadder; ++N)
            if (N != taken) tile("1x" + std::to_string(N) + ", padded", 16, 32, N, paddingOf(N));
    }

    void engines() {
        const auto direct = directFilter(shape_, filter_, device_);
        engine(*direct, "gpu-direct", ConvolutionBaseline::none);
        if (direct->takesBytes()) {
            ConvolutionTiming timing = timingOf({"gpu-direct, 8-bit image", ConvolutionBaseline::none, "8x8", "32x4"});
            int turn = 0;
            const auto queue = [&] {
                direct->queueBytes({bytes_[turn % 2].get(), room_.pitch, shape_.paddedHeight(), answer_.get(), side, side, side},
                                   stream_);
                ++turn;
            };
            queue();
            report(timing, queue);
        }
        engine(*fftFilter(shape_, filter_, device_), "gpu-fft", ConvolutionBaseline::none);
        engine(*wholeFftFilter(shape_, filter_), "cuFFT, the whole image", ConvolutionBaseline::fft);
        if (isSeparable_) engine(*separableFilter(shape_, filter_, device_), "gpu-separable", ConvolutionBaseline::none);
    }

private:
    struct Kernel {
        std::string name;
        ConvolutionBaseline baseline;
        std::string tiles, block;
        long sharedBytes = -1;
    };

    /// The first image's answer by cpu-direct, at the top and at the bottom.
    void judge(const std::vector<std::uint8_t>& bytes) {
        const ConvolutionShape band{side, judgedRows, size_.width, size_.height, 0};
        const auto plan = cpuDirectConvolution()->plan(band, filter_);
        for (const int top : {0, side - judgedRows}) {
            std::vector<float> padded, answer(band.answerSize());
            for (int y = top; y < top + band.paddedHeight(); ++y) {
                const auto row = bytes.begin() + static_cast<std::ptrdiff_t>(y) * room_.pitch;
                padded.insert(padded.end(), row, row + band.paddedWidth());
            }
            plan->run(padded, answer, {});
            judged_.push_back(std::move(answer));
        }
    }

    /// The largest N whose tiles fit, by the paper's rule.
    int largestN(const LadderBlock& block, const Multiprocessor& chip) const {
        const std::vector<int> registers{24, 28, 32, 36, 40, 44, 48, 52};  // of our tiled kernels, at most
        return largestTiling(chip, block.across, block.down, size_.width, size_.height, registers, block.across == 16 ? 31 : 0);
    }
    void adaptive(const LadderBlock& block) const {
        const int N = largestN(block, multiprocessorOf(device_));
        if (N > 0) tile("adaptive", block.across, block.down, N, block.across == 16 ? paddingOf(N) : 0);
    }

    /// Padding of rows of blocks 16 threads wide, so that the two halves of a warp meet no bank twice: 16 of 32.
    int paddingOf(int N) const { return (16 - (16 * N + size_.width - 1) % 32 + 32) % 32; }

    double errorOfAnswer() const {
        double worst = 0;
        for (std::size_t band = 0; band < judged_.size(); ++band) {
            const std::size_t start = band == 0 ? 0 : shape_.answerSize() - judged_[band].size();
            const std::vector<float> answer = hostCopy(answer_.get() + start, judged_[band].size());
            for (std::size_t i = 0; i < answer.size(); ++i)
                worst = std::max(worst, std::abs(static_cast<double>(answer[i]) - judged_[band][i]));
        }
        return worst / (255 * filter_.absoluteSum());
    }

    FilterTask task(int turn) const {
        return {padded_[turn % 2].get(),
                room_.pitch,
                shape_.paddedWidth(),
                shape_.paddedHeight(),
                answer_.get(),
                side,
                side,
                side,
                false};
    }

    ConvolutionTiming timingOf(const Kernel& kernel) const {
        ConvolutionTiming timing;
        timing.device = device_.name;
        timing.width = timing.height = side;
        timing.filter = size_;
        timing.isSeparable = isSeparable_;
        timing.engine = kernel.name;
        timing.baseline = kernel.baseline;
        timing.tiles = kernel.tiles;
        timing.block = kernel.block;
        timing.sharedBytes = kernel.sharedBytes;
        timing.peakGflops = peakGflops_;
        timing.isAuto = kernel.name == takenByAuto_;
        timing.tilesOf48KB = largestN({16, 32}, chipOfPaper);
        return timing;
    }

    /// `queue` has queued the first image.
    template <typename Queue>
    void report(ConvolutionTiming timing, Queue queue) const {
        stream_.wait();
        timing.maxError = errorOfAnswer();
        if (timing.maxError > tolerance)
            throw EngineError(timing.engine, "its answer is wrong by " + std::to_string(timing.maxError) + " of the range",
                              "tell the authors");
        timing.ms = timed(stream_, queue, secondsEach).medianMs;
        done_(timing);
    }

    template <typename Launch>
    void time(const Kernel& kernel, Launch launch) const {
        check(cudaMemsetAsync(answer_.get(), 0, answer_.bytes(), stream_.get()), "clear an answer");
        int turn = 0;
        const auto queue = [&] { check(launch(task(turn++)), "start a convolution"); };
        queue();
        report(timingOf(kernel), queue);
    }

    void tile(const std::string& name, int across, int down, int N, int padding,
              ConvolutionBaseline baseline = ConvolutionBaseline::none) const {
        const Tile tile{across, down, N, 1, 0};
        const std::size_t bytes = neighbourhoodBytes(tile, size_.width, size_.height, padding);
        if (bytes > static_cast<std::size_t>(device_.sharedBytesPerBlock)) return;
        time({name, baseline, std::to_string(N) + "x1", std::to_string(across) + "x" + std::to_string(down),
              static_cast<long>(bytes)},
             [&](const FilterTask& task) {
                 return tiledConvolution(task, tile, size_.width, size_.height, padding, stream_.get());
             });
    }

    void engine(const DeviceFilter& filter, const std::string& name, ConvolutionBaseline baseline) const {
        time({name, baseline, filter.variant(), ""}, [&](const FilterTask& task) {
            filter.queue(task, stream_);
            return cudaGetLastError();
        });
    }

    const Device& device_;
    FilterSize size_;
    bool isSeparable_;
    double peakGflops_;
    const Stream& stream_;
    const std::function<void(const ConvolutionTiming&)>& done_;
    ConvolutionShape shape_;
    Filter filter_;
    PaddedRoom room_;
    DeviceBuffer<std::uint8_t> bytes_[2];
    DeviceBuffer<float> padded_[2], answer_;
    std::vector<std::vector<float>> judged_;
    std::string takenByAuto_;
};

/// Times each size on the first GPU, where there is one; `time` gets the device, its peak and a stream.
template <typename Time>
void onFirstGpu(const std::vector<FilterSize>& sizes, Time time) {
    const DeviceList list = devices();
    if (list.devices.empty() || !list.devices.front().unavailable.empty()) return;
    const Device& device = list.devices.front();
    device.makeCurrent();
    const Stream stream;
    const double peak = measuredPeakGflops(device, stream);
    for (const FilterSize& size : sizes)
        time(device, size, peak, stream);
}

}  // namespace

void benchmarkConvolution(const std::vector<FilterSize>& sizes, const std::function<void(const ConvolutionTiming&)>& done) {
    onFirstGpu(sizes, [&](const Device& device, const FilterSize& size, double peak, const Stream& stream) {
        FilterBench any(device, size, false, peak, stream, done);
        if (size.width * size.height <= mostTapsOfLadder) any.ladder();
        any.engines();
        FilterBench(device, size, true, peak, stream, done).engines();
    });
}

void benchmarkConvolutionLadder(const std::vector<FilterSize>& sizes, const std::function<void(const ConvolutionTiming&)>& done) {
    onFirstGpu(sizes, [&](const Device& device, const FilterSize& size, double peak, const Stream& stream) {
        FilterBench bench(device, size, false, peak, stream, done);
        bench.ladder();
        bench.search();
    });
}

}  // namespace coarsen::gpu
