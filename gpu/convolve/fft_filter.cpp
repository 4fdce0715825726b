// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/convolve/device_filter.hpp"
#include "gpu/convolve/kernels/spectra.hpp"
#include "gpu/correlate/cufft_sums.hpp"
#include "gpu/correlate/kernels/padded_planes.hpp"
#include "gpu/device/cufft_library.hpp"

namespace coarsen::gpu {

namespace {

/// A circular correlation of which only places are kept that nothing wraps into.
class FftFilter final : public DeviceFilter {
public:
    FftFilter(const ConvolutionShape& shape, const Filter& filter)
        : width_(cufftLength(shape.paddedWidth())),
          height_(cufftLength(shape.paddedHeight())),
          array_(size(width_)),
          spectrum_(size(columns())),
          filterSpectrum_(size(columns())),
          forward_({2, {height_, width_}, CUFFT_R2C, 1, 1, width_ * height_, 1, columns() * height_}, stream_),
          back_({2, {height_, width_}, CUFFT_C2R, 1, 1, columns() * height_, 1, width_ * height_}, stream_) {
        const DeviceBuffer<float> taps = deviceCopy(filter.taps);
        const FilterTask task{taps.get(), filter.width, filter.width, filter.height, nullptr, 0, 0, 0, false};
        check(layOutForTransform(task, array_.get(), width_, height_, stream_.get()), "lay out a filter");
        forward_.forward(array_.get(), filterSpectrum_.get());
        stream_.wait();
    }

    void queue(const FilterTask& task, const Stream& stream) const override {
        waitFor(stream, stream_);
        check(layOutForTransform(task, array_.get(), width_, height_, stream_.get()), "lay out an image");
        forward_.forward(array_.get(), spectrum_.get());
        check(addSpectra(spectrum_.get(), filterSpectrum_.get(), spectrum_.size(), true, spectrum_.get(), stream_.get()),
              "multiply spectra");
        back_.back(spectrum_.get(), array_.get());
        const double scale = 1 / (static_cast<double>(width_) * height_);
        check(takeFromTransform(task, array_.get(), width_, static_cast<float>(scale), stream_.get()), "take the answer out");
        waitFor(stream_, stream);
    }
    std::string variant() const override { return "cuFFT, " + std::to_string(width_) + " x " + std::to_string(height_); }

private:
    /// `later` goes on when what is in `first` now is done.
    void waitFor(const Stream& first, const Stream& later) const {
        done_.record(first);
        later.waitFor(done_);
    }
    int columns() const { return width_ / 2 + 1; }
    std::size_t size(int width) const { return static_cast<std::size_t>(width) * static_cast<std::size_t>(height_); }

    int width_, height_;
    Stream stream_;  // cuFFT's plans keep to one
    DeviceBuffer<float> array_;
    DeviceBuffer<float2> spectrum_, filterSpectrum_;
    CufftPlan forward_, back_;
    mutable Event done_;
};

}  // namespace

std::unique_ptr<DeviceFilter> fftFilter(const ConvolutionShape& shape, const Filter& filter, const Device&) {
    return std::make_unique<FftFilter>(shape, filter);
}

}  // namespace coarsen::gpu
