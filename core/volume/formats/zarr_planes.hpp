// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/volume/formats/array_axes.hpp"
#include "core/volume/formats/plane_source.hpp"
#include "core/volume/formats/zarr_array.hpp"

namespace coarsen::volumes {

/// The planes of a Zarr array, put together from its chunks.
class ZarrPlanes : public PlaneSource {
public:
    /// Axes that are none of `axes` have one side.
    ZarrPlanes(ZarrArray array, const ArrayAxes& axes);

    void read(std::uintmax_t first, std::uintmax_t count, std::span<std::byte> to, const std::stop_token& stop) const override;
    std::uintmax_t together() const override;
    std::size_t besides() const override;

    long long side(int axis) const { return axis < 0 ? 1 : array_.shape[static_cast<std::size_t>(axis)]; }

private:
    std::size_t planeBytes() const;
    long long chunkSide(int axis) const { return axis < 0 ? 1 : array_.chunk[static_cast<std::size_t>(axis)]; }
    void readSlices(long long c, long long t, long long firstZ, long long count, std::span<std::byte> to,
                    const std::stop_token& stop) const;
    void copyChunk(std::span<const std::byte> chunk, const std::vector<long long>& place, long long firstZ, long long endZ,
                   std::span<std::byte> to) const;
    std::size_t strideOf(int axis) const { return axis < 0 ? 0 : strides_[static_cast<std::size_t>(axis)]; }

    ZarrArray array_;
    ArrayAxes axes_;
    std::size_t sample_;                // bytes
    std::vector<std::size_t> strides_;  // within a chunk, in bytes
};

}  // namespace coarsen::volumes
