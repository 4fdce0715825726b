// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/register/level_sharing.hpp"

#include "gpu/register/kernels/slabs.hpp"
#include "gpu/register/split_level.hpp"

#include <algorithm>
#include <utility>

namespace coarsen::gpu {

namespace {

/// Share of that number, of `shares` equal ones.
Slices share(int number, int shares, const VolumeSize& size) {
    const auto bound = [&](int i) { return static_cast<int>(static_cast<long long>(size.depth) * i / shares); };
    return {bound(number), bound(number + 1)};
}

}  // namespace

void LevelSharing::makeRoom(const std::vector<LevelShape>& levels) {
    rooms_.clear();
    if (others_.empty()) return;
    const int most = std::min(static_cast<int>(others_.size()) + 1, mostSharers);
    const auto isLarge = [&](const LevelShape& shape) { return shape.size.voxels() >= leastVoxels_ && shape.size.depth > 1; };
    const auto large = static_cast<std::size_t>(std::ranges::count_if(levels, isLarge));
    const auto sharesOf = [&](std::size_t level) { return std::min(most, levels[level].size.depth); };
    try {
        rooms_.resize(large);
        for (int i = 1; i < most; ++i) {
            GpuArena& place = *others_[static_cast<std::size_t>(i) - 1];
            std::size_t bytes = 0;
            for (std::size_t level = 0; level < large; ++level)
                if (i < sharesOf(level)) bytes += SlabRoom::bytesOf(levels[level], share(i, sharesOf(level), levels[level].size));
            place.clear(bytes, levels.front().size);
            for (std::size_t level = 0; level < large; ++level)
                if (i < sharesOf(level))
                    rooms_[level].emplace_back(levels[level], share(i, sharesOf(level), levels[level].size),
                                               [&](std::size_t more) { return place.take<std::byte>(more); });
        }
    } catch (const OutOfGpuMemory&) {
        rooms_.clear();
    }
}

void LevelSharing::send(const DeviceImages& images, const RegistrationTask& task, SlabRoom& to, GpuArena& place,
                        const Event& isThere) const {
    const SampledVolume& fixed = task.pair.fixed;
    if (to.isCubic == fixed.isCubic) return;
    const auto copy = [&](const auto* from, auto* there, std::size_t first, std::size_t count) {
        if (there)
            check(cudaMemcpyAsync(there + first, from + first, count * sizeof *there, cudaMemcpyDefault, place.stream().get()),
                  "share a level with another GPU");
    };
    place.device().makeCurrent();
    place.stream().waitFor(isThere);
    const VolumeSize& size = images.size;
    const std::size_t slice = static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height),
                      first = static_cast<std::size_t>(to.held.begin) * slice,
                      held = static_cast<std::size_t>(to.held.end - to.held.begin) * slice;
    copy(fixed.numbers, to.numbers, 0, numbersOf(size));
    copy(fixed.quads, to.quads, 0, quadsOf(size));
    copy(images.fixedValid, to.fixedValid, 0, size.voxels());
    copy(images.moved, to.moved, first, held);
    if (to.movedValid) copy(images.movedValid, to.movedValid, first, held);
    to.isCubic = fixed.isCubic;
}

std::unique_ptr<RegistrationLevel> LevelSharing::shared(std::unique_ptr<DeviceLevel> begun, std::size_t level,
                                                        const DeviceImages& images, double sigma) {
    if (level >= rooms_.size()) return begun;
    std::vector<SlabRoom>& rooms = rooms_[level];
    const VolumeSize& size = images.size;
    LevelArrays arrays = begun->arrays();
    RegistrationTask task = begun->task();
    begun->place()->device().makeCurrent();
    const Event isThere;
    isThere.record(begun->stream());
    const SlabSmoothing smoothing{sigma, begun->bands()};
    LevelSlab::All slabs;
    const int shares = static_cast<int>(rooms.size()) + 1;
    slabs.push_back(std::make_unique<LevelSlab>(begun->place(), task, arrays, share(0, shares, size), size, smoothing));
    for (std::size_t i = 0; i < rooms.size(); ++i) {
        SlabRoom& room = rooms[i];
        send(images, task, room, *others_[i], isThere);
        room.arrays.firstPlace = arrays.firstPlace;
        RegistrationTask there = task;
        there.pair.fixed.numbers = room.numbers, there.pair.fixed.quads = room.quads;
        there.pair.moved = room.moved;
        there.pair.fixedValid = room.fixedValid, there.pair.movedValid = room.movedValid;
        there.slope = room.arrays.slope;
        slabs.push_back(std::make_unique<LevelSlab>(others_[i], there, room.arrays, room.own, size, smoothing));
    }
    return std::make_unique<SplitLevel>(std::move(begun), std::move(slabs));
}

void LevelSharing::forgetVolumes() {
    for (std::vector<SlabRoom>& rooms : rooms_)
        for (SlabRoom& room : rooms)
            room.isCubic.reset();
}

const DeviceLevel& wholeOf(const RegistrationLevel& level) {
    const auto* const split = dynamic_cast<const SplitLevel*>(&level);
    return split ? split->gathered() : dynamic_cast<const DeviceLevel&>(level);
}

}  // namespace coarsen::gpu
