// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/volume/volume.hpp"

#include <array>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <limits>
#include <stop_token>

namespace coarsen {

/// How far one volume's content sits from another's, in voxels along each axis.
struct VolumeShift {
    double x = std::numeric_limits<double>::quiet_NaN(), y = x, z = x;
    double correlation = 0;  ///< correlation of the two where they overlap once the shift is undone, -1 to 1

    bool isFound() const { return x == x; }
};

/// Pairs of voxels of a volume without a mask that lie (X, Y, Z) apart.
inline double overlapPairs(const VolumeSize& size, int X, int Y, int Z) {
    return static_cast<double>(size.width - std::abs(X)) * (size.height - std::abs(Y)) * (size.depth - std::abs(Z));
}

/// Up to a quarter of each side the whole shift of the highest sum of products per pair, of those with pairs for a twentieth of
/// the voxels.
template <typename Sum, typename Pairs>
VolumeShift highestShift(const VolumeSize& size, Sum sumAt, Pairs pairsAt) {
    constexpr double leastPart = 0.05;
    const double fewest = leastPart * static_cast<double>(size.voxels());
    VolumeShift best{0, 0, 0};
    double highest = -std::numeric_limits<double>::infinity();
    for (int Z = -(size.depth / 4); Z <= size.depth / 4; ++Z)
        for (int Y = -(size.height / 4); Y <= size.height / 4; ++Y)
            for (int X = -(size.width / 4); X <= size.width / 4; ++X) {
                const double pairs = pairsAt(X, Y, Z);
                if (pairs < fewest) continue;
                if (const double value = sumAt(X, Y, Z) / pairs; value > highest) {
                    highest = value;
                    best = {double(X), double(Y), double(Z)};
                }
            }
    return best;
}

/// The sums of one step of least squares, moved = contrast * here + level, over the voxels that both have: the products of a
/// voxel's slopes along x, y and z, its value and 1 with one another (lower triangle, row by row), those with the value in
/// `moved`, and its square.
struct ShiftNormals {
    static constexpr std::size_t unknowns = 5, products = unknowns * (unknowns + 1) / 2, count = products + unknowns + 1;
    using Unknowns = std::array<double, unknowns>;

    std::array<double, count> sums{};

    void add(const Unknowns& basis, double value) {
        std::size_t i = 0;
        for (std::size_t row = 0; row < unknowns; ++row) {
            for (std::size_t column = 0; column <= row; ++column)
                sums[i++] += basis[row] * basis[column];
            sums[products + row] += basis[row] * value;
        }
        sums[count - 1] += value * value;
    }
    void add(const ShiftNormals& other) {
        for (std::size_t i = 0; i < count; ++i)
            sums[i] += other.sums[i];
    }

    double product(std::size_t row, std::size_t column) const { return sums[row * (row + 1) / 2 + column]; }
    double withMoved(std::size_t row) const { return sums[products + row]; }
    double voxels() const { return product(4, 4); }
    double correlation() const;
    /// False where it is singular. An axis without slopes (one slice) does not move.
    bool solve(Unknowns& solution) const;
};

/// The shift that makes moved(x + shift) = contrast * here(x) + level best, by Gauss and Newton from a start within about half a
/// voxel, to 0.001 voxel; what lies beyond a volume's faces does not bear on it, as it does on the peak of a correlation. The
/// start, with its correlation, where the steps lead farther than 1.5 voxels away or to clearly less correlation. None without
/// enough common voxels, or after a stop.
VolumeShift refinedShift(const VolumeShift& start, const std::function<ShiftNormals(const VolumeShift&)>& normalsAt,
                         std::stop_token stop = {});

/// Refines a shift in voxels of the coarsest level through all levels, each twice as fine as the one before, to voxels of the
/// finest, number 0. A level at which refinedShift finds none leaves the shift as it was.
VolumeShift shiftThroughLevels(VolumeShift start, std::size_t levels,
                               const std::function<ShiftNormals(std::size_t level, const VolumeShift&)>& normalsAt);

}  // namespace coarsen
