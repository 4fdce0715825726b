// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/convolve/convolution_engines.hpp"

#include "gpu/convolve/device_filter.hpp"
#include "gpu/convolve/kernels/level.hpp"
#include "gpu/device/named_engine.hpp"

#include <atomic>
#include <limits>
#include <utility>

namespace coarsen::gpu {

namespace {

using MakeFilter = std::unique_ptr<DeviceFilter> (*)(const ConvolutionShape&, const Filter&, const Device&);
using KernelCost = double (*)(const ConvolutionShape&, const Filter&, const Device&);

// Nanoseconds a pixel: the image's way to the device and back, and nanoseconds of each call, both estimated; the kernels as
// measured on an H200 (h200-convolution.json). `engines --tune` finds what they are together.
constexpr double transferCost = 1.0, costOfCall = 5e4;
constexpr double costOfTap = 3.3e-5, costOfSeparable = 0.0026, separableCostOfTap = 1e-4;
constexpr int leastTapsToTellBytes = 225;  // from here on it pays to look whether an image's pixels are bytes

/// An image's way to the device, through a filter and back.
class DeviceFilterPlan final : public ConvolutionPlan {
public:
    DeviceFilterPlan(const ConvolutionShape& shape, const Filter& filter, const Device& device, MakeFilter make)
        : shape_(shape),
          device_(device),
          made_(madeOn(device)),
          room_(shape),
          padded_(room_.size()),
          answer_(shape.answerSize()),
          filter_(make(shape, filter, device)),
          looksForBytes_(filter_->takesBytes() && filter.taps.size() >= leastTapsToTellBytes),
          bytes_(looksForBytes_ ? room_.size() : 0),
          other_(looksForBytes_ ? 1 : 0),
          partial_(levelPartials()),
          ticket_(deviceCopy(std::vector<unsigned>{0})),
          level_(1),
          tapSum_(filter.sum()) {
        check(cudaMemsetAsync(padded_.get(), 0, padded_.bytes(), stream_.get()), "clear its memory");
        if (looksForBytes_) check(cudaMemsetAsync(bytes_.get(), 0, bytes_.bytes(), stream_.get()), "clear its memory");
        stream_.wait();
    }

    void run(std::span<const float> padded, std::span<float> answer, std::stop_token stop) override {
        if (stop.stop_requested()) return;
        device_.makeCurrent();
        const std::size_t row = sizeof(float) * static_cast<std::size_t>(shape_.paddedWidth());
        check(cudaMemcpy2DAsync(padded_.get(), sizeof(float) * static_cast<std::size_t>(room_.pitch), padded.data(), row, row,
                                static_cast<std::size_t>(shape_.paddedHeight()), cudaMemcpyHostToDevice, stream_.get()),
              "receive an image");
        if (looksForBytes_ && isOfBytes()) {
            filter_->queueBytes(
                {bytes_.get(), room_.pitch, shape_.paddedHeight(), answer_.get(), shape_.width, shape_.width, shape_.height},
                stream_);
        } else {
            queueAroundLevel();
        }
        check(cudaMemcpyAsync(answer.data(), answer_.get(), answer_.bytes(), cudaMemcpyDeviceToHost, stream_.get()),
              "send its answer");
        stream_.wait();
    }

private:
    /// Makes the device current before the members that need it are made.
    static bool madeOn(const Device& device) {
        device.makeCurrent();
        return true;
    }

    void queueAroundLevel() {
        const FilterTask task{padded_.get(),         room_.pitch,   shape_.paddedWidth(),
                              shape_.paddedHeight(), answer_.get(), shape_.width,
                              shape_.width,          shape_.height, false};
        check(findLevel({task, partial_.get(), ticket_.get(), level_.get()}, stream_.get()), "find an image's mean");
        check(takeLevelOff(padded_.get(), task, level_.get(), stream_.get()), "take a mean off");
        filter_->queue(task, stream_);
        check(putLevelBack(task, level_.get(), tapSum_, stream_.get()), "put a mean back");
    }

    bool isOfBytes() {
        check(cudaMemsetAsync(other_.get(), 0, other_.bytes(), stream_.get()), "clear its memory");
        check(asBytes(padded_.get(), room_.pitch, shape_.paddedWidth(), shape_.paddedHeight(), bytes_.get(), room_.pitch,
                      other_.get(), stream_.get()),
              "look at an image");
        int other = 0;
        check(cudaMemcpyAsync(&other, other_.get(), sizeof other, cudaMemcpyDeviceToHost, stream_.get()), "send its answer");
        stream_.wait();
        return other == 0;
    }

    ConvolutionShape shape_;
    Device device_;
    [[maybe_unused]] bool made_;
    PaddedRoom room_;
    Stream stream_;
    DeviceBuffer<float> padded_, answer_;
    std::unique_ptr<DeviceFilter> filter_;
    bool looksForBytes_;
    DeviceBuffer<std::uint8_t> bytes_;
    DeviceBuffer<int> other_;
    DeviceBuffer<double> partial_;
    DeviceBuffer<unsigned> ticket_;
    DeviceBuffer<float> level_;
    double tapSum_;
};

class DeviceConvolution final : public Described<ConvolutionEngine> {
public:
    DeviceConvolution(std::string name, const std::vector<Device>& devices, MakeFilter make, KernelCost cost)
        : devices_(devices), make_(make) {
        static_cast<NamedEngine&>(description_) = namedEngine(std::move(name), devices);
        description_.cost = [cost, device = devices.front()](const ConvolutionShape& shape, const Filter& filter) {
            const double padding = static_cast<double>(shape.paddedSize()) / static_cast<double>(shape.answerSize());
            return transferCost * padding + costOfCall / static_cast<double>(shape.answerSize()) + cost(shape, filter, device);
        };
    }
    std::unique_ptr<ConvolutionPlan> plan(const ConvolutionShape& shape, const Filter& filter) const override {
        return std::make_unique<DeviceFilterPlan>(shape, filter, devices_[next_++ % devices_.size()], make_);
    }

private:
    std::vector<Device> devices_;
    MakeFilter make_;
    mutable std::atomic<std::size_t> next_ = 0;
};

}  // namespace

ConvolutionEngineList convolutionEngines(const std::vector<Device>& devices) {
    const auto direct = [](const ConvolutionShape&, const Filter& filter, const Device&) {
        return costOfTap * static_cast<double>(filter.taps.size());
    };
    const auto separable = [](const ConvolutionShape&, const Filter& filter, const Device& device) {
        return isSeparableOn(device, filter) ? costOfSeparable + separableCostOfTap * (filter.width + filter.height)
                                             : std::numeric_limits<double>::infinity();
    };
    const auto fft = [](const ConvolutionShape& shape, const Filter& filter, const Device& device) {
        return costOfFft(shape, filter, device) / static_cast<double>(shape.answerSize());
    };
    return {std::make_shared<DeviceConvolution>("gpu-direct", devices, directFilter, direct),
            std::make_shared<DeviceConvolution>("gpu-separable", devices, separableFilter, separable),
            std::make_shared<DeviceConvolution>("gpu-fft", devices, fftFilter, fft)};
}

}  // namespace coarsen::gpu
