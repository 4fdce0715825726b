// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/convolve/engines.hpp"
#include "core/fourier/fftw.hpp"

#include <algorithm>
#include <numeric>

namespace coarsen {

namespace {

/// A circular correlation of the padded image with the filter, of which only places are kept that nothing wraps into. The mean
/// goes around the transform, so that a small contrast on a large mean keeps its digits.
class FftConvolutionPlan final : public ConvolutionPlan {
public:
    FftConvolutionPlan(const ConvolutionShape& shape, const Filter& filter)
        : shape_(shape),
          width_(smoothSize(shape.paddedWidth())),
          height_(smoothSize(shape.paddedHeight())),
          transform_(width_, height_),
          plane_(alignedFloats(numbers())),
          spectrum_(alignedComplex(halfSpectrum())),
          filterSpectrum_(alignedComplex(halfSpectrum())),
          tapSum_(filter.sum()) {
        for (int y = 0; y < filter.height; ++y)
            for (int x = 0; x < filter.width; ++x)
                plane_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x)] =
                    filter.at(x, y);
        transform_.forward(plane_.get(), filterSpectrum_.get());
    }

    void run(std::span<const float> padded, std::span<float> answer, std::stop_token stop) override {
        const double mean = std::accumulate(padded.begin(), padded.end(), 0.0) / static_cast<double>(padded.size());
        const auto paddedWidth = static_cast<std::size_t>(shape_.paddedWidth()), width = static_cast<std::size_t>(width_);
        std::fill_n(plane_.get(), numbers(), 0.0F);
        for (std::size_t y = 0; y < static_cast<std::size_t>(shape_.paddedHeight()); ++y)
            for (std::size_t x = 0; x < paddedWidth; ++x)
                plane_[y * width + x] = static_cast<float>(padded[y * paddedWidth + x] - mean);
        transform_.forward(plane_.get(), spectrum_.get());
        if (stop.stop_requested()) return;
        for (std::size_t i = 0; i < halfSpectrum(); ++i)
            spectrum_[i] *= std::conj(filterSpectrum_[i]);
        transform_.inverse(spectrum_.get(), plane_.get());
        const double scale = 1 / static_cast<double>(numbers()), offset = mean * tapSum_;
        std::size_t at = 0;
        for (std::size_t y = 0; y < static_cast<std::size_t>(shape_.height); ++y)
            for (std::size_t x = 0; x < static_cast<std::size_t>(shape_.width); ++x)
                answer[at++] = static_cast<float>(plane_[y * width + x] * scale + offset);
    }

private:
    std::size_t numbers() const { return static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_); }
    std::size_t halfSpectrum() const { return (static_cast<std::size_t>(width_) / 2 + 1) * static_cast<std::size_t>(height_); }

    ConvolutionShape shape_;
    int width_, height_;
    RealTransform transform_;
    AlignedArray<float> plane_;
    AlignedArray<Complex> spectrum_, filterSpectrum_;
    double tapSum_;
};

class FftConvolution final : public ConvolutionEngine {
public:
    FftConvolution() {
        description_.name = "cpu-fft";
        description_.device = "CPU, 1 thread, FFTW";
        description_.cost = [](const ConvolutionShape& shape, const Filter&) {
            const double padding = static_cast<double>(shape.paddedSize()) / static_cast<double>(shape.answerSize());
            return nanosecondsAPixel * padding;
        };
    }
    const ConvolutionEngineDescription& description() const noexcept override { return description_; }
    std::unique_ptr<ConvolutionPlan> plan(const ConvolutionShape& shape, const Filter& filter) const override {
        return std::make_unique<FftConvolutionPlan>(shape, filter);
    }

private:
    static constexpr double nanosecondsAPixel = 11;
    ConvolutionEngineDescription description_;
};

}  // namespace

std::shared_ptr<const ConvolutionEngine> cpuFftConvolution() {
    return std::make_shared<FftConvolution>();
}

}  // namespace coarsen
