// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/levelset/topology.hpp"

#include "core/levelset/surface_mesh.hpp"
#include "core/selftest/known_surfaces.hpp"
#include "core/synth/random_numbers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <utility>

namespace coarsen {
namespace {

PhaseVoxels phaseOf(const LevelSet& set) {
    PhaseVoxels phase{set.size, {}};
    for (const float value : set.phi)
        phase.isInside.push_back(value < 0);
    return phase;
}

/// With a layer outside the phase around it, so that its surface is closed.
SurfaceMesh closedMesh(const LevelSet& set) {
    LevelSet padded{{set.size.width + 2, set.size.height + 2, set.size.depth + 2}, set.spacing, {}, {}};
    padded.phi.assign(padded.size.voxels(), 1);
    for (int z = 0; z < set.size.depth; ++z)
        for (int y = 0; y < set.size.height; ++y)
            for (int x = 0; x < set.size.width; ++x)
                padded.phi[padded.size.index(x + 1, y + 1, z + 1)] = set.phi[set.size.index(x, y, z)];
    return marchingCubes(padded);
}

/// Voxels of noise: with a share inside, every case of a cube occurs.
LevelSet noiseSet(double share, std::uint64_t seed, const VolumeSize& size = {12, 11, 10}) {
    RandomNumbers random(seed, 1);
    LevelSet set{size, {}, {}, {}};
    for (std::size_t i = 0; i < size.voxels(); ++i)
        set.phi.push_back(static_cast<float>(random.uniform() - share));
    return set;
}

struct Known {
    const char* name;
    Solid solid;
    VolumeSize size;
    long long pieces, cavities, genus;
};

class KnownTopology : public testing::TestWithParam<Known> {};
INSTANTIATE_TEST_SUITE_P(
    Shapes, KnownTopology,
    testing::Values(Known{"ball", ball(20, 20, 20, 14), {41, 41, 41}, 1, 0, 0},
                    Known{"torus", torus(24, 24, 12, 13, 5.5), {49, 49, 25}, 1, 0, 1},
                    Known{"double_torus", both(torus(18, 20, 8, 10, 4), torus(38, 20, 8, 10, 4)), {57, 41, 17}, 1, 0, 2},
                    Known{"two_balls", both(ball(12, 12, 12, 8), ball(34, 12, 12, 8)), {47, 25, 25}, 2, 0, 0},
                    Known{"hollow_ball",
                          [](double x, double y, double z) { return std::abs(ball(20, 20, 20, 10)(x, y, z)) - 3; },
                          {41, 41, 41},
                          1,
                          1,
                          0}),
    [](const auto& each) { return each.param.name; });

TEST_P(KnownTopology, IsCountedExactly) {
    const Known& known = GetParam();
    const LevelSet set = levelSetOf(known.solid, known.size);

    const Topology topology = topologyOf(phaseOf(set));

    EXPECT_EQ(topology.pieces, known.pieces);
    EXPECT_EQ(topology.cavities, known.cavities);
    EXPECT_EQ(topology.genus(), known.genus);
    EXPECT_EQ(topology.euler, known.pieces + known.cavities - known.genus);
    EXPECT_DOUBLE_EQ(topology.eulerPerVolume, static_cast<double>(topology.euler));  // nothing reaches the faces
}

TEST(Topology, TrianglesAndVoxelsCountTheSame) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const LevelSet set = noiseSet(0.05 * static_cast<double>(seed % 19 + 1), seed);

        EXPECT_EQ(eulerNumber(closedMesh(set)), 2 * topologyOf(phaseOf(set)).euler) << seed;
    }
}

TEST(Topology, OfABicontinuousTruthAgrees) {
    const LevelSet truth = bicontinuousSurface(40, 12, 5);
    const Topology topology = topologyOf(phaseOf(truth));

    EXPECT_LT(topology.euler, 0);
    EXPECT_GT(topology.genus(), 0);
    EXPECT_EQ(eulerNumber(closedMesh(truth)), 2 * topology.euler);
}

TEST(Topology, OfTwoVoxelsThatTouchInACorner) {
    PhaseVoxels phase{{4, 4, 4}, std::vector<std::uint8_t>(64)};
    phase.isInside[phase.size.index(1, 1, 1)] = phase.isInside[phase.size.index(2, 2, 2)] = 1;

    const Topology topology = topologyOf(phase);

    EXPECT_EQ(topology.pieces, 1);
    EXPECT_EQ(topology.euler, 1);
}

TEST(Topology, OfVolumesSideBySideAddsUp) {
    // A chessboard of two mirrored halves has no seam: its Euler number is that of the parts.
    const LevelSet set = noiseSet(0.4, 7, {8, 8, 8});
    PhaseVoxels one = phaseOf(set), two{{16, 8, 8}, {}};
    for (int z = 0; z < 8; ++z)
        for (int y = 0; y < 8; ++y)
            for (int x = 0; x < 16; ++x)
                two.isInside.push_back(one.isInside[one.size.index(x < 8 ? x : 15 - x, y, z)]);

    EXPECT_DOUBLE_EQ(topologyOf(two).eulerPerVolume, 2 * topologyOf(one).eulerPerVolume);
}

TEST(Topology, OfAFullVolumeIsOneBlockAndNothingPerVolume) {
    const PhaseVoxels phase{{5, 6, 7}, std::vector<std::uint8_t>(210, 1)};

    EXPECT_EQ(topologyOf(phase).euler, 1);
    EXPECT_DOUBLE_EQ(topologyOf(phase).eulerPerVolume, 0);
}

TEST(Topology, IsTheSumOverThePointsBetweenVoxels) {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        const LevelSet set = noiseSet(0.1 * static_cast<double>(seed), seed);
        const auto isInside = [&](int x, int y, int z) {
            const bool isThere = x >= 0 && y >= 0 && z >= 0 && x < set.size.width && y < set.size.height && z < set.size.depth;
            return isThere && set.phi[set.size.index(x, y, z)] < 0;
        };
        double sum = 0;
        for (int z = -1; z < set.size.depth; ++z)
            for (int y = -1; y < set.size.height; ++y)
                for (int x = -1; x < set.size.width; ++x) {
                    unsigned inside = 0, mirrored = 0;
                    for (unsigned corner = 0; corner < 8; ++corner) {
                        const bool is = isInside(x + static_cast<int>(corner & 1), y + static_cast<int>(corner >> 1 & 1),
                                                 z + static_cast<int>(corner >> 2));
                        inside |= static_cast<unsigned>(is) << corner;
                        mirrored |= static_cast<unsigned>(is) << (corner ^ 5U);
                    }
                    sum += eulerBetween(inside);
                    ASSERT_EQ(eulerBetween(inside), eulerBetween(mirrored));
                }

        EXPECT_DOUBLE_EQ(sum, static_cast<double>(topologyOf(phaseOf(set)).euler)) << seed;
    }
}

TEST(SurfaceMesh, IsClosedAndRunsTheSameWayRound) {
    const SurfaceMesh mesh = closedMesh(noiseSet(0.35, 3));
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> balance;
    for (const auto& triangle : mesh.triangles)
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t from = triangle[k], to = triangle[(k + 1) % 3];
            balance[std::minmax(from, to)] += from < to ? 1 : -1;
        }

    for (const auto& [side, sum] : balance)
        ASSERT_EQ(sum, 0);
}

TEST(SurfaceMesh, EnclosesTheVolumeOfABall) {
    const SurfaceMesh mesh = marchingCubes(levelSetOf(ball(20, 20, 20, 14), {41, 41, 41}));
    double volume = 0;  // by the divergence theorem; negative if triangles faced inwards
    for (const auto& triangle : mesh.triangles) {
        const auto &a = mesh.vertices[triangle[0]], &b = mesh.vertices[triangle[1]], &c = mesh.vertices[triangle[2]];
        volume += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
    }

    EXPECT_NEAR(volume / 6 / (4 * M_PI / 3 * 14 * 14 * 14), 1, 0.01);
}

}  // namespace
}  // namespace coarsen
