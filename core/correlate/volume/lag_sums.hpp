// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/volume/voxel_box.hpp"

#include <cstddef>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace coarsen {

/// The largest offset along each axis, in voxels.
struct LagReach {
    int x = 0, y = 0, z = 0;
    bool operator==(const LagReach&) const = default;
};

/// Where offset (X, Y, Z) stands among sums that begin with Z = 0.
inline std::size_t cellOf(const LagReach& reach, int X, int Y, int Z) {
    const auto row = static_cast<std::size_t>(2 * reach.x + 1), rows = static_cast<std::size_t>(2 * reach.y + 1);
    return (static_cast<std::size_t>(Z) * rows + static_cast<std::size_t>(Y + reach.y)) * row +
           static_cast<std::size_t>(X + reach.x);
}

/// A sum for each offset |X| <= reach.x, |Y| <= reach.y, minZ <= Z <= reach.z; X runs fastest. minZ is 0 where the sums are even,
/// -reach.z where they are not.
struct VolumeLagSums {
    LagReach reach;
    int minZ = 0;
    std::vector<double> values;

    VolumeLagSums() = default;
    VolumeLagSums(const LagReach& largest, int firstZ) : reach(largest), minZ(firstZ), values(rows() * rowLength()) {}

    /// In memory that was of others, whose numbers may stand in it.
    VolumeLagSums(const LagReach& largest, int firstZ, std::vector<double> room)
        : reach(largest), minZ(firstZ), values(std::move(room)) {
        values.resize(rows() * rowLength());
    }

    std::size_t rowLength() const { return static_cast<std::size_t>(2 * reach.x + 1); }
    std::size_t rows() const { return static_cast<std::size_t>(2 * reach.y + 1) * static_cast<std::size_t>(reach.z - minZ + 1); }
    std::size_t index(int X, int Y, int Z) const { return cellOf(reach, X, Y, Z - minZ); }
    double& at(int X, int Y, int Z) { return values[index(X, Y, Z)]; }
    double at(int X, int Y, int Z) const { return values[index(X, Y, Z)]; }
};

/// Bytes of the sums for Z >= 0.
inline std::size_t bytesOfHalf(const LagReach& reach) {
    return static_cast<std::size_t>(2 * reach.x + 1) * static_cast<std::size_t>(2 * reach.y + 1) *
           static_cast<std::size_t>(reach.z + 1) * sizeof(double);
}

/// Writes row (y, z) of a real field into `row`, as long as the field is wide. Called from several threads.
using FieldRows = std::function<void(int y, int z, std::span<double> row)>;

/// Rows of the box of a volume: its values less `mean`, 0 where they are not valid; 1 where they are, else 0.
FieldRows centredRows(const Volume& volume, double mean, const VoxelBox& box);
FieldRows validRows(const Volume& volume, const VoxelBox& box);
/// The squares of a field.
FieldRows squaredRows(FieldRows rows);

/// Plain loops, the judge of what is faster: sum over x of a(x) b(x - X) for every offset, Z from -reach.z on. For small fields.
VolumeLagSums directLagSums(const VolumeSize& size, const LagReach& reach, const FieldRows& a, const FieldRows& b);

}  // namespace coarsen
