// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/register/slab_room.hpp"

#include <algorithm>

namespace coarsen::gpu {

Slices widened(const Slices& slices, int by, const VolumeSize& size) {
    return {std::max(0, slices.begin - by), std::min(size.depth, slices.end + by)};
}

Slices inBoth(const Slices& a, const Slices& b) {
    const int begin = std::max(a.begin, b.begin);
    return {begin, std::max(begin, std::min(a.end, b.end))};
}

SlabRoom::SlabRoom(const LevelShape& shape, const Slices& own, const std::function<void*(std::size_t)>& take)
    : size(shape.size), own(own), held(widened(own, slicesHeld, size)) {
    const bool isHalf = shape.precision == RegistrationPrecision::half;
    const std::size_t slice = static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height);
    const auto takeHeld = [&]<typename T>(T*& pointer) {
        const std::size_t before = static_cast<std::size_t>(held.begin) * slice * sizeof(T);
        void* const there = take(static_cast<std::size_t>(held.end - held.begin) * slice * sizeof(T));
        pointer = reinterpret_cast<T*>(reinterpret_cast<std::uintptr_t>(there) - before);
    };
    const auto takeWhole = [&]<typename T>(bool isNeeded, std::size_t count, T*& pointer) {
        pointer = isNeeded ? static_cast<T*>(take(count * sizeof(T))) : nullptr;
    };
    const auto takeMotion = [&] { return take(size.voxels() * (isHalf ? sizeof(float) / 2 : sizeof(float))); };
    for (FieldPointers* const field : {&arrays.accepted, &arrays.tried})
        for (float*& component : field->along)
            takeHeld(component);
    for (MotionPointers* const motion : {&arrays.force, &arrays.velocity}) {
        motion->isHalf = isHalf;
        for (void*& component : motion->along)
            component = takeMotion();
    }
    takeHeld(arrays.slope);
    arrays.room = static_cast<float*>(takeMotion());
    takeHeld(moved);
    takeWhole(!isHalf, numbersOf(size), numbers);
    takeWhole(isHalf, quadsOf(size), quads);
    takeWhole(shape.isFixedMasked, size.voxels(), fixedValid);
    if (shape.isMovedMasked)
        takeHeld(movedValid);
    else
        movedValid = nullptr;
}

std::size_t SlabRoom::bytesOf(const LevelShape& shape, const Slices& own) {
    std::size_t bytes = 0;
    SlabRoom(shape, own, [&](std::size_t more) {
        bytes += GpuArena::roomOf(more);
        return nullptr;
    });
    return bytes;
}

}  // namespace coarsen::gpu
