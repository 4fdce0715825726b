// SPDX-License-Identifier: GPL-3.0-or-later
// The volumes of the folder that the environment variable COARSEN_DATA names; without it there are no such tests.
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/volume_files/read_volume.hpp"
#include "tests/support/large_data.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace coarsen {
namespace {

namespace fs = std::filesystem;

/// Facts that the data's README states of a file.
struct StatedVolume {
    std::string file;
    VolumeSize size;
    SampleType type;
    Spacing spacing;
    int times = 1;
};

class VolumeData : public testing::TestWithParam<fs::path> {
protected:
    static void expectAsStated(const fs::path& data, const StatedVolume& stated) {
        SCOPED_TRACE(stated.file);
        VolumeChoice last;
        last.time = stated.times - 1;
        const VolumeHeader header = volumeHeader(data / stated.file, last);
        EXPECT_EQ(header.size, stated.size);
        EXPECT_EQ(header.type, stated.type);
        EXPECT_EQ(header.spacing, stated.spacing) << header.spacing.x << ' ' << header.spacing.z;
        EXPECT_EQ(header.times, stated.times);
        EXPECT_EQ(header.channels, 1);
        const Volume volume = readVolume(data / stated.file, last);
        EXPECT_EQ(volume.size(), stated.size);
        EXPECT_EQ(volume.spacing(), stated.spacing);
        EXPECT_TRUE(volume.isAllValid());
    }
};

INSTANTIATE_TEST_SUITE_P(Data, VolumeData, testing::ValuesIn(largeData()), [](const auto&) { return "there"; });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(VolumeData);

TEST_P(VolumeData, LoadsAsItsReadmeSays) {
    const VolumeSize lung{57, 78, 64};
    const std::string warp = "volumes-known-warp/lung_small_";
    for (const StatedVolume& stated : {
             StatedVolume{"volumes/3DCT_lung_baseline_small.mha", lung, SampleType::s16, {2732, 2732, 5000, true}},
             StatedVolume{"volumes/katherine.tiff", {128, 128, 64}, SampleType::u8, {}},
             StatedVolume{"volumes/avg152T1_LR_nifti.nii.gz", {91, 109, 91}, SampleType::u8, {2000, 2000, 2000, true}},
             StatedVolume{"volumes/someones_anatomy.nii.gz", {57, 67, 56}, SampleType::u8, {2750, 2750, 2750, true}},
             StatedVolume{warp + "fixed.nii.gz", lung, SampleType::s16, {2.732, 2.732, 5, false}},  // its header names no unit
             StatedVolume{warp + "moved.nii.gz", lung, SampleType::s16, {2.732, 2.732, 5, false}},
             StatedVolume{warp + "displacement_millivoxel.nii.gz", lung, SampleType::s16, {2.732, 2.732, 5, false}, 3},
             StatedVolume{"sdf/sphere_torus_clean.tif", {64, 64, 64}, SampleType::f32, {}},
             StatedVolume{"sdf/sphere_torus_noisy.tif", {64, 64, 64}, SampleType::f32, {}},
         })
        expectAsStated(GetParam(), stated);
}

/// The CT reads the same from both of its formats, and has the range that the README states.
TEST_P(VolumeData, TheLungIsTheSameInBothItsFormats) {
    const Volume mha = readVolume(GetParam() / "volumes/3DCT_lung_baseline_small.mha");
    const Volume nifti = readVolume(GetParam() / "volumes-known-warp/lung_small_fixed.nii.gz");
    const auto [least, greatest] = std::ranges::minmax_element(mha.values());
    EXPECT_EQ(*least, -1130);
    EXPECT_EQ(*greatest, 1379);
    EXPECT_TRUE(std::ranges::equal(mha.values(), nifti.values()));
}

/// moved(x) = fixed(x + d): trilinear samples of the one by the other file's displacements fit the third far better than without.
TEST_P(VolumeData, TheKnownWarpIsInItsThreeFiles) {
    const fs::path folder = GetParam() / "volumes-known-warp";
    const Volume fixed = readVolume(folder / "lung_small_fixed.nii.gz"), moved = readVolume(folder / "lung_small_moved.nii.gz");
    std::vector<Volume> d;
    for (int axis = 0; axis < 3; ++axis) {
        VolumeChoice choice;
        choice.time = axis;
        d.push_back(readVolume(folder / "lung_small_displacement_millivoxel.nii.gz", choice));
        const auto farthest = std::ranges::max(d.back().values(), {}, [](float v) { return std::abs(v); });
        EXPECT_LE(std::abs(farthest), 4000);
        EXPECT_GT(std::abs(farthest), 500);
    }
    const VolumeSize size = fixed.size();
    const auto sampled = [&](double x, double y, double z) {
        const int x0 = static_cast<int>(std::floor(x)), y0 = static_cast<int>(std::floor(y)),
                  z0 = static_cast<int>(std::floor(z));
        double sum = 0;
        for (int k = 0; k < 8; ++k) {
            const int dx = k & 1, dy = k >> 1 & 1, dz = k >> 2;
            const double weight = (dx ? x - x0 : 1 - x + x0) * (dy ? y - y0 : 1 - y + y0) * (dz ? z - z0 : 1 - z + z0);
            sum += weight * static_cast<double>(fixed.at(x0 + dx, y0 + dy, z0 + dz));
        }
        return sum;
    };
    double warped = 0, asItIs = 0;
    constexpr int rim = 5;
    for (int z = rim; z < size.depth - rim; ++z)
        for (int y = rim; y < size.height - rim; ++y)
            for (int x = rim; x < size.width - rim; ++x) {
                const auto shift = [&](std::size_t axis) { return static_cast<double>(d[axis].at(x, y, z)) / 1000; };
                const double there = static_cast<double>(moved.at(x, y, z));
                warped += std::pow(sampled(x + shift(0), y + shift(1), z + shift(2)) - there, 2);
                asItIs += std::pow(static_cast<double>(fixed.at(x, y, z)) - there, 2);
            }
    EXPECT_LT(warped, 0.1 * asItIs);
}

/// Signed distance to a sphere and a torus, in closed form.
TEST_P(VolumeData, TheSignedDistancesAreThoseOfTheirBodies) {
    const Volume clean = readVolume(GetParam() / "sdf/sphere_torus_clean.tif"),
                 noisy = readVolume(GetParam() / "sdf/sphere_torus_noisy.tif");
    double squares = 0;
    for (int z = 0; z < 64; ++z)
        for (int y = 0; y < 64; ++y)
            for (int x = 0; x < 64; ++x) {
                const double sphere = std::hypot(x - 22.0, y - 30.5, z - 31.0) - 13.25;
                const double torus = std::hypot(std::hypot(x - 40.0, y - 33.0) - 14.5, z - 32.0) - 5.5;
                ASSERT_NEAR(static_cast<double>(clean.at(x, y, z)), std::min(sphere, torus), 1e-4) << x << ' ' << y << ' ' << z;
                squares += std::pow(static_cast<double>(noisy.at(x, y, z) - clean.at(x, y, z)), 2);
            }
    EXPECT_NEAR(std::sqrt(squares / (64.0 * 64 * 64)), 0.8, 0.01);
}

/// Every file that is meant to break readers is refused or read, whichever reader of ours meets it.
TEST_P(VolumeData, HostileFilesAreReadOrRefused) {
    int files = 0;
    for (const auto& entry : fs::recursive_directory_iterator(GetParam() / "hostile")) {
        if (!entry.is_regular_file()) continue;
        ++files;
        try {
            readVolume(entry.path());
        } catch (const InputError& error) {
            EXPECT_EQ(error.subject(), displayName(entry.path()));
        }
    }
    EXPECT_GT(files, 100);
}

}  // namespace
}  // namespace coarsen
