// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/convolve/device_filter.hpp"
#include "gpu/convolve/kernels/spectra.hpp"
#include "gpu/convolve/kernels/transform_tiles.hpp"
#include "gpu/correlate/cufft_sums.hpp"
#include "gpu/correlate/kernels/padded_planes.hpp"
#include "gpu/device/cufft_library.hpp"

#include <algorithm>
#include <cmath>

namespace coarsen::gpu {

namespace {

// Nanoseconds, on an H200: of cuFFT's transforms and what stands around them, a call and a pixel; of a pair of tiles on each
// multiprocessor.
constexpr double costOfWholeCall = 2e4, costOfWholePixel = 0.037, costOfTilePairs = 2e4;

/// A circular correlation of the whole image, of which only places are kept that nothing wraps into.
class WholeFftFilter final : public DeviceFilter {
public:
    WholeFftFilter(const ConvolutionShape& shape, const Filter& filter)
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

/// Tiles that stay on a multiprocessor while they are transformed (overlap-save).
class TiledFftFilter final : public DeviceFilter {
public:
    explicit TiledFftFilter(const Filter& filter)
        : tile_(TransformTile::of(filter.width, filter.height)), spectrum_(transformTileSize) {
        const DeviceBuffer<float> taps = deviceCopy(filter.taps);
        const Stream stream;
        check(makeTileSpectrum(taps.get(), filter.width, filter.height, spectrum_.get(), stream.get()), "transform a filter");
        stream.wait();
    }

    void queue(const FilterTask& task, const Stream& stream) const override {
        check(runTransformTiles(task, tile_, spectrum_.get(), stream.get()), "start a convolution");
    }
    std::string variant() const override {
        return "tiles of " + std::to_string(tile_.width) + " x " + std::to_string(tile_.height) + " in transforms of " +
               std::to_string(transformTileSide) + " x " + std::to_string(transformTileSide);
    }

private:
    TransformTile tile_;
    DeviceBuffer<float2> spectrum_;
};

bool isTileSized(const Filter& filter, const Device& device) {
    return std::max(filter.width, filter.height) < transformTileSide &&
           transformTileBytes() <= static_cast<std::size_t>(device.sharedBytesPerBlock);
}

double costOfWhole(const ConvolutionShape& shape) {
    return costOfWholeCall + costOfWholePixel * static_cast<double>(shape.paddedSize());
}
double costOfTiles(const ConvolutionShape& shape, const Filter& filter, const Device& device) {
    const TransformTile tile = TransformTile::of(filter.width, filter.height);
    const int across = (shape.width + tile.width - 1) / tile.width, down = (shape.height + tile.height - 1) / tile.height;
    return costOfTilePairs * std::ceil(0.5 * across * down / device.multiprocessors);
}

}  // namespace

double costOfFft(const ConvolutionShape& shape, const Filter& filter, const Device& device) {
    const double whole = costOfWhole(shape);
    return isTileSized(filter, device) ? std::min(whole, costOfTiles(shape, filter, device)) : whole;
}

std::unique_ptr<DeviceFilter> fftFilter(const ConvolutionShape& shape, const Filter& filter, const Device& device) {
    if (isTileSized(filter, device) && costOfTiles(shape, filter, device) <= costOfWhole(shape))
        return std::make_unique<TiledFftFilter>(filter);
    return wholeFftFilter(shape, filter);
}

std::unique_ptr<DeviceFilter> wholeFftFilter(const ConvolutionShape& shape, const Filter& filter) {
    return std::make_unique<WholeFftFilter>(shape, filter);
}

}  // namespace coarsen::gpu
