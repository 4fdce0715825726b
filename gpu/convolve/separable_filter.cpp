// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.hpp"
#include "gpu/convolve/device_filter.hpp"
#include "gpu/convolve/kernels/separable.hpp"

#include <utility>

namespace coarsen::gpu {

namespace {

class SeparableFilter final : public DeviceFilter {
public:
    explicit SeparableFilter(SeparatedFilter parts)
        : columnTaps_(separableTapCount(static_cast<int>(parts.column.size()))),
          rowTaps_(separableTapCount(static_cast<int>(parts.row.size()))) {
        parts.column.resize(static_cast<std::size_t>(columnTaps_));
        parts.row.resize(static_cast<std::size_t>(rowTaps_));
        column_ = deviceCopy(parts.column);
        row_ = deviceCopy(parts.row);
    }

    void queue(const FilterTask& task, const Stream& stream) const override {
        check(runSeparable({task, column_.get(), row_.get(), columnTaps_, rowTaps_}, stream.get()), "start a convolution");
    }
    std::string variant() const override { return "columns and rows in one kernel"; }

private:
    int columnTaps_, rowTaps_;
    DeviceBuffer<float> column_, row_;
};

}  // namespace

bool isSeparableOn(const Device& device, const Filter& filter) {
    return separableBytes(separableTapCount(filter.width)) <= static_cast<std::size_t>(device.sharedBytesPerBlock) &&
           separated(filter);
}

std::unique_ptr<DeviceFilter> separableFilter(const ConvolutionShape&, const Filter& filter, const Device& device) {
    if (!isSeparableOn(device, filter))
        throw SettingError("engine",
                           "gpu-separable does filters that are a column times a row of at most some 1,500 taps, and this one is "
                           "not",
                           "choose auto or another engine");
    return std::make_unique<SeparableFilter>(*separated(filter));
}

}  // namespace coarsen::gpu
