// SPDX-License-Identifier: GPL-3.0-or-later
// Strain of a displacement whose strain is known, as a user asks for it.
#include "core/volume/placement.hpp"
#include "core/volume/volume_header.hpp"
#include "core/volume/write_nifti.hpp"
#include "core/volume_files/read_volume.hpp"
#include "tests/cli/program.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace coarsen::test {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

class StrainCommand : public testing::Test {
protected:
    static constexpr VolumeSize size{12, 10, 8};
    static constexpr Spacing spacing{0.5, 0.5, 2, true};
    const Placement placement{{{{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}}}, {7, 8, 9}, 1};
    TemporaryFolder folder;

    /// Material has been stretched by 1.25 along x.
    StrainCommand() {
        std::vector<float> x, none(size.voxels());
        for (std::size_t i = 0; i < size.voxels(); ++i)
            x.push_back(0.2F * static_cast<float>(i % 12));
        writeNiftiVectors(folder / "u.nii", size, spacing, {x, none, none}, "u", {}, placement);
    }
    Outcome strain(const std::vector<std::string>& more = {}) const {
        std::vector<std::string> words{"strain", folder / "u.nii", "-o", folder / "out"};
        words.insert(words.end(), more.begin(), more.end());
        return coarsenCli(words);
    }
};

TEST_F(StrainCommand, WritesATableAndMapsThatLieWhereUDoes) {
    const Outcome outcome = strain({"--save", "volume,e_xx"});

    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, AllOf(HasSubstr("u.nii: volume 1.2500 in the mean"), HasSubstr("rotation 0.0000°")));
    const std::string table = contentOf(folder / "out" / "strain.csv");
    EXPECT_THAT(table,
                testing::StartsWith("file,quantity,unit,voxels,mean,sd,least,p05,p25,p50,p75,p95,greatest\nu.nii,e_xx,,960,"));
    EXPECT_THAT(table, HasSubstr("\nu.nii,rotation,degrees,960,0,0,0,0,0,0,0,0,0\n"));
    const Volume volume = readVolume(folder / "out" / "u_volume.nii"), xx = readVolume(folder / "out" / "u_e_xx.nii");
    EXPECT_NEAR(volume.at(5, 5, 5), 1.25, 1e-5);
    EXPECT_NEAR(xx.at(0, 0, 0), (1.25 * 1.25 - 1) / 2, 1e-5);
    EXPECT_EQ(volumeHeader(folder / "out" / "u_e_xx.nii").placement->axes, placement.axes);
    EXPECT_FALSE(fs::exists(folder / "out" / "u_j.nii"));
}

TEST_F(StrainCommand, WritesAllInOneFileForParaView) {
    ASSERT_EQ(strain({"--save", "vtk"}).status, 0);

    const std::string vti = contentOf(folder / "out" / "u_strain.vti");
    EXPECT_THAT(vti, AllOf(HasSubstr("Origin=\"7 8 9\""), HasSubstr("Name=\"e_xx\""), HasSubstr("Name=\"rotation\"")));
    EXPECT_FALSE(fs::exists(folder / "out" / "u_volume.nii"));
}

TEST_F(StrainCommand, RefusesWhatItDoesNotKnow) {
    EXPECT_THAT(strain({"--save", "stress"}).err, HasSubstr("--save: 'stress' is no quantity; give all"));
    fs::create_directory(folder / "b");
    fs::copy_file(folder / "u.nii", folder / "b" / "u.nii");
    EXPECT_THAT(strain({folder / "b" / "u.nii", "--save", "all"}).err, HasSubstr("would be written under one name"));
    EXPECT_EQ(strain({folder / "b" / "u.nii"}).status, 0);  // a table has room for both
    EXPECT_THAT(strain().err, HasSubstr("it is there already"));
}

}  // namespace
}  // namespace coarsen::test
