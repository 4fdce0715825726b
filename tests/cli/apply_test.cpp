// SPDX-License-Identifier: GPL-3.0-or-later
// A displacement put on volumes, labels, points and surfaces, as a user does it.
#include "core/base/files.hpp"
#include "core/export/ply_mesh.hpp"
#include "core/volume/placement.hpp"
#include "core/volume/volume_header.hpp"
#include "core/volume/write_nifti.hpp"
#include "core/volume_files/read_volume.hpp"
#include "tests/cli/program.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

namespace coarsen::test {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

class ApplyCommand : public testing::Test {
protected:
    static constexpr VolumeSize size{30, 24, 20};
    static constexpr Spacing spacing{0.5, 0.5, 2, true};
    static constexpr std::array<float, 3> shift{2, -1, 1};  // voxels
    TemporaryFolder folder;

    ApplyCommand() {
        const std::vector<float> x(size.voxels(), shift[0]), y(size.voxels(), shift[1]), z(size.voxels(), shift[2]);
        writeNiftiVectors(folder / "u.nii", size, spacing, {x, y, z}, "u", {}, placement());
        writeNifti(folder / "ball.nii", ball(), "", {}, placement());
    }
    static Placement placement() { return {{{{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}}}, {7, 8, 9}, 1}; }
    /// Bright within 3 µm of the middle.
    static Volume ball() {
        std::vector<float> values;
        for (int z = 0; z < size.depth; ++z)
            for (int y = 0; y < size.height; ++y)
                for (int x = 0; x < size.width; ++x)
                    values.push_back(
                        100 - 30 * static_cast<float>(std::tanh(std::hypot(0.5 * (x - 14), 0.5 * (y - 12), 2 * (z - 9.5)) - 4)));
        return Volume(size, spacing, std::move(values));
    }
    Outcome apply(const std::vector<std::string>& more) const {
        std::vector<std::string> words{"apply", folder / "u.nii", "-o", folder / "out"};
        words.insert(words.end(), more.begin(), more.end());
        return coarsenCli(words);
    }
    nlohmann::json report() const { return nlohmann::json::parse(contentOf(folder / "out" / "report.json")); }
};

TEST_F(ApplyCommand, DrawsVolumesAndLabelsToWhereUSays) {
    std::vector<float> marks(size.voxels());
    marks[size.index(10, 9, 8)] = 7, marks[size.index(11, 9, 8)] = 12;
    writeNifti(folder / "grains.nii", Volume(size, spacing, marks), "", {}, placement());

    const Outcome outcome = apply({folder / "ball.nii", "--labels", folder / "grains.nii"});

    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, AllOf(HasSubstr("ball.nii as volume"), HasSubstr("grains.nii as labels")));
    const Volume before = readVolume(folder / "ball.nii"), after = readVolume(folder / "out" / "ball.nii"),
                 labels = readVolume(folder / "out" / "grains.nii");
    EXPECT_NEAR(after.at(14 + 2, 12 - 1, 9 + 1), before.at(14, 12, 9), 1e-3);
    EXPECT_NEAR(after.at(10, 10, 10), before.at(8, 11, 9), 1e-3);
    EXPECT_FALSE(after.isValid(1, 10, 10));
    EXPECT_EQ(labels.at(12, 8, 9), 7);
    EXPECT_EQ(labels.at(13, 8, 9), 12);
    EXPECT_TRUE(fs::exists(folder / "out" / "ball_mask.nii"));
    const VolumeHeader header = volumeHeader(folder / "out" / "ball.nii");
    EXPECT_EQ(header.placement->axes, placement().axes);
    EXPECT_EQ(header.placement->origin, placement().origin);
    EXPECT_EQ(header.spacing, spacing);
    EXPECT_THAT(report()["convention"].get<std::string>(), HasSubstr("moved(x) = fixed(x - u(x))"));
    EXPECT_EQ(report()["files"][0]["masked"], 2 * 24 * 20 + 28 * 1 * 20 + 28 * 23 * 1);
}

TEST_F(ApplyCommand, CarriesPointsAndSurfacesInTheirUnit) {
    writeWhole(folder / "points.csv", "name,x,z,y\n-a,3,8,5\n\"b, c\",14.5,8,5\n,,,\n");
    ASSERT_EQ(coarsenCli({"surface", folder / "ball.nii", "-o", folder / "s", "--denoise", "none"}).status, 0);

    const Outcome outcome = apply({folder / "points.csv", folder / "s" / "surface.ply", "--sampling", "linear"});

    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(contentOf(folder / "out" / "points.csv"), "name,x,z,y\n./-a,4,10,4.5\n\"b, c\",,,\n,,,\n");
    EXPECT_THAT(outcome.err, HasSubstr("1 of the points of points.csv come from or go outside the volume"));
    EXPECT_EQ(report()["files"][0]["without"], 1);
    EXPECT_EQ(report()["files"][0]["unit"], "um");
    const PlyMesh before = readPly(folder / "s" / "surface.ply"), after = readPly(folder / "out" / "surface.ply");
    ASSERT_EQ(before.vertices(), after.vertices());
    EXPECT_EQ(before.faces, after.faces);
    const std::array<double, 3> moved{1, -0.5, 2};
    for (std::size_t v = 0; v < before.vertices(); ++v)
        for (std::size_t axis = 0; axis < 3; ++axis)
            ASSERT_NEAR(after.place(v)[axis], before.place(v)[axis] + moved[axis], 1e-3);
    const std::size_t curvature = *before.property("mean_curvature");
    EXPECT_EQ(after.values[curvature], before.values[curvature]);
    EXPECT_THAT(after.comments.back(), HasSubstr("carried by u.nii"));
}

TEST_F(ApplyCommand, RefusesWhatLiesOtherwiseInWords) {
    Placement turned = placement();
    turned.axes = {{{std::cos(0.3), std::sin(0.3), 0}, {-std::sin(0.3), std::cos(0.3), 0}, {0, 0, 1}}};
    Placement elsewhere = placement();
    elsewhere.origin = {70, 8, 9};
    writeNifti(folder / "turned.nii", ball(), "", {}, turned);
    writeNifti(folder / "elsewhere.nii", ball(), "", {}, elsewhere);
    writeNifti(folder / "finer.nii", ball().withSpacing({0.5, 0.5, 1, true}), "", {}, placement());
    writeNifti(folder / "small.nii", Volume({8, 8, 8}, spacing, std::vector<float>(512)), "", {}, placement());
    writeWhole(folder / "far.csv", "x,y,z\n300,5,5\n");
    writeWhole(folder / "flat.csv", "x,y\n3,5\n");
    const auto errorOf = [&](const std::vector<std::string>& words) {
        const Outcome outcome = apply(words);
        EXPECT_EQ(outcome.status, 2);
        EXPECT_FALSE(fs::exists(folder / "out" / "report.json"));
        return outcome.err;
    };

    EXPECT_THAT(errorOf({folder / "turned.nii"}), HasSubstr("turned.nii: its header turns it against u.nii"));
    EXPECT_THAT(errorOf({folder / "elsewhere.nii"}),
                AllOf(HasSubstr("u.nii begins at 7, 8, 9, elsewhere.nii at 70, 8, 9 (in the files' unit); --as-stored")));
    EXPECT_THAT(errorOf({folder / "finer.nii"}), AllOf(HasSubstr("Voxels differ in size"), HasSubstr("0.5 x 0.5 x 1 µm")));
    EXPECT_THAT(errorOf({folder / "small.nii"}), HasSubstr("it has 8 x 8 x 8 voxels, u.nii has 30 x 24 x 20 voxels"));
    EXPECT_THAT(errorOf({folder / "far.csv"}),
                HasSubstr("none of its 1 positions lies within the volume of u.nii, 14.5 x 11.5 x 38 um"));
    EXPECT_THAT(errorOf({folder / "flat.csv"}), HasSubstr("flat.csv: it has no column z"));
    EXPECT_THAT(errorOf({"--labels", folder / "ball.nii"}), HasSubstr("which is no label"));
    EXPECT_THAT(errorOf({}), HasSubstr("nothing is named that u is put on"));
    EXPECT_THAT(errorOf({folder / "ball.nii", "--labels", folder / "ball.nii"}), HasSubstr("would be written as ball.nii"));
    EXPECT_THAT(coarsenCli({"apply", folder / "ball.nii", folder / "ball.nii", "-o", folder / "out"}).err,
                HasSubstr("ball.nii: it is no displacement"));

    EXPECT_EQ(apply({folder / "elsewhere.nii", "--as-stored"}).status, 0);
}

TEST_F(ApplyCommand, SaysBeforeItBeginsThatItNeedsMoreMemory) {
    const VolumeSize large{64, 64, 64};
    const std::vector<float> still(large.voxels());
    writeNiftiVectors(folder / "large.nii", large, spacing, {still, still, still}, "u");

    const Outcome outcome =
        coarsenCli({"apply", folder / "large.nii", "--save", "inverse", "-o", folder / "out", "--memory", "9MB"});

    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("large.nii: putting it on other things takes about 18 MB of memory, and 9 MB"),
                                   HasSubstr("--memory")));
}

TEST_F(ApplyCommand, BringsWhatIsStoredMirroredIntoPlace) {
    Placement mirrored = placement();
    const Volume straight = ball();
    std::vector<float> values;
    for (int z = 0; z < size.depth; ++z)
        for (int y = 0; y < size.height; ++y)
            for (int x = size.width - 1; x >= 0; --x)
                values.push_back(straight.at(x, y, z) + static_cast<float>(x));
    mirrored.axes[0] = {0, -1, 0};
    mirrored.origin[1] += 0.5 * (size.width - 1);
    writeNifti(folder / "mirrored.nii", Volume(size, spacing, std::move(values)), "", {}, mirrored);

    const Outcome outcome = apply({folder / "mirrored.nii"});

    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("were brought into the order of u.nii"));
    EXPECT_NEAR(readVolume(folder / "out" / "mirrored.nii").at(10, 10, 10), straight.at(8, 11, 9) + 8, 1e-3);
}

TEST_F(ApplyCommand, GoesBackByTheInverse) {
    writeWhole(folder / "points.CSV", "x,y,z\n4,4.5,10\n0.5,5,8\n");
    const Outcome forth = apply({folder / "ball.nii", "--save", "inverse"});
    ASSERT_EQ(forth.status, 0) << forth.err;
    EXPECT_THAT(forth.out, HasSubstr("Inverse of u: off by "));
    EXPECT_EQ(report()["inverse"]["voxels"], size.voxels());
    EXPECT_EQ(report()["inverse"]["without"], 2 * 24 * 20 + 28 * 1 * 20 + 28 * 23 * 1);
    EXPECT_EQ(report()["to"], "moved");
    VolumeChoice along;
    const Volume x = readVolume(folder / "out" / "u_inverse.nii", along);
    EXPECT_NEAR(x.at(10, 10, 10), -2, 1e-5);
    EXPECT_FALSE(x.isValid(28, 10, 10));  // it went to 30, outside
    EXPECT_TRUE(fs::exists(folder / "out" / "u_inverse_mask.nii"));

    const Outcome back = coarsenCli({"apply", folder / "u.nii", folder / "out" / "ball.nii", folder / "points.CSV", "--to",
                                     "fixed", "--sampling", "linear", "-o", folder / "back"});

    ASSERT_EQ(back.status, 0) << back.err;
    const Volume before = readVolume(folder / "ball.nii"), again = readVolume(folder / "back" / "ball.nii");
    EXPECT_NEAR(again.at(14, 12, 9), before.at(14, 12, 9), 1e-3);
    EXPECT_FALSE(again.isValid(28, 10, 10));
    EXPECT_EQ(contentOf(folder / "back" / "points.csv"), "x,y,z\n3,5,8\n-0.5,5.5,6\n");

    const Outcome byInverse =
        coarsenCli({"apply", folder / "out" / "u_inverse.nii", folder / "out" / "ball.nii", "-o", folder / "other"});
    ASSERT_EQ(byInverse.status, 0) << byInverse.err;
    EXPECT_NEAR(readVolume(folder / "other" / "ball.nii").at(14, 12, 9), before.at(14, 12, 9), 1e-3);
}

}  // namespace
}  // namespace coarsen::test
