// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/c3d/volume_steps.hpp"

#include "core/base/error.hpp"
#include "core/base/parallel.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>

namespace coarsen {

namespace {

std::vector<std::uint8_t> maskOf(const Volume& volume) {
    if (volume.isAllValid()) return {};
    return {volume.valid().begin(), volume.valid().end()};
}

std::size_t firstOfSlice(const Volume& volume, int z) {
    return static_cast<std::size_t>(z) * volume.size().slice();
}

/// Sum and number of the valid voxels.
struct LevelSum {
    double sum = 0, count = 0;
    double mean() const { return sum / count; }
};
LevelSum levelOfSlice(const Volume& volume, int z) {
    const auto values = volume.values().subspan(firstOfSlice(volume, z), volume.size().slice());
    LevelSum level;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!volume.isAllValid() && !volume.valid()[firstOfSlice(volume, z) + i]) continue;
        level.sum += static_cast<double>(values[i]);
        ++level.count;
    }
    return level;
}

/// From `from` on `wanted` voxels (0: to the end) of a side.
std::pair<int, int> partOfSide(int from, int wanted, int side) {
    const int first = std::clamp(from, 0, side);
    const int end = wanted > 0 ? std::clamp(from + wanted, first, side) : side;
    return {first, end - first};
}

}  // namespace

Volume cropped(const Volume& volume, const VolumeCrop& crop) {
    const VolumeSize& size = volume.size();
    const auto [x, width] = partOfSide(crop.x, crop.width, size.width);
    const auto [y, height] = partOfSide(crop.y, crop.height, size.height);
    const auto [z, depth] = partOfSide(crop.z, crop.depth, size.depth);
    const VolumeSize kept{width, height, depth};
    if (kept == size) return volume;
    if (kept.voxels() == 0)
        throw SettingError("crop",
                           "nothing of the volume lies in it (" + std::to_string(size.width) + " × " +
                               std::to_string(size.height) + " × " + std::to_string(size.depth) + " voxels)",
                           "move it into the volume, or make it larger");
    std::vector<float> values;
    std::vector<std::uint8_t> valid;
    for (int k = 0; k < kept.depth; ++k)
        for (int j = 0; j < kept.height; ++j) {
            const std::size_t start = size.index(x, y + j, z + k), length = static_cast<std::size_t>(kept.width);
            const auto row = volume.values().subspan(start, length);
            values.insert(values.end(), row.begin(), row.end());
            if (volume.isAllValid()) continue;
            const auto mask = volume.valid().subspan(start, length);
            valid.insert(valid.end(), mask.begin(), mask.end());
        }
    return {kept, volume.spacing(), std::move(values), std::move(valid)};
}

Volume flattenedSlices(const Volume& volume, const Flatten& flatten, int threads, std::stop_token stop) {
    const VolumeSize& size = volume.size();
    std::vector<float> values(size.voxels());
    StepContext context;  // its convolvers are shared by all slices
    context.stop = stop;
    parallelFor(
        static_cast<std::size_t>(size.depth), threads,
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
            const Image flat = flatten(frame, context).image.asFloat();
            std::ranges::copy(flat.plane<float>(), values.begin() + static_cast<std::ptrdiff_t>(firstOfSlice(volume, z)));
        },
        stop);
    if (stop.stop_requested()) return volume;
    return {size, volume.spacing(), std::move(values), maskOf(volume)};
}

Volume withEvenSlices(const Volume& volume, SliceLevel level) {
    const VolumeSize& size = volume.size();
    std::vector<LevelSum> slices;
    LevelSum all;
    for (int z = 0; z < size.depth; ++z) {
        slices.push_back(levelOfSlice(volume, z));
        all.sum += slices.back().sum;
        all.count += slices.back().count;
    }
    std::vector<float> values(volume.values().begin(), volume.values().end());
    for (int z = 0; z < size.depth; ++z) {
        const LevelSum& slice = slices[static_cast<std::size_t>(z)];
        if (slice.count == 0) continue;
        if (level == SliceLevel::scaled && !(slice.mean() > 0))
            throw InputError("",
                             "Slice " + std::to_string(z) + " has a mean grey value of " + std::to_string(slice.mean()) +
                                 ", so it cannot be scaled to the volume's",
                             "move the slices' means instead, or leave the slice out");
        const auto factor = static_cast<float>(level == SliceLevel::scaled ? all.mean() / slice.mean() : 1);
        const auto added = static_cast<float>(level == SliceLevel::moved ? all.mean() - slice.mean() : 0);
        for (float& value : std::span(values).subspan(firstOfSlice(volume, z), size.slice()))
            value = value * factor + added;
    }
    return {size, volume.spacing(), std::move(values), maskOf(volume)};
}

Volume masked(const Volume& volume, const VolumeMasking& masking) {
    const VolumeSize& size = volume.size();
    std::vector<std::uint8_t> valid = maskOf(volume);
    if (valid.empty()) valid.assign(size.voxels(), 1);
    for (std::size_t i = 0; i < valid.size(); ++i) {
        const auto value = static_cast<double>(volume.values()[i]);
        if (!(value >= masking.lowest && value <= masking.highest)) valid[i] = 0;
    }
    for (const int z : masking.slices) {
        if (z < 0 || z >= size.depth)
            throw SettingError("mask",
                               "the volume has no slice " + std::to_string(z) + ", only 0 to " + std::to_string(size.depth - 1),
                               "name slices that it has");
        std::fill_n(valid.begin() + static_cast<std::ptrdiff_t>(firstOfSlice(volume, z)), size.slice(), std::uint8_t{0});
    }
    if (std::ranges::all_of(valid, [](std::uint8_t is) { return is != 0; })) return volume.withMask({});
    return volume.withMask(std::move(valid));
}

}  // namespace coarsen
