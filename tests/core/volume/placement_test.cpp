// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/volume/placement.hpp"

#include "core/volume_files/read_volume.hpp"
#include "tests/core/volume/volume_bytes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace coarsen {
namespace {

using test::MadeFile;
using testing::AllOf;
using testing::HasSubstr;

VolumeHeader headerOf(const test::NiftiRecipe& recipe) {
    return volumeHeader(MadeFile("a.nii", test::niftiOf(recipe)).path());
}

/// A NIfTI file of 2 x 3 x 4 voxels, 0.5 x 0.5 x 2 µm, whose matrix is this.
test::NiftiRecipe recipeOf(const std::array<std::array<double, 3>, 3>& axes) {
    test::NiftiRecipe recipe;
    recipe.voxels = test::samplesOf(test::countingUp(24), SampleType::u8, false);
    recipe.sform = 1;
    recipe.axes = axes;
    return recipe;
}

const std::array<std::array<double, 3>, 3> straight{{{0.5, 0, 0}, {0, 0.5, 0}, {0, 0, 2}}};

std::vector<Said> said(const test::NiftiRecipe& one, const test::NiftiRecipe& other) {
    return whatDiffers("f.nii", headerOf(one), "m.nii", headerOf(other));
}

TEST(Placement, OfTwoAlikeDiffersInNothing) {
    for (const int version : {1, 2}) {
        test::NiftiRecipe one = recipeOf(straight), without = one;
        one.version = without.version = version;
        without.sform = 0;  // along the axes, by NIfTI's first method
        EXPECT_TRUE(said(one, one).empty());
        EXPECT_TRUE(said(one, without).empty());
    }
}

TEST(Placement, NamesFlips) {
    const auto found = said(recipeOf(straight), recipeOf({{{-0.5, 0, 0}, {0, 0.5, 0}, {0, 0, -2}}}));
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].code, "orient.differs");
    EXPECT_THAT(found[0].text, HasSubstr("in m.nii x runs the other way, z runs the other way, seen from f.nii"));
}

TEST(Placement, NamesAxesThatAreExchangedOrTurned) {
    const auto exchanged = said(recipeOf(straight), recipeOf({{{0, 0.5, 0}, {0.5, 0, 0}, {0, 0, 2}}}));
    ASSERT_EQ(exchanged.size(), 1u);
    EXPECT_THAT(exchanged[0].text, HasSubstr("x lies along the other's y, y lies along the other's x, seen"));

    test::NiftiRecipe turned = recipeOf(straight);
    turned.sform = 0, turned.qform = 1;
    turned.quaternion = {0, 0, std::sin(0.1)};  // by 0.2 about z
    const auto found = said(recipeOf(straight), turned);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_THAT(found[0].text, HasSubstr("x is turned by 11.5°, y is turned by 11.5°, seen"));
}

TEST(Placement, IsTheSameByMatrixAndByQuaternion) {
    const double angle = 0.7, c = std::cos(angle), s = std::sin(angle);
    const test::NiftiRecipe matrix = recipeOf({{{0.5 * c, -0.5 * s, 0}, {0.5 * s, 0.5 * c, 0}, {0, 0, 2}}});
    test::NiftiRecipe quaternion = recipeOf(straight);
    quaternion.sform = 0, quaternion.qform = 1;
    quaternion.quaternion = {0, 0, std::sin(angle / 2)};
    EXPECT_TRUE(said(matrix, quaternion).empty());
}

TEST(Placement, ComparesSizesAndOrigins) {
    test::NiftiRecipe thick = recipeOf(straight);
    thick.steps[2] = 3;
    const auto sizes = said(recipeOf(straight), thick);
    ASSERT_EQ(sizes.size(), 1u);
    EXPECT_EQ(sizes[0].code, "size.differs");
    EXPECT_THAT(sizes[0].text, AllOf(HasSubstr("those of f.nii are 0.5 x 0.5 x 2 µm"), HasSubstr("m.nii 0.5 x 0.5 x 3 µm")));

    VolumeHeader one = headerOf(recipeOf(straight)), other = one;
    other.placement->origin = {0, 12, 0};
    const auto origins = whatDiffers("f.nii", one, "m.nii", other);
    ASSERT_EQ(origins.size(), 1u);
    EXPECT_EQ(origins[0].code, "orient.differs");
    EXPECT_THAT(origins[0].text, HasSubstr("f.nii begins at 0, 0, 0, m.nii at 0, 12, 0"));

    other.format = "MetaImage";  // a space of its own
    EXPECT_TRUE(whatDiffers("f.nii", one, "m.mha", other).empty());
    other.placement.reset();
    EXPECT_TRUE(whatDiffers("f.nii", one, "m.nii", other).empty());
}

TEST(Placement, OfMetaImageIsItsRowsAndItsOffset) {
    const auto headerWith = [](const std::string& lines) {
        const std::string text = "ObjectType = Image\nNDims = 3\nDimSize = 2 3 4\nElementSpacing = 1 1 1\nDistanceUnits = um\n" +
                                 lines + "ElementType = MET_UCHAR\nElementDataFile = LOCAL\n";
        return volumeHeader(
            MadeFile("a.mha", test::joined(text, test::samplesOf(test::countingUp(24), SampleType::u8, false))).path());
    };
    const VolumeHeader plain = headerWith({}), flipped = headerWith("TransformMatrix = 1 0 0 0 -1 0 0 0 1\nOffset = 0 2 0\n"),
                       cyclic = headerWith("TransformMatrix = 0 1 0 0 0 1 1 0 0\n"), moved = headerWith("Offset = 3 0 0\n");
    const auto text = [&](const VolumeHeader& other) {
        const std::vector<Said> found = whatDiffers("f", plain, "m", other);
        return found.size() == 1 ? found[0].text : std::string();
    };
    EXPECT_THAT(text(flipped), HasSubstr("in m y runs the other way, seen"));
    EXPECT_THAT(text(cyclic), HasSubstr("x lies along the other's y, y lies along the other's z, z lies along the other's x"));
    EXPECT_THAT(text(moved), HasSubstr("m at 3, 0, 0"));
}

}  // namespace
}  // namespace coarsen
