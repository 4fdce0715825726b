// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/volume/write_nifti.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "tests/core/volume/volume_bytes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <numeric>

namespace coarsen {
namespace {

std::vector<float> fractions(std::size_t count) {
    std::vector<float> values(count);
    std::iota(values.begin(), values.end(), -3.25F);
    return values;
}

TEST(WriteNifti, WhatIsWrittenReadsBackWithItsMaskAndSpacing) {
    const TemporaryFolder folder;
    std::vector<std::uint8_t> valid(24, 1);
    valid[7] = 0;
    for (const char* const name : {"a.nii", "a.nii.gz"})
        for (const Spacing spacing : {Spacing{0.1, 0.2, 0.3, true}, Spacing{1, 1, 3, false}}) {
            const Volume volume({2, 3, 4}, spacing, fractions(24), valid);
            writeNifti(folder / name, volume, "what it is");
            const Volume read = readVolume(folder / name);
            EXPECT_EQ(read.size(), volume.size());
            EXPECT_EQ(read.spacing(), spacing);
            for (std::size_t i = 0; i < 24; ++i) {
                EXPECT_EQ(read.valid()[i], valid[i]);
                EXPECT_EQ(read.values()[i], valid[i] ? volume.values()[i] : 0);
            }
            EXPECT_EQ(volumeHeader(folder / name).remark, "");
        }
    EXPECT_EQ(readWhole(folder / "a.nii").size(), 352 + 24 * 4);
    EXPECT_LT(readWhole(folder / "a.nii.gz").size(), 352U);
}

TEST(WriteNifti, PutsAMaskBesideWhatHasOne) {
    const TemporaryFolder folder;
    std::vector<std::uint8_t> valid(24, 1);
    valid[7] = 0;
    const Volume volume({2, 3, 4}, {1, 1, 3, false}, fractions(24), valid);
    const Placement placement{.origin = {1, 2, 3}};
    writeNiftiMask(niftiMaskOf(folder / "phi.nii"), volume, placement);
    const Volume mask = readVolume(folder / "phi_mask.nii");

    EXPECT_TRUE(mask.isAllValid());
    for (std::size_t i = 0; i < 24; ++i)
        EXPECT_EQ(mask.values()[i], valid[i]);
    EXPECT_EQ(volumeHeader(folder / "phi_mask.nii").placement->origin, placement.origin);
    writeNiftiMask(niftiMaskOf(folder / "phi.nii"), Volume(volume.size(), volume.spacing(), fractions(24)));
    EXPECT_TRUE(std::filesystem::is_empty(folder.path())) << "one of before says nothing of this volume";
}

TEST(WriteNifti, NamesAMaskBesideItsVolume) {
    EXPECT_EQ(niftiMaskOf("out/phi.nii"), "out/phi_mask.nii");
    EXPECT_EQ(niftiMaskOf("out/phi.nii.gz"), "out/phi_mask.nii.gz");
    EXPECT_EQ(niftiMaskOf("out/of 3.5 um.nii.gz"), "out/of 3.5 um_mask.nii.gz");
}

/// The header byte by byte as the standard has it.
TEST(WriteNifti, VectorsHaveFiveAxesAndTheirIntent) {
    const TemporaryFolder folder;
    const VolumeSize size{2, 3, 4};
    const auto x = fractions(24);
    auto y = x, z = x;
    y[5] = 50;
    z[6] = 60;
    writeNiftiVectors(folder / "u.nii", size, {2, 2, 5, true}, {x, y, z}, "h(x) = x - u(x), voxels");
    const auto bytes = readWhole(folder / "u.nii");
    const auto number = [&](std::size_t at) {
        std::int16_t value = 0;
        std::memcpy(&value, bytes.data() + at, sizeof value);
        return value;
    };
    const int sides[] = {5, 2, 3, 4, 1, 3, 1, 1};
    for (std::size_t i = 0; i < 8; ++i)
        EXPECT_EQ(number(40 + 2 * i), sides[i]);
    EXPECT_EQ(number(68), 1007);
    EXPECT_EQ(number(70), 16);
    EXPECT_STREQ(reinterpret_cast<const char*>(bytes.data()) + 148, "h(x) = x - u(x), voxels");
    EXPECT_EQ(bytes.size(), 352U + 3 * 24 * 4);

    EXPECT_EQ(volumeHeader(folder / "u.nii").channels, 3);
    VolumeChoice choice;
    choice.channel = 1;
    EXPECT_EQ(readVolume(folder / "u.nii", choice).at(1, 2, 0), 50);
    choice.channel = 2;
    EXPECT_EQ(readVolume(folder / "u.nii", choice).at(0, 0, 1), 60);
}

TEST(WriteNifti, WhatCannotBeIsSaid) {
    const TemporaryFolder folder;
    const VolumeSize flat{40000, 2, 2};
    EXPECT_THROW(writeNifti(folder / "a.nii", Volume(flat, {}, std::vector<float>(flat.voxels()))), SettingError);
    EXPECT_THROW(writeNifti(folder / "no" / "a.nii", Volume({2, 2, 2}, {}, std::vector<float>(8))), StorageError);
    const std::vector<float> few(7);
    EXPECT_THROW(writeNiftiVectors(folder / "u.nii", {2, 2, 2}, {}, {few, few, few}), std::invalid_argument);
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

/// Longer than any piece that is packed at a time.
TEST(WriteNifti, LongFilesAreOne) {
    const TemporaryFolder folder;
    const VolumeSize size{128, 128, 100};
    std::vector<float> values(size.voxels());
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<float>(i * 2654435761U % 1000003);
    writeNifti(folder / "a.nii.gz", Volume(size, {}, values));
    EXPECT_EQ(test::valuesOf(readVolume(folder / "a.nii.gz")), values);
}

}  // namespace
}  // namespace coarsen
