// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/bleach.hpp"

#include "core/base/error.hpp"
#include "core/preprocess/slices.hpp"
#include "core/settings/fields.hpp"

#include <span>
#include <utility>
#include <vector>

namespace coarsen {

namespace {

/// Sum and number of the valid voxels.
struct LevelSum {
    double sum = 0, count = 0;
    double mean() const { return sum / count; }
};
LevelSum levelOfSlice(const Volume& volume, int z) {
    LevelSum level;
    const std::size_t first = firstOfSlice(volume, z);
    for (std::size_t i = first; i < first + volume.size().slice(); ++i) {
        if (!isVoxelValid(volume, i)) continue;
        level.sum += static_cast<double>(volume.values()[i]);
        ++level.count;
    }
    return level;
}

}  // namespace

const Fields<Bleach>& Bleach::fields() {
    static const Fields<Bleach> list = {
        choiceField("level", &Bleach::level, {"scaled", "moved"},
                    {"Slices are",
                     "Scaled: light fades with depth or time, and contrast with it. Moved: an offset is added, the contrast "
                     "stays."}),
    };
    return list;
}

Volume Bleach::operator()(const Volume& volume, const VolumeContext&) const {
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
    return {size, volume.spacing(), std::move(values), copiedMask(volume)};
}

std::string Bleach::summary() const {
    return level == SliceLevel::scaled ? "slices scaled to one mean" : "slices moved to one mean";
}

}  // namespace coarsen
