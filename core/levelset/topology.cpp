// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/levelset/topology.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>

namespace coarsen {

namespace {

/// The phase with one layer of the other around it.
PhaseVoxels padded(const PhaseVoxels& phase) {
    PhaseVoxels answer{{phase.size.width + 2, phase.size.height + 2, phase.size.depth + 2}, {}};
    answer.isInside.resize(answer.size.voxels());
    for (int z = 0; z < phase.size.depth; ++z)
        for (int y = 0; y < phase.size.height; ++y)
            for (int x = 0; x < phase.size.width; ++x)
                answer.isInside[answer.size.index(x + 1, y + 1, z + 1)] = phase.isInside[phase.size.index(x, y, z)];
    return answer;
}

/// How many connected parts the voxels of one kind have; neighbours share at least a face (1 step), an edge (2) or a corner (3).
/// With `repeats` the volume is one period.
long long partsOf(const PhaseVoxels& phase, std::uint8_t kind, int steps, bool repeats, const std::stop_token& stop) {
    constexpr std::size_t voxelsBetweenLooks = 100'000;
    std::size_t visited = 0;
    std::vector<std::uint8_t> isDue(phase.isInside.size());
    for (std::size_t i = 0; i < isDue.size(); ++i)
        isDue[i] = phase.isInside[i] == kind;
    std::vector<std::size_t> waiting;
    long long parts = 0;
    const VolumeSize& size = phase.size;
    const std::array<int, 3> sides{size.width, size.height, size.depth};
    for (std::size_t first = 0; first < isDue.size(); ++first) {
        if (isDue[first] == 0) continue;
        ++parts;
        isDue[first] = 0;
        waiting.push_back(first);
        while (!waiting.empty()) {
            if (++visited % voxelsBetweenLooks == 0 && stop.stop_requested()) return parts;
            const std::size_t voxel = waiting.back();
            waiting.pop_back();
            const auto x = static_cast<int>(voxel % static_cast<std::size_t>(size.width)),
                       y = static_cast<int>(voxel / static_cast<std::size_t>(size.width) % static_cast<std::size_t>(size.height)),
                       z = static_cast<int>(voxel / size.slice());
            for (int dz = -1; dz <= 1; ++dz)
                for (int dy = -1; dy <= 1; ++dy)
                    for (int dx = -1; dx <= 1; ++dx) {
                        if (std::abs(dx) + std::abs(dy) + std::abs(dz) > steps) continue;
                        std::array<int, 3> to{x + dx, y + dy, z + dz};
                        bool isInside = true;
                        for (std::size_t axis = 0; axis < 3; ++axis) {
                            const int length = sides[axis];
                            if (repeats) to[axis] = (to[axis] + length) % length;
                            isInside &= to[axis] >= 0 && to[axis] < length;
                        }
                        if (!isInside) continue;
                        const std::size_t next = size.index(to[0], to[1], to[2]);
                        if (isDue[next] == 0) continue;
                        isDue[next] = 0;
                        waiting.push_back(next);
                    }
        }
    }
    return parts;
}

/// Share of chi of the union of closed cubes that the lattice point with these eight voxels around it (bits x, y, z) gives:
/// itself, and the edges, faces and cube that begin there, each there if a voxel around it is. `shares[e]`: that of the part that
/// extends along the axes in e.
double eulerShare(unsigned around, const std::array<double, 8>& shares) {
    // The voxels around the part that extends along the axes in e from this point on.
    static constexpr std::array<unsigned, 8> touching{0xFF, 0xAA, 0xCC, 0x88, 0xF0, 0xA0, 0xC0, 0x80};
    static constexpr std::array<int, 8> signs{1, -1, -1, 1, -1, 1, 1, -1};
    double sum = 0;
    for (std::size_t e = 0; e < 8; ++e)
        if ((around & touching[e]) != 0) sum += signs[e] * shares[e];
    return sum;
}

}  // namespace

Topology topologyOf(const PhaseVoxels& phase, std::stop_token stop) {
    const PhaseVoxels padded = coarsen::padded(phase);
    Topology topology;
    topology.pieces = partsOf(padded, 1, 3, false, stop);
    topology.cavities = partsOf(padded, 0, 1, false, stop) - 1;  // the one around the volume
    std::array<double, 8> ones;
    ones.fill(1);
    std::array<std::array<double, 8>, 8> shares;  // by the axes along which the point lies on the volume's faces
    for (unsigned onFace = 0; onFace < 8; ++onFace)
        for (unsigned e = 0; e < 8; ++e)
            shares[onFace][e] = std::ldexp(1.0, -__builtin_popcount(onFace & ~e));
    double euler = 0, perVolume = 0;
    const std::size_t row = static_cast<std::size_t>(padded.size.width), slice = padded.size.slice();
    const std::array<std::size_t, 8> offsets{0, 1, row, row + 1, slice, slice + 1, slice + row, slice + row + 1};
    for (int z = 0; z <= phase.size.depth && !stop.stop_requested(); ++z)
        for (int y = 0; y <= phase.size.height; ++y)
            for (int x = 0; x <= phase.size.width; ++x) {
                unsigned around = 0;
                for (std::size_t corner = 0; corner < 8; ++corner)
                    around |= static_cast<unsigned>(padded.isInside[padded.size.index(x, y, z) + offsets[corner]]) << corner;
                if (around == 0) continue;
                const unsigned onFace = static_cast<unsigned>(x == 0 || x == phase.size.width) |
                                        static_cast<unsigned>(y == 0 || y == phase.size.height) << 1 |
                                        static_cast<unsigned>(z == 0 || z == phase.size.depth) << 2;
                const double share = eulerShare(around, ones);
                euler += share;
                perVolume += onFace == 0 ? share : eulerShare(around, shares[onFace]);
            }
    topology.euler = std::llround(euler);
    topology.eulerPerVolume = perVolume;
    return topology;
}

Topology periodicTopologyOf(const PhaseVoxels& phase, std::stop_token stop) {
    const VolumeSize& size = phase.size;
    Topology topology;
    topology.pieces = partsOf(phase, 1, 3, true, stop);
    topology.cavities = std::max(0LL, partsOf(phase, 0, 1, true, stop) - 1);
    double euler = 0;
    for (int z = 0; z < size.depth && !stop.stop_requested(); ++z)
        for (int y = 0; y < size.height; ++y)
            for (int x = 0; x < size.width; ++x) {
                unsigned around = 0;
                for (unsigned corner = 0; corner < 8; ++corner) {
                    const int nextX = x + static_cast<int>(corner & 1U), nextY = y + static_cast<int>(corner >> 1 & 1U),
                              nextZ = z + static_cast<int>(corner >> 2);
                    const std::size_t voxel = size.index(nextX % size.width, nextY % size.height, nextZ % size.depth);
                    around |= static_cast<unsigned>(phase.isInside[voxel]) << corner;
                }
                euler += eulerBetween(around);
            }
    topology.euler = std::llround(euler);
    topology.eulerPerVolume = euler;
    return topology;
}

double eulerBetween(unsigned inside) {
    static const std::array<double, 256> shares = [] {
        std::array<double, 256> all{};
        for (unsigned axes = 0; axes < 8; ++axes)  // along which an edge, a face or a cube extends from the point
            for (unsigned side = 0; side < 8; ++side) {
                if ((side & ~axes) != 0) continue;
                unsigned touching = 0;
                for (unsigned voxel = 0; voxel < 8; ++voxel)
                    if ((voxel & axes) == side) touching |= 1U << voxel;
                const int extent = std::popcount(axes);
                for (unsigned around = 0; around < 256; ++around)
                    if ((around & touching) != 0) all[around] += std::ldexp(extent % 2 == 0 ? 1.0 : -1.0, -extent);
            }
        return all;
    }();
    return shares[inside];
}

}  // namespace coarsen
