// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/convolve/engine.hpp"
#include "gpu/convolve/kernels/byte_bands.hpp"
#include "gpu/convolve/kernels/register_tiles.hpp"
#include "gpu/device/buffer.hpp"
#include "gpu/device/device.hpp"

#include <memory>
#include <string>

namespace coarsen::gpu {

/// A padded image's room on a device: rows of whole 16 bytes, with what the kernels may read beyond it.
struct PaddedRoom {
    explicit PaddedRoom(const ConvolutionShape& shape)
        : pitch((shape.paddedWidth() + 15) / 16 * 16 + 32), rows(shape.paddedHeight() + 2 * smallFilterSide) {}
    std::size_t size() const { return static_cast<std::size_t>(pitch) * static_cast<std::size_t>(rows); }

    int pitch, rows;
};

/// A filter on a device, for images that lie there: made once for a size, belongs to the device that is current then.
class DeviceFilter {
public:
    virtual ~DeviceFilter() = default;

    /// Queues the sums at all places.
    virtual void queue(const FilterTask& task, const Stream& stream) const = 0;

    /// True where 8-bit images have a quicker way.
    virtual bool takesBytes() const { return false; }
    virtual void queueBytes(const ByteTask&, const Stream&) const {}

    /// Way of computing, in few words: "register tiles, 128 x 24 answers".
    virtual std::string variant() const = 0;
};

/// By adaptive tiling, or as constants where the filter is small, or by the tensor cores for bytes.
std::unique_ptr<DeviceFilter> directFilter(const ConvolutionShape& shape, const Filter& filter, const Device& device);
/// Throws SettingError where the filter is no column times a row, or its row too long for a block's memory.
std::unique_ptr<DeviceFilter> separableFilter(const ConvolutionShape& shape, const Filter& filter, const Device& device);
/// By Fourier transforms: in tiles, or where the filter is as large as they are, of the whole image by cuFFT.
std::unique_ptr<DeviceFilter> fftFilter(const ConvolutionShape& shape, const Filter& filter, const Device& device);
/// By cuFFT. Throws EngineError where the library is not found.
std::unique_ptr<DeviceFilter> wholeFftFilter(const ConvolutionShape& shape, const Filter& filter);

/// Time that fftFilter takes on an H200 for the whole answer, ns.
double costOfFft(const ConvolutionShape& shape, const Filter& filter, const Device& device);

/// True where separableFilter can apply the filter on this device.
bool isSeparableOn(const Device& device, const Filter& filter);

}  // namespace coarsen::gpu
