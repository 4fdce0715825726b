// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files.hpp"
#include "core/selftest/known_surfaces.hpp"
#include "core/volume/write_nifti.hpp"
#include "core/volume_files/read_volume.hpp"
#include "tests/cli/program.hpp"
#include "tests/cli/table.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

namespace coarsen::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class SurfaceCommand : public testing::Test {
protected:
    TemporaryFolder folder;
    const Spacing spacing{0.5, 0.5, 0.5, true};

    /// A bright ball of radius 10 px, which is 5 um.
    fs::path ballFile(const std::string& name = "ball.nii") const {
        const LevelSet set = levelSetOf(ball(16, 16, 16, 10), {33, 33, 33});
        std::vector<float> grey;
        for (const float distance : set.phi)
            grey.push_back(100 - 60 * std::tanh(distance / 1.5F));
        writeNifti(folder / name, Volume(set.size, spacing, std::move(grey)));
        return folder / name;
    }
    Outcome surface(const fs::path& file, const std::vector<std::string>& more = {}) const {
        std::vector<std::string> words{"surface", file, "-o", folder / "out"};
        words.insert(words.end(), more.begin(), more.end());
        return coarsenCli(words);
    }
    std::string textOf(const std::string& name) const {
        const std::vector<std::byte> bytes = readWhole(folder / "out" / name);
        return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    }
    nlohmann::json report() const { return nlohmann::json::parse(textOf("report.json")); }
};

TEST_F(SurfaceCommand, WritesDistanceTrianglesTableAndReport) {
    const Outcome outcome = surface(ballFile(), {"--level", "100", "--smooth", "0", "--denoise", "none"});

    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("Pieces           1, cavities 0, genus 0, Euler number 1"));
    const Table table = readTable(folder / "out" / "surface.csv");
    ASSERT_EQ(table.rows.size(), 1u);
    const double area = 4 * M_PI * 5 * 5, volume = 32 * 32 * 32 * 0.125;  // um, between the voxels' centres
    EXPECT_NEAR(table.number(0, "s_v"), area / volume, 0.01 * area / volume);
    EXPECT_NEAR(table.number(0, "s_v_per_px"), 0.5 * table.number(0, "s_v"), 1e-9);
    EXPECT_NEAR(table.number(0, "h_mean"), 0.2, 0.006);
    EXPECT_NEAR(table.number(0, "k_mean"), 0.04, 0.002);
    EXPECT_EQ(table.number(0, "euler"), 1);
    EXPECT_EQ(table.number(0, "genus"), 0);
    EXPECT_EQ(table.rows[0].at("length_unit"), "um");
    EXPECT_THAT(table.lines.front(), HasSubstr("frame,s_v,s_v_err,volume_fraction,"));
    EXPECT_EQ(report()["euler"]["closed"], 1);
    EXPECT_EQ(report()["denoise"]["method"], "none");
    const Volume distance = readVolume(folder / "out" / "phi.nii");
    EXPECT_EQ(distance.spacing(), spacing);
    EXPECT_NEAR(distance.at(16, 16, 7), -0.5, 0.02);  // 9 px from the middle
    EXPECT_NEAR(distance.at(16, 16, 27), 0.5, 0.02);
}

TEST_F(SurfaceCommand, WritesAPlyThatHoldsWhatItsHeaderSays) {
    ASSERT_EQ(surface(ballFile(), {"--level", "100", "--smooth", "0", "--denoise", "none"}).status, 0);
    const std::string ply = textOf("surface.ply"), end = "end_header\n";
    const auto countAfter = [&](const std::string& word) { return std::stoul(ply.substr(ply.find(word) + word.size())); };
    const std::size_t vertices = countAfter("element vertex "), faces = countAfter("element face "),
                      start = ply.find(end) + end.size();

    ASSERT_EQ(ply.size(), start + 20 * vertices + 13 * faces);
    EXPECT_EQ(faces, 2 * vertices - 4);  // a sphere
    for (std::size_t v = 0; v < vertices; ++v) {
        float numbers[5];
        std::memcpy(numbers, ply.data() + start + 20 * v, sizeof numbers);
        ASSERT_NEAR(std::hypot(numbers[0] - 8, numbers[1] - 8, numbers[2] - 8), 5, 0.05);
        ASSERT_NEAR(numbers[3], 0.2, 0.05);
        ASSERT_NEAR(numbers[4], 0.04, 0.02);
    }
}

TEST_F(SurfaceCommand, WritesVtkBesideWhereItIsAskedFor) {
    ASSERT_EQ(surface(ballFile(), {"--save", "vtk"}).status, 0);

    EXPECT_THAT(textOf("surface.vtp"), HasSubstr("<PointData Scalars=\"mean_curvature\">"));
    EXPECT_THAT(textOf("phi.vti"), HasSubstr("Spacing=\"0.5 0.5 0.5\""));
    EXPECT_THAT(surface(ballFile(), {"--save", "obj", "--force"}).err, HasSubstr("--save"));
}

TEST_F(SurfaceCommand, MeasuresABoxOfASimulationAsOnePeriod) {
    const VolumeSize size{24, 24, 24};
    std::vector<float> grey;
    const auto at = [](int voxel) { return 2 * M_PI * voxel / 24; };
    for (int z = 0; z < 24; ++z)
        for (int y = 0; y < 24; ++y)
            for (int x = 0; x < 24; ++x)
                grey.push_back(static_cast<float>(std::sin(at(x)) * std::cos(at(y)) + std::sin(at(y)) * std::cos(at(z)) +
                                                  std::sin(at(z)) * std::cos(at(x))));
    writeNifti(folder / "gyroid.nii", Volume(size, spacing, std::move(grey)));
    const std::string file = folder / "gyroid.nii";

    const Outcome outcome = surface(file, {"--borders", "periodic", "--level", "0", "--since", file});

    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(report()["borders"], "periodic");
    EXPECT_EQ(report()["euler"]["closed"], -4);
    EXPECT_EQ(report()["pieces"]["value"], 1);
    EXPECT_LT(report()["moved"]["rms"], 0.01 * 0.5);
    EXPECT_EQ(readVolume(folder / "out" / "phi.nii").size(), size);
}

TEST_F(SurfaceCommand, DenoisesAndSaysHow) {
    const Outcome outcome = surface(ballFile(), {"--denoise", "nlm:m=48,rounds=2,mode=radius,radius=8"});

    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("compared within a radius only"));
    const nlohmann::json denoise = report()["denoise"];
    EXPECT_EQ(denoise["method"], "nlm");
    ASSERT_EQ(denoise["rounds"].size(), 2u);
    EXPECT_EQ(denoise["rounds"][0]["mode"], "radius");
    EXPECT_EQ(denoise["rounds"][0]["radius_px"], 8);
    EXPECT_EQ(denoise["rounds"][0]["m"], 48);
    EXPECT_GT(denoise["rounds"][0]["c2_px2"], 0);
    EXPECT_GT(denoise["s_v_before"], 0);
    EXPECT_GT(denoise["removed_rms"], 0);
    EXPECT_LT(denoise["removed_rms"], 0.1);  // a ball without noise
    EXPECT_THAT(textOf("surface.ply"), HasSubstr("property float removed_noise"));
    ASSERT_EQ(surface(ballFile(), {"--force", "--denoise", "nlm"}).status, 0);
    EXPECT_EQ(report()["denoise"]["rounds"][0]["mode"], "all");
}

TEST_F(SurfaceCommand, LeavesACleanSurfaceAsItIs) {
    const Outcome outcome = surface(ballFile(), {});

    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("not denoised"));
    EXPECT_EQ(report()["denoise"]["asked"], "auto");
    EXPECT_EQ(report()["denoise"]["method"], "none");
    EXPECT_LT(report()["denoise"]["noise"], 0.5 * 0.03);  // um
    EXPECT_EQ(report()["borders"], "inside");
}

TEST_F(SurfaceCommand, RefusesWhatItCannotUse) {
    writeNifti(folder / "flat.nii", Volume({9, 9, 9}, {}, std::vector<float>(729, 3)));
    writeNifti(folder / "thin.nii", Volume({9, 9, 3}, {}, std::vector<float>(243, 3)));
    const struct {
        fs::path file;
        std::vector<std::string> more;
        const char* words;
    } cases[] = {
        {folder / "flat.nii", {}, "flat.nii: all its voxels have the value 3"},
        {folder / "thin.nii", {}, "thin.nii: its 9 x 9 x 3 voxels are too thin"},
        {ballFile(), {"--level", "700"}, "ball.nii: no interface lies at the level 700"},
        {ballFile(), {"--level", "high"}, "--level: 'high' does not fit; give auto, or a number"},
        {ballFile(), {"--denoise", "median"}, "there is no such method"},
        {ballFile(), {"--denoise", "nlm:m=0"}, "m must be a number from 1 to 1024"},
        {ballFile(), {"--phase", "grey"}, "--phase"},
        {folder / "none.nii", {}, "none.nii"},
        {ballFile(), {"--memory", "100kB"}, "memory"},
    };
    for (const auto& each : cases) {
        const Outcome outcome = surface(each.file, each.more);
        EXPECT_EQ(outcome.status, 2) << each.words;
        EXPECT_THAT(outcome.err, HasSubstr(each.words));
        EXPECT_FALSE(fs::exists(folder / "out" / "surface.csv")) << each.words;
    }
}

TEST_F(SurfaceCommand, LeavesEarlierFilesAlone) {
    ASSERT_EQ(surface(ballFile(), {"--quiet"}).status, 0);
    const Outcome again = surface(ballFile());

    EXPECT_EQ(again.status, 2);
    EXPECT_THAT(again.err, HasSubstr("phi.nii"));
}

TEST_F(SurfaceCommand, TellsHowFarTheSurfaceHasMoved) {
    const LevelSet small = levelSetOf(ball(16, 16, 16, 8.6), {33, 33, 33});
    std::vector<float> grey;
    for (const float distance : small.phi)
        grey.push_back(100 - 60 * std::tanh(distance / 1.5F));
    writeNifti(folder / "former.nii", Volume(small.size, spacing, std::move(grey)));

    const Outcome outcome =
        surface(ballFile(), {"--level", "100", "--smooth", "0", "--denoise", "none", "--since", folder / "former.nii"});

    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("Since former.nii the surface moved by 0.7"));
    EXPECT_EQ(report()["moved"]["since"], "former.nii");
    EXPECT_NEAR(report()["moved"]["mean"], 0.7, 0.02);  // 1.4 px of 0.5 um
    EXPECT_NEAR(report()["moved"]["rms"], 0.7, 0.02);
    EXPECT_THAT(textOf("surface.ply"), HasSubstr("property float distance_moved\nelement face"));

    writeNifti(folder / "other.nii", Volume({9, 9, 9}, spacing, std::vector<float>(729, 3)));
    const Outcome flat = surface(ballFile(), {"--force", "--denoise", "none", "--since", folder / "other.nii"});
    EXPECT_EQ(flat.status, 2);
    EXPECT_THAT(flat.err, HasSubstr("other.nii: all its voxels have the value 3"));
    const LevelSet tiny = levelSetOf(ball(8, 8, 8, 5), {17, 17, 17});
    writeNifti(folder / "tiny.nii", Volume(tiny.size, spacing, tiny.phi));
    const Outcome unlike =
        surface(ballFile(), {"--force", "--denoise", "none", "--level", "100", "--since", folder / "tiny.nii"});
    EXPECT_EQ(unlike.status, 2);
    EXPECT_THAT(unlike.err, HasSubstr("tiny.nii: no interface lies at the level 100"));
    EXPECT_THAT(surface(ballFile(), {"--force", "--denoise", "none", "--since", folder / "tiny.nii"}).err,
                HasSubstr("tiny.nii: its voxels are not as many and as large as those of ball.nii"));
}

TEST_F(SurfaceCommand, DenoisesByTheEngineThatIsAskedFor) {
    const Outcome unknown = surface(ballFile(), {"--engine", "gpu-magic"});
    EXPECT_EQ(unknown.status, 2);
    EXPECT_THAT(unknown.err, HasSubstr("non-local means have no engine \"gpu-magic\""));
    EXPECT_THAT(unknown.err, HasSubstr("cpu-simd, gpu-direct"));

    ASSERT_EQ(surface(ballFile(), {"--denoise", "nlm", "--engine", "cpu-simd", "--smooth", "0"}).status, 0);
    EXPECT_EQ(report()["denoise"]["engine"], "cpu-simd");
}

}  // namespace
}  // namespace coarsen::test
