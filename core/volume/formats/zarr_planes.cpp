// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/volume/formats/zarr_planes.hpp"

#include "core/volume/formats/stored_voxels.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace coarsen::volumes {

ZarrPlanes::ZarrPlanes(ZarrArray array, const ArrayAxes& axes)
    : array_(std::move(array)), axes_(axes), sample_(sampleBytes(array_.type)), strides_(array_.shape.size()) {
    std::size_t stride = sample_;
    for (std::size_t i = array_.order.size(); i-- > 0;) {
        strides_[array_.order[i]] = stride;
        stride *= static_cast<std::size_t>(array_.chunk[array_.order[i]]);
    }
}

std::size_t ZarrPlanes::planeBytes() const {
    return static_cast<std::size_t>(side(axes_.y)) * static_cast<std::size_t>(side(axes_.x)) *
           static_cast<std::size_t>(side(axes_.s)) * sample_;
}

std::uintmax_t ZarrPlanes::together() const {
    constexpr std::size_t mostBytes = std::size_t{256} << 20;
    const auto fitting = static_cast<long long>(std::max<std::size_t>(1, mostBytes / planeBytes()));
    return static_cast<std::uintmax_t>(std::min({chunkSide(axes_.z), side(axes_.z), fitting}));
}

std::size_t ZarrPlanes::besides() const {
    constexpr std::size_t copies = 2;  // packed and unpacked
    return copies * array_.chunkBytes();
}

void ZarrPlanes::read(std::uintmax_t first, std::uintmax_t count, std::span<std::byte> to, const std::stop_token& stop) const {
    const auto depth = static_cast<std::uintmax_t>(side(axes_.z)), times = static_cast<std::uintmax_t>(side(axes_.t));
    while (count > 0) {
        const std::uintmax_t z = first % depth, volume = first / depth, some = std::min(count, depth - z);
        const std::size_t bytes = static_cast<std::size_t>(some) * planeBytes();
        readSlices(static_cast<long long>(volume / times), static_cast<long long>(volume % times), static_cast<long long>(z),
                   static_cast<long long>(some), to.first(bytes), stop);
        to = to.subspan(bytes);
        first += some;
        count -= some;
    }
}

void ZarrPlanes::readSlices(long long c, long long t, long long firstZ, long long count, std::span<std::byte> to,
                            const std::stop_token& stop) const {
    std::vector<long long> place(array_.shape.size(), 0);
    const auto put = [&](int axis, long long at) {
        if (axis >= 0) place[static_cast<std::size_t>(axis)] = at / chunkSide(axis);
    };
    put(axes_.c, c);
    put(axes_.t, t);
    const std::size_t within = static_cast<std::size_t>(c % chunkSide(axes_.c)) * strideOf(axes_.c) +
                               static_cast<std::size_t>(t % chunkSide(axes_.t)) * strideOf(axes_.t);
    for (long long z = firstZ - firstZ % chunkSide(axes_.z); z < firstZ + count; z += chunkSide(axes_.z))
        for (long long y = 0; y < side(axes_.y); y += chunkSide(axes_.y))
            for (long long x = 0; x < side(axes_.x); x += chunkSide(axes_.x))
                for (long long s = 0; s < side(axes_.s); s += chunkSide(axes_.s)) {
                    put(axes_.z, z), put(axes_.y, y), put(axes_.x, x), put(axes_.s, s);
                    const std::vector<std::byte> chunk = zarrChunk(array_, place, stop);
                    if (stop.stop_requested()) return;
                    copyChunk(std::span(chunk).subspan(within), place, firstZ, firstZ + count, to);
                }
}

void ZarrPlanes::copyChunk(std::span<const std::byte> chunk, const std::vector<long long>& place, long long firstZ,
                           long long endZ, std::span<std::byte> to) const {
    struct Range {
        long long begin, end, origin;  ///< of the array; where the chunk begins
        std::size_t stride;
    };
    const auto rangeOf = [&](int axis, long long from, long long upTo) -> Range {
        const long long origin = axis < 0 ? 0 : place[static_cast<std::size_t>(axis)] * chunkSide(axis);
        return {std::max(from, origin), std::min(upTo, origin + chunkSide(axis)), origin, strideOf(axis)};
    };
    const Range zs = rangeOf(axes_.z, firstZ, endZ), ys = rangeOf(axes_.y, 0, side(axes_.y)),
                xs = rangeOf(axes_.x, 0, side(axes_.x)), colours = rangeOf(axes_.s, 0, side(axes_.s));
    const auto offset = [](const Range& range, long long at) {
        return static_cast<std::size_t>(at - range.origin) * range.stride;
    };
    const bool isRow = axes_.s < 0 && xs.stride == sample_;  // its samples stand side by side
    for (long long z = zs.begin; z < zs.end; ++z)
        for (long long y = ys.begin; y < ys.end; ++y) {
            const std::byte* const from = chunk.data() + offset(zs, z) + offset(ys, y);
            const long long row = ((z - firstZ) * side(axes_.y) + y) * side(axes_.x);
            if (isRow) {
                std::memcpy(to.data() + static_cast<std::size_t>(row + xs.begin) * sample_, from + offset(xs, xs.begin),
                            static_cast<std::size_t>(xs.end - xs.begin) * sample_);
                continue;
            }
            for (long long x = xs.begin; x < xs.end; ++x)
                for (long long s = colours.begin; s < colours.end; ++s)
                    std::memcpy(to.data() + static_cast<std::size_t>((row + x) * side(axes_.s) + s) * sample_,
                                from + offset(xs, x) + offset(colours, s), sample_);
        }
}

}  // namespace coarsen::volumes
