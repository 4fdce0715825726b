// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/suites/convolution_timing.hpp"

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/base/parallel.hpp"
#include "core/convolve/convolve.hpp"
#include "core/convolve/simd_kernels.hpp"
#include "core/settings/size_text.hpp"
#include "tests/bench/suites/cpu_clock.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <random>

namespace coarsen::bench {

namespace {

constexpr double ourTolerance = 1e-6, theirTolerance = 1e-5;  // of the range
constexpr int largestFilter = 999;

Filter randomFilter(FilterSize size, bool isSeparable) {
    std::mt19937 random(7);
    std::uniform_real_distribution<float> tap(0, 1);
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

Image randomImage(int width, int height) {
    std::mt19937 random(1);
    std::vector<float> pixels(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    for (float& pixel : pixels)
        pixel = static_cast<float>(random() >> 24);
    return {width, height, std::move(pixels)};
}

/// All that is timed with one filter; the engines are the CPU's.
class FilterCase {
public:
    FilterCase(const ConvolutionEngineList& engines, const ConvolutionCases& cases, const Image& image, Filter filter,
               const std::function<void(const ConvolutionTiming&)>& done)
        : engines_(engines), cases_(cases), image_(image), filter_(std::move(filter)), done_(done) {
        const std::shared_ptr<const ConvolutionEngine> judge = cpuDirectConvolution();
        const auto start = Clock::now();
        judged_ = Convolver({judge}, "auto", filter_, {}, image.width(), image.height(), 1)(image).image;
        judgeMs_ = 1e3 * secondsSince(start);
    }

    void time(int threads, double peak) {
        threads_ = threads;
        peak_ = peak;
        if (threads == 1) report("cpu-direct", ConvolutionBaseline::naive, judgeMs_, 0);
        const std::string takenByAuto = choice("auto").engine->description().name;
        for (const auto& engine : engines_) {
            const ConvolutionEngineDescription& about = engine->description();
            if (about.name == "cpu-direct" || !canDo(*engine)) continue;
            Convolver convolver(engines_, about.name, filter_, {}, image_.width(), image_.height(), threads);
            const double error = errorOf(convolver(image_).image.plane<float>(), about.name, ourTolerance);
            const auto part = about.name == "cpu-fft" ? ConvolutionBaseline::fft : ConvolutionBaseline::none;
            report(about.name, part, medianMs(cases_.seconds, [&] { convolver(image_); }), error, about.name == takenByAuto);
        }
        timeOpenCv();
    }

private:
    ConvolutionShape shape() const { return {image_.width(), image_.height(), filter_.width, filter_.height, threads_}; }
    ConvolutionEngineChoice choice(const std::string& name) const { return chooseConvolution(engines_, name, shape(), filter_); }
    bool canDo(const ConvolutionEngine& engine) const { return std::isfinite(engine.description().cost(shape(), filter_)); }
    bool isSeparable() const { return separated(filter_).has_value(); }

    void timeOpenCv() const {
        const auto pixels = image_.plane<float>();
        const cv::Mat from(image_.height(), image_.width(), CV_32F, const_cast<float*>(pixels.data()));
        const cv::Mat taps(filter_.height, filter_.width, CV_32F, const_cast<float*>(filter_.taps.data()));
        const cv::Point anchor((filter_.width - 1) / 2, (filter_.height - 1) / 2);
        cv::Mat to;
        const auto timed = [&](const std::string& name, const std::function<void()>& work) {
            const int before = cv::getNumThreads();
            cv::setNumThreads(threads_);
            const double ms = medianMs(cases_.seconds, work);
            cv::setNumThreads(before);
            const std::span<const float> answer(to.ptr<float>(), to.total());
            report(name, name == "OpenCV filter2D" ? ConvolutionBaseline::library : ConvolutionBaseline::none, ms,
                   errorOf(answer, name, theirTolerance));
        };
        timed("OpenCV filter2D", [&] { cv::filter2D(from, to, CV_32F, taps, anchor, 0, cv::BORDER_REFLECT); });
        if (const auto parts = separated(filter_))
            timed("OpenCV sepFilter2D",
                  [&] { cv::sepFilter2D(from, to, CV_32F, parts->row, parts->column, anchor, 0, cv::BORDER_REFLECT); });
    }

    /// Over the largest pixel times the taps without signs.
    double errorOf(std::span<const float> answer, const std::string& name, double tolerance) const {
        const auto judged = judged_.plane<float>(), pixels = image_.plane<float>();
        double worst = 0;
        for (std::size_t i = 0; i < judged.size(); ++i)
            worst = std::max(worst, std::abs(static_cast<double>(answer[i]) - judged[i]));
        worst /= *std::ranges::max_element(pixels) * filter_.absoluteSum();
        if (!(worst <= tolerance))
            throw EngineError(name, "its answer differs from cpu-direct's by " + shortest(worst) + " of the range",
                              "report this, with the machine's name");
        return worst;
    }

    void report(const std::string& name, ConvolutionBaseline part, double ms, double error, bool isAuto = false) const {
        ConvolutionTiming timing;
        timing.device = "CPU, " + std::to_string(threads_) + (threads_ == 1 ? " thread" : " threads");
        timing.width = image_.width();
        timing.height = image_.height();
        timing.filter = {filter_.width, filter_.height};
        timing.isSeparable = isSeparable();
        timing.engine = name;
        timing.baseline = part;
        timing.ms = ms;
        timing.peakGflops = peak_;
        timing.isAuto = isAuto;
        timing.maxError = error;
        if (name == "cpu-simd") {
            const ConvolutionKernels& kernels = *usableConvolutionKernels().kernels[0];
            timing.tiles = std::to_string(kernels.columns) + "x" + std::to_string(kernels.rows);
        }
        done_(timing);
    }

    const ConvolutionEngineList& engines_;
    const ConvolutionCases& cases_;
    const Image& image_;
    Filter filter_;
    const std::function<void(const ConvolutionTiming&)>& done_;
    Image judged_;
    double judgeMs_ = 0, peak_ = 0;
    int threads_ = 1;
};

[[noreturn]] void refuseSize(const std::string& text, const std::string& option) {
    throw SettingError(
        option, "'" + text + "' is no size of filters",
        "write one as 17 or 1x43, or odd sizes from small to large as 3:43, up to " + std::to_string(largestFilter));
}

}  // namespace

std::vector<FilterSize> filterSizesFrom(const std::vector<std::string>& texts, const std::string& option) {
    std::vector<FilterSize> sizes;
    const auto asSize = [&](double number, const std::string& text) {
        if (number < 1 || number > largestFilter || number != std::floor(number)) refuseSize(text, option);
        return static_cast<int>(number);
    };
    for (const std::string& text : texts) {
        if (const auto range = numberPair(text, ':')) {
            const int first = asSize(range->first, text), last = asSize(range->second, text);
            if (first > last) refuseSize(text, option);
            for (int size = first; size <= last; size += 2)
                sizes.push_back({size, size});
        } else if (const auto pair = numberPair(text, 'x')) {
            sizes.push_back({asSize(pair->first, text), asSize(pair->second, text)});
        } else {
            const int size = asSize(parseNumber(text).value_or(0), text);
            sizes.push_back({size, size});
        }
    }
    return sizes;
}

void timeConvolutions(const ConvolutionEngineList& all, const ConvolutionCases& cases,
                      const std::function<void(const ConvolutionTiming&)>& done) {
    ConvolutionEngineList engines;
    std::ranges::copy_if(all, std::back_inserter(engines), [](const auto& engine) { return !engine->description().isGpu; });
    const Image image = randomImage(cases.width, cases.height);
    std::vector<double> peaks;
    for (const int threads : cases.threads)
        peaks.push_back(peakGflopsOfCpu(threads));
    for (const FilterSize& size : cases.sizes)
        for (const bool isSeparable : {false, true}) {
            const bool isLine = size.width == 1 || size.height == 1;
            if (isLine && !isSeparable) continue;  // always of rank 1
            FilterCase each(engines, cases, image, randomFilter(size, isSeparable), done);
            for (std::size_t i = 0; i < peaks.size(); ++i)
                each.time(cases.threads[i], peaks[i]);
        }
}

}  // namespace coarsen::bench
