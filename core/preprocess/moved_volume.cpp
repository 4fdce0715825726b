// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/moved_volume.hpp"

#include "core/base/parallel.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace coarsen {

namespace {

/// The shift, along each axis whole where what is beside it moves values by less than float32 holds.
std::array<double, 3> asFarAsSeen(std::array<double, 3> shift) {
    constexpr double leastSeen = 1e-6;  // voxels
    for (double& along : shift)
        if (const double whole = std::round(along); std::abs(along - whole) < leastSeen) along = whole;
    return shift;
}

/// Voxels with their mask, which is never empty here.
struct Voxels {
    std::vector<float> values;
    std::vector<std::uint8_t> valid;
};

/// The neighbours along one axis that a moved voxel is made of: one of a whole shift, else four.
struct Neighbours {
    int first = 0, count = 1;
    std::array<float, 4> weight{1, 0, 0, 0};

    explicit Neighbours(double shift) {
        const double before = std::floor(shift);
        const auto t = static_cast<float>(shift - before);
        first = static_cast<int>(before);
        if (t == 0) return;
        first -= 1;
        count = 4;
        weight = {-0.5F * t * (1 - t) * (1 - t), 1 + t * t * (1.5F * t - 2.5F), t * (0.5F + t * (2 - 1.5F * t)),
                  0.5F * t * t * (t - 1)};
    }
};

Voxels movedAlong(const Voxels& from, const VolumeSize& size, std::size_t axis, double shift, int threads, std::stop_token stop) {
    const Neighbours neighbours(shift);
    const std::array<int, 3> sides{size.width, size.height, size.depth};
    const std::array<std::size_t, 3> steps{1, static_cast<std::size_t>(size.width), size.slice()};
    const auto step = static_cast<std::ptrdiff_t>(steps[axis]);
    Voxels moved{std::vector<float>(size.voxels(), 0), std::vector<std::uint8_t>(size.voxels(), 0)};
    const auto drawVoxel = [&](std::size_t to, int place) {
        const int first = place + neighbours.first;
        if (first < 0 || first + neighbours.count > sides[axis]) return;
        float value = 0;
        std::ptrdiff_t at = static_cast<std::ptrdiff_t>(to) + neighbours.first * step;
        for (int k = 0; k < neighbours.count; ++k, at += step) {
            if (!from.valid[static_cast<std::size_t>(at)]) return;
            value += neighbours.weight[static_cast<std::size_t>(k)] * from.values[static_cast<std::size_t>(at)];
        }
        moved.values[to] = value;
        moved.valid[to] = 1;
    };
    parallelFor(
        static_cast<std::size_t>(size.depth), threads,
        [&](std::size_t slice) {
            const int z = static_cast<int>(slice);
            std::size_t to = size.index(0, 0, z);
            for (int y = 0; y < size.height; ++y)
                for (int x = 0; x < size.width; ++x, ++to)
                    drawVoxel(to, std::array{x, y, z}[axis]);
        },
        stop);
    return moved;
}

}  // namespace

Volume movedBack(const Volume& volume, const std::array<double, 3>& shift, int threads, std::stop_token stop) {
    const bool isKnown = std::ranges::all_of(shift, [](double along) { return std::isfinite(along); });
    const std::array<double, 3> seen = asFarAsSeen(shift);
    if (!isKnown || seen == std::array<double, 3>{}) return volume;
    const auto values = volume.values();
    const auto valid = volume.valid();
    Voxels voxels{{values.begin(), values.end()}, {valid.begin(), valid.end()}};
    voxels.valid.resize(volume.size().voxels(), 1);
    for (std::size_t axis = 0; axis < 3; ++axis)
        if (seen[axis] != 0) voxels = movedAlong(voxels, volume.size(), axis, seen[axis], threads, stop);
    if (stop.stop_requested()) return volume;
    return {volume.size(), volume.spacing(), std::move(voxels.values), std::move(voxels.valid)};
}

}  // namespace coarsen
