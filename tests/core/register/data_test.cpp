// SPDX-License-Identifier: GPL-3.0-or-later
// Real data with a displacement that is known: computed tomography of a lung, warped. Needs the folder COARSEN_DATA.
#include "core/register/engines.hpp"
#include "core/register/gaussian.hpp"
#include "core/register/registration.hpp"
#include "core/volume_files/read_volume.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>

namespace coarsen {
namespace {

TEST(RegistrationOfRealData, FindsAKnownWarp) {
    const char* const data = std::getenv("COARSEN_DATA");
    if (!data) GTEST_SKIP() << "COARSEN_DATA is not set";
    const std::filesystem::path folder = std::filesystem::path(data) / "volumes-known-warp";
    const Volume fixed = readVolume(folder / "lung_small_fixed.nii.gz"), moved = readVolume(folder / "lung_small_moved.nii.gz");
    RegistrationSettings settings;
    settings.evolving = Evolving::no;  // the two are one scan
    const Registration answer = registerVolumes(fixed, moved, settings, *cpuSimdRegistration());
    std::array<Volume, 3> d;
    for (int axis = 0; axis < 3; ++axis) {
        VolumeChoice component;  // the file has them where times are
        component.time = axis;
        d[static_cast<std::size_t>(axis)] = readVolume(folder / "lung_small_displacement_millivoxel.nii.gz", component);
    }

    // More than 4 voxels from every face, where the fixed volume shows something: its gradient is in the upper quarter.
    const VolumeSize& size = fixed.size();
    std::vector<float> smooth(fixed.values().begin(), fixed.values().end());
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
    double sum = 0, still = 0;
    for (std::size_t i = 3 * seen.size() / 4; i < seen.size(); ++i) {
        std::array<double, 3> u{}, truth{};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            truth[axis] = -1e-3 * static_cast<double>(d[axis].values()[seen[i].second]);
            u[axis] = static_cast<double>(answer.u.along[axis][seen[i].second]);
        }
        sum += std::hypot(u[0] - truth[0], u[1] - truth[1], u[2] - truth[2]);
        still += std::hypot(truth[0], truth[1], truth[2]);
    }
    const auto count = static_cast<double>(seen.size() - 3 * seen.size() / 4);

    EXPECT_LE(sum / count, 0.5);
    EXPECT_GT(still / count, 1);  // which is to be found
}

}  // namespace
}  // namespace coarsen
