// SPDX-License-Identifier: GPL-3.0-or-later
// Real data with a displacement that is known: computed tomography of a lung, warped. Needs the folder COARSEN_DATA.
#include "core/register/engines.hpp"
#include "core/register/gaussian.hpp"
#include "core/register/registration.hpp"
#include "core/synth/random_numbers.hpp"
#include "core/volume_files/read_volume.hpp"
#include "tests/support/large_data.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <utility>
#include <vector>

namespace coarsen {
namespace {

/// The scan, its warped copy and the warp.
struct KnownWarp {
    Volume fixed, moved;
    std::array<Volume, 3> displacement;  ///< thousandths of a voxel
};

KnownWarp knownWarp(const std::filesystem::path& folder) {
    KnownWarp known{readVolume(folder / "lung_small_fixed.nii.gz"), readVolume(folder / "lung_small_moved.nii.gz"), {}};
    for (int axis = 0; axis < 3; ++axis) {
        VolumeChoice component;  // the file has them where times are
        component.time = axis;
        known.displacement[static_cast<std::size_t>(axis)] =
            readVolume(folder / "lung_small_displacement_millivoxel.nii.gz", component);
    }
    return known;
}

Volume withNoise(const Volume& volume, double sd, std::uint64_t seed) {
    RandomNumbers random(seed, 5);
    std::vector<float> values(volume.values().begin(), volume.values().end());
    for (float& value : values)
        value += static_cast<float>(sd * random.normal());
    return Volume(volume.size(), volume.spacing(), std::move(values));
}

/// Mean of what u is off, and of how far the truth moves: more than 4 voxels from every face, where the fixed volume shows
/// something, so that its gradient is in the upper quarter.
struct Off {
    double error = 0, still = 0;
};

Off offAtEdges(const KnownWarp& known, const Flow& u) {
    const VolumeSize& size = known.fixed.size();
    std::vector<float> smooth(known.fixed.values().begin(), known.fixed.values().end());
    smoothValid(smooth, {}, size, 1, 2);
    std::vector<std::pair<float, std::size_t>> seen;
    for (int z = 5; z < size.depth - 5; ++z)
        for (int y = 5; y < size.height - 5; ++y)
            for (int x = 5; x < size.width - 5; ++x) {
                const auto at = [&](int dx, int dy, int dz) { return smooth[size.index(x + dx, y + dy, z + dz)]; };
                seen.emplace_back(std::hypot(at(1, 0, 0) - at(-1, 0, 0), at(0, 1, 0) - at(0, -1, 0), at(0, 0, 1) - at(0, 0, -1)),
                                  size.index(x, y, z));
            }
    std::ranges::sort(seen);
    Off sum;
    for (std::size_t i = 3 * seen.size() / 4; i < seen.size(); ++i) {
        std::array<double, 3> found{}, truth{};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            truth[axis] = -1e-3 * static_cast<double>(known.displacement[axis].values()[seen[i].second]);
            found[axis] = static_cast<double>(u.along[axis][seen[i].second]);
        }
        sum.error += std::hypot(found[0] - truth[0], found[1] - truth[1], found[2] - truth[2]);
        sum.still += std::hypot(truth[0], truth[1], truth[2]);
    }
    const auto count = static_cast<double>(seen.size() - 3 * seen.size() / 4);
    return {sum.error / count, sum.still / count};
}

class RegistrationOfRealData : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(RegistrationOfRealData, FindsAKnownWarpByDefault) {
    const KnownWarp known = knownWarp(GetParam());
    const Registration answer = registerVolumes(known.fixed, known.moved, {}, *cpuSimdRegistration());
    const Off off = offAtEdges(known, answer.u);

    EXPECT_FALSE(answer.isEvolving) << "rho " << answer.rho;
    EXPECT_LE(off.error, 0.1);
    EXPECT_GT(off.still, 1);  // which is to be found
}

/// The best of 36 settings has 0.21.
TEST_P(RegistrationOfRealData, FindsAKnownWarpInNoiseByDefault) {
    const KnownWarp known = knownWarp(GetParam());
    const Registration answer =
        registerVolumes(withNoise(known.fixed, 40, 7601), withNoise(known.moved, 40, 7602), {}, *cpuSimdRegistration());
    EXPECT_LE(offAtEdges(known, answer.u).error, 0.27);
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(RegistrationOfRealData);
INSTANTIATE_TEST_SUITE_P(Data, RegistrationOfRealData, testing::ValuesIn(largeData("volumes-known-warp")),
                         [](const auto&) { return "folder"; });

}  // namespace
}  // namespace coarsen
