// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/slices.hpp"

#include "core/base/parallel.hpp"

#include <algorithm>
#include <utility>

namespace coarsen {

std::vector<std::uint8_t> copiedMask(const Volume& volume) {
    if (volume.isAllValid()) return {};
    return {volume.valid().begin(), volume.valid().end()};
}

Volume bySlices(const Volume& volume, const VolumeContext& context, const std::function<Frame(const Frame&)>& step) {
    const VolumeSize& size = volume.size();
    std::vector<float> values(size.voxels());
    parallelFor(
        static_cast<std::size_t>(size.depth), context.threads,
        [&](std::size_t i) {
            const int z = static_cast<int>(i);
            const auto slice = volume.values().subspan(firstOfSlice(volume, z), size.slice());
            Frame frame;
            frame.index = z;
            frame.image = Image(size.width, size.height, std::vector<float>(slice.begin(), slice.end()));
            if (!volume.isAllValid()) {
                const auto valid = volume.valid().subspan(firstOfSlice(volume, z), size.slice());
                frame.mask = Mask(size.width, size.height, std::vector<std::uint8_t>(valid.begin(), valid.end()));
            }
            const Image after = step(frame).image.asFloat();
            std::ranges::copy(after.plane<float>(), values.begin() + static_cast<std::ptrdiff_t>(firstOfSlice(volume, z)));
        },
        context.stop);
    if (context.stop.stop_requested()) return volume;
    return {size, volume.spacing(), std::move(values), copiedMask(volume)};
}

}  // namespace coarsen
