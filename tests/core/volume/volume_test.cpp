// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/volume/volume.hpp"

#include "core/base/error.hpp"
#include "tests/core/volume/volume_bytes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <vector>

namespace coarsen {
namespace {

using test::MadeFile;
using testing::HasSubstr;

TEST(Volume, HoldsItsVoxelsSliceBySlice) {
    const VolumeSize size{2, 3, 4};
    std::vector<float> values(24);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<float>(i);
    const Volume volume(size, {1, 1, 3, true}, values);
    EXPECT_EQ(volume.at(1, 0, 0), 1);
    EXPECT_EQ(volume.at(0, 1, 0), 2);
    EXPECT_EQ(volume.at(0, 0, 1), 6);
    EXPECT_EQ(volume.at(1, 2, 3), 23);
    EXPECT_DOUBLE_EQ(volume.spacing().perPx(), std::cbrt(3.0));
    EXPECT_FALSE(volume.spacing().isIsotropic());
    EXPECT_TRUE(volume.isAllValid() && volume.isValid(1, 2, 3));

    std::vector<std::uint8_t> valid(24, 1);
    valid[23] = 0;
    const Volume masked = volume.withMask(valid);
    EXPECT_FALSE(masked.isValid(1, 2, 3));
    EXPECT_TRUE(volume.isValid(1, 2, 3));
    EXPECT_EQ(masked.values().data(), volume.values().data()) << "shared, not copied";
    EXPECT_THROW(volume.withMask({1, 0}), std::invalid_argument);
    EXPECT_THROW(Volume(size, {}, std::vector<float>(23)), std::invalid_argument);
}

/// One check for files, options, sessions and Python's arrays: none makes a volume around it.
TEST(Volume, HasNoSidesThatAVoxelCannotHave) {
    const VolumeSize size{2, 2, 2};
    const Volume whole(size, {1, 1, 1, false}, std::vector<float>(size.voxels()));
    for (const Spacing& sides : {Spacing{1e-30, 1e-30, 1e-30, true}, Spacing{0, 0, 0, true}, Spacing{1, 1, 1e6, true},
                                 Spacing{-1, 1, 1, false}, Spacing{std::nan(""), 1, 1, true}}) {
        EXPECT_THROW(Volume(size, sides, std::vector<float>(size.voxels())), SettingError);
        EXPECT_THROW(whole.withSpacing(sides), SettingError);
    }
    EXPECT_EQ(whole.withSpacing({0.5, 0.5, 1.5, true}).spacing().z, 1.5);
}

TEST(VolumeFiles, AreKnownByTheirNames) {
    for (const char* const name : {"a.nii", "a.NII.GZ", "a.mha", "b.mhd", "c.h5", "d.hdf5"})
        EXPECT_TRUE(isVolumeFile(name)) << name;
    for (const char* const name : {"a.gz", ".nii", "a.tif", "a.png", "a.raw", "h5"})
        EXPECT_FALSE(isVolumeFile(name)) << name;
}

TEST(VolumeFiles, ThatAreNoneAreNamed) {
    EXPECT_THAT(test::refusal("/nowhere/a.nii"), HasSubstr("a.nii: the file does not exist"));
    EXPECT_THAT(test::refusal(MadeFile("a.nii", {}).path()), HasSubstr("a.nii: the file is empty (0 bytes)"));
    EXPECT_THAT(test::refusal(MadeFile("a.nii", test::joined("hello, this is a text", {})).path()),
                HasSubstr("unsupported or damaged volume"));
    EXPECT_THAT(test::refusal(MadeFile("a.nii.gz", test::gzipOf(test::joined("hello, this is a text", {}))).path()),
                HasSubstr("packed by gzip, and what it holds is no NIfTI volume"));
    EXPECT_THAT(test::refusal(MadeFile("a.nii", test::joined("BM", test::Bytes(100))).path()), HasSubstr("a file of BMP"));
    EXPECT_THAT(test::refusal(TemporaryFolder().path()), HasSubstr(": "));
}

}  // namespace
}  // namespace coarsen
