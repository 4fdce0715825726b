// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/volume/placement.hpp"

#include "core/base/error.hpp"
#include "core/volume/write_nifti.hpp"
#include "core/volume_files/read_volume.hpp"
#include "tests/core/volume/volume_bytes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
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

TEST(Placement, IsKeptByWhatIsWritten) {
    const double c = std::cos(0.3), s = std::sin(0.3);
    test::NiftiRecipe turned = recipeOf({{{0.5 * c, -0.5 * s, 0}, {0.5 * s, 0.5 * c, 0}, {0, 0, -2}}});
    const VolumeHeader header = headerOf(turned);
    Placement placement = *niftiPlacement(header, header.spacing);
    placement.origin = {3, -4, 5.5};
    const TemporaryFolder folder;
    writeNifti(folder / "w.nii", Volume(header.size, header.spacing, std::vector<float>(24)), "", {}, placement);
    const VolumeHeader read = volumeHeader(folder / "w.nii");

    for (std::size_t axis = 0; axis < 3; ++axis) {
        EXPECT_NEAR(read.placement->origin[axis], placement.origin[axis], 1e-6);
        for (std::size_t i = 0; i < 3; ++i)
            EXPECT_NEAR(read.placement->axes[axis][i], header.placement->axes[axis][i], 1e-6);
    }
}

TEST(Placement, FollowsUnitsSpacesAndSidesStatedAnew) {
    VolumeHeader header;
    header.format = "NIfTI";
    header.spacing = {500, 500, 2000, true};  // stated as 0.5 x 0.5 x 2 mm
    header.placement = Placement{.origin = {1, 2, 3}, .perUnit = 1000};

    EXPECT_EQ(niftiPlacement(header, header.spacing)->origin, (std::array<double, 3>{1000, 2000, 3000}));
    EXPECT_EQ(niftiPlacement(header, {1, 1, 1, true})->origin, (std::array<double, 3>{2, 4, 1.5}));  // as many voxels away
    header.format = "MetaImage";
    const Placement other = *niftiPlacement(header, header.spacing);
    EXPECT_EQ(other.origin, (std::array<double, 3>{-1000, -2000, 3000}));
    EXPECT_EQ(other.axes[1], (std::array<double, 3>{0, -1, 0}));
    header.placement.reset();
    EXPECT_FALSE(niftiPlacement(header, header.spacing));
}

TEST(Placement, BringsWhatIsMirroredOrExchangedIntoPlace) {
    const test::NiftiRecipe plain = recipeOf(straight);
    const VolumeHeader header = headerOf(plain);
    const Volume volume = readVolume(MadeFile("a.nii", test::niftiOf(plain)).path());
    // Stored with y, z, x of the other as its axes, the last one backwards.
    const AxisOrder away{{1, 2, 0}, {false, false, true}};
    const Volume stored = inOrder(volume, away);
    const VolumeHeader storedHeader = inOrder(header, away);
    EXPECT_EQ(stored.size(), (VolumeSize{3, 4, 2}));
    EXPECT_EQ(stored.spacing().y, 2);
    EXPECT_EQ(stored.at(2, 1, 0), volume.at(1, 2, 1));
    EXPECT_NEAR(storedHeader.placement->origin[0], 0.5, 1e-9);

    const LaidVolume laid = laidAs("f.nii", header, "m.nii", storedHeader, stored);

    EXPECT_EQ(test::valuesOf(laid.volume), test::valuesOf(volume));
    EXPECT_EQ(laid.volume.spacing(), volume.spacing());
    ASSERT_EQ(laid.said.size(), 1u) << "the origins agree, too";
    EXPECT_EQ(laid.said[0].code, "orient.mended");
    EXPECT_THAT(laid.said[0].text, HasSubstr("in m.nii x lies along the other's y"));

    VolumeHeader turned = header;
    const double angle = 0.2;
    turned.placement->axes[0] = {std::cos(angle), std::sin(angle), 0};
    turned.placement->axes[1] = {-std::sin(angle), std::cos(angle), 0};
    try {
        laidAs("f.nii", header, "m.nii", turned, volume);
        FAIL() << "it is turned";
    } catch (const InputError& error) {
        EXPECT_THAT(error.what(), HasSubstr("m.nii: its header turns it against f.nii: x is turned by 11.5°"));
        EXPECT_THAT(error.remedy(), HasSubstr("--as-stored"));
    }
    EXPECT_TRUE(laidAs("f.nii", header, "m.nii", header, volume).said.empty());
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
