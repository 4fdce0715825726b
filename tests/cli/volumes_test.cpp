// SPDX-License-Identifier: GPL-3.0-or-later
// Volumes are frames with a z: the same command, tables, session and fits.
#include "core/base/files.hpp"
#include "core/export/image_files.hpp"
#include "core/session/session.hpp"
#include "core/volume/placement.hpp"
#include "core/volume/volume_header.hpp"
#include "core/volume_files/read_volume.hpp"
#include "tests/cli/program.hpp"
#include "tests/cli/table.hpp"
#include "tests/support/small_volumes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <limits>
#include <utility>
#include <vector>

namespace coarsen::test {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::vector<std::string> linesOf(const SmallVolumes& series, const std::string& out, const std::string& table = "results.csv") {
    return readTable(series / out / table).lines;
}

Outcome analyze(const SmallVolumes& series, const std::string& out, const std::vector<std::string>& more = {}) {
    std::vector<std::string> words{"analyze", series.volumes(), "-o", series / out, "--interval", "10min"};
    words.insert(words.end(), more.begin(), more.end());
    return coarsenCli(words);
}

TEST(AnalyzeVolumes, MeasuresRMaxOverTimeWithErrorsAndAFit) {
    const SmallVolumes series;

    const Outcome outcome = analyze(series, "out");

    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, AllOf(HasSubstr("Frames  5: 5 with R_max"), HasSubstr("µm (frame 4)"), HasSubstr("Fit     ")));
    const Table results = readTable(series / "out" / "results.csv");
    ASSERT_EQ(results.rows.size(), 5u);
    for (std::size_t frame = 0; frame < 5; ++frame) {
        const double px = results.number(frame, "r_max_px"), error = results.number(frame, "r_max_err_px");
        EXPECT_EQ(results.rows[frame].at("status"), "ok");
        EXPECT_NEAR(px, series.rMaxPx(static_cast<int>(frame)), 0.06 * px);
        EXPECT_GT(error, 0);
        EXPECT_LT(error, 0.1 * px);
        EXPECT_DOUBLE_EQ(results.number(frame, "r_max_um"), 0.5 * px);
        EXPECT_EQ(results.number(frame, "time_s"), 600.0 * static_cast<double>(frame));
        EXPECT_EQ(results.number(frame, "depth_px"), 40);
        EXPECT_EQ(results.number(frame, "shift_z_px"), 0);
        EXPECT_NEAR(results.number(frame, "domains"), 48.0 * 44 * 40 / (px * px * px), 1e-6 * results.number(frame, "domains"));
    }
    EXPECT_GT(results.number(4, "r_max_px"), 1.15 * results.number(0, "r_max_px"));
    const Session session = readSession(series / "out" / "session.coarsen");
    ASSERT_TRUE(session.series.volumes);
    EXPECT_EQ(session.series.volumes->first.size, (VolumeSize{48, 44, 40}));
    EXPECT_EQ(session.calibration.pixelDepthUm, 0.5);
    EXPECT_TRUE(std::ranges::any_of(session.fits, [](const GrowthFit& fit) { return fit.model == "line" && fit.isFitted(); }));
}

TEST(AnalyzeVolumes, TakesLengthsFromVoxelsThatAreNoCubes) {
    const SmallVolumes flat(3, {0.5, 0.5, 1.5, true}, {56, 52, 24});

    ASSERT_EQ(analyze(flat, "out").status, 0);
    ASSERT_EQ(analyze(flat, "typed", {"--spacing", "0.5,0.5,1.5"}).status, 0);
    ASSERT_EQ(analyze(flat, "metres", {"--pixel-size", "500nm,500nm,1500nm"}).status, 0);

    const Table results = readTable(flat / "out" / "results.csv");
    const double perPx = std::cbrt(0.5 * 0.5 * 1.5);
    for (std::size_t frame = 0; frame < 3; ++frame) {
        const double px = results.number(frame, "r_max_px");
        EXPECT_NEAR(px, flat.rMaxPx(static_cast<int>(frame)), 0.08 * px);
        EXPECT_NEAR(results.number(frame, "r_max_um"), perPx * px, 1e-12 * px);
    }
    EXPECT_EQ(linesOf(flat, "typed"), linesOf(flat, "out"));
    EXPECT_EQ(linesOf(flat, "metres"), linesOf(flat, "out"));
    ASSERT_EQ(analyze(flat, "flatter", {"--spacing", "0.5,0.5,1.2"}).status, 0);
    EXPECT_NE(readTable(flat / "flatter" / "results.csv").number(0, "r_max_px"), results.number(0, "r_max_px"));
}

TEST(AnalyzeVolumes, GivesTheSameBytesWithAnyNumberOfThreads) {
    const SmallVolumes series(3);

    for (const char* threads : {"1", "2", "5"})
        ASSERT_EQ(analyze(series, std::string("out") + threads, {"--threads", threads}).status, 0);

    for (const char* table : {"results.csv", "c1d.csv"}) {
        EXPECT_EQ(linesOf(series, "out2", table), linesOf(series, "out1", table));
        EXPECT_EQ(linesOf(series, "out5", table), linesOf(series, "out1", table));
    }
}

TEST(AnalyzeVolumes, ResumesWithVolumesThatHaveComeSince) {
    const SmallVolumes series;
    ASSERT_EQ(analyze(series, "whole").status, 0);
    for (const int late : {3, 4})
        fs::rename(series.file(late), series / ("late" + std::to_string(late)));
    ASSERT_EQ(analyze(series, "out").status, 0);
    ASSERT_EQ(readTable(series / "out" / "results.csv").rows.size(), 3u);
    for (const int late : {3, 4})
        fs::rename(series / ("late" + std::to_string(late)), series.file(late));

    const Outcome resumed = analyze(series, "out", {"--resume", "--progress", "json"});

    ASSERT_EQ(resumed.status, 0) << resumed.err;
    EXPECT_THAT(resumed.err, Not(HasSubstr("\"frame\":0")));
    EXPECT_EQ(linesOf(series, "out"), linesOf(series, "whole"));
    const Outcome other = analyze(series, "out", {"--resume", "--spacing", "0.5,0.5,1"});
    EXPECT_EQ(other.status, 2);
    EXPECT_THAT(other.err, HasSubstr("pixels of another shape"));
}

TEST(AnalyzeVolumes, TakesSlicesOfSeveralTimesFromOneFolder) {
    const SmallVolumes series(2);
    const fs::path slices = series / "slices";
    fs::create_directory(slices);
    int time = 0;
    for (const FrameSource& source : openSeries({series.volumes()}).frames) {
        const Volume volume = readVolume(source.file);
        const auto values = volume.values();
        for (int z = 0; z < volume.size().depth; ++z) {
            const auto from = values.begin() + static_cast<std::ptrdiff_t>(volume.size().index(0, 0, z));
            std::vector<float> slice(from, from + static_cast<std::ptrdiff_t>(volume.size().slice()));
            writeFloatTiff(slices / ("gel_t" + std::to_string(time) + "_z" + std::to_string(z) + ".tif"),
                           Image(volume.size().width, volume.size().height, std::move(slice)), 1);
        }
        ++time;
    }
    ASSERT_EQ(analyze(series, "out", {"--pixel-size", "0.5"}).status, 0);

    const Outcome outcome =
        coarsenCli({"analyze", slices, "--volumes", "-o", series / "sliced", "--interval", "10min", "--pixel-size", "0.5"});

    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const Table whole = readTable(series / "out" / "results.csv"), sliced = readTable(series / "sliced" / "results.csv");
    ASSERT_EQ(sliced.rows.size(), 2u);
    for (std::size_t frame = 0; frame < 2; ++frame)
        EXPECT_EQ(sliced.rows[frame].at("r_max_px"), whole.rows[frame].at("r_max_px"));
    const Outcome again = coarsenCli({"analyze", "--session", series / "sliced" / "session.coarsen", "-o", series / "again"});
    ASSERT_EQ(again.status, 0) << again.err;
    EXPECT_EQ(linesOf(series, "again"), linesOf(series, "sliced"));

    fs::remove(slices / "gel_t1_z7.tif");
    const Outcome without = coarsenCli({"analyze", slices, "--volumes", "-o", series / "without"});
    EXPECT_EQ(without.status, 3) << without.err;
    const Table rest = readTable(series / "without" / "results.csv");
    EXPECT_EQ(rest.rows[0].at("status"), "ok");
    EXPECT_THAT(rest.rows[1].at("message"), HasSubstr("a slice is missing: there is none with 7 in the name"));
}

TEST(AnalyzeVolumes, RunsASessionAgain) {
    const SmallVolumes series(3);
    ASSERT_EQ(analyze(series, "out").status, 0);

    const Outcome again = coarsenCli({"analyze", "--session", series / "out" / "session.coarsen", "-o", series / "again"});

    ASSERT_EQ(again.status, 0) << again.err;
    EXPECT_THAT(again.out, HasSubstr("unchanged"));
    EXPECT_EQ(linesOf(series, "again"), linesOf(series, "out"));
}

TEST(AnalyzeVolumes, SaysWhatIsWrongWithAVolumeAndMeasuresTheOthers) {
    const SmallVolumes series(6);
    const VolumeSize size = series.volume(0).size();
    const Spacing spacing = series.volume(0).spacing();
    const auto filled = [&](VolumeSize of, float value) { return Volume(of, spacing, std::vector<float>(of.voxels(), value)); };
    writeNifti(series.file(1), filled(size, 7));
    writeNifti(series.file(2), filled(size, std::numeric_limits<float>::quiet_NaN()));
    writeNifti(series.file(3), filled({20, 20, 20}, 7));
    writeNifti(series.file(4), series.volume(4).withSpacing({0.7, 0.5, 0.5, true}));
    fs::resize_file(series.file(5), 4000);

    const Outcome outcome = analyze(series, "out");

    EXPECT_EQ(outcome.status, 3) << outcome.err;
    const Table results = readTable(series / "out" / "results.csv");
    EXPECT_EQ(results.rows[0].at("status"), "ok");
    const std::vector<std::string> words{"",
                                         "one flat grey",
                                         "none of its 84480 voxels",
                                         "is 20 × 20 × 20, the others are 48 × 44 × 40",
                                         "Its voxels are 0.7",
                                         "v_5.nii"};
    for (std::size_t frame = 1; frame < 6; ++frame) {
        EXPECT_EQ(results.rows[frame].at("status"), "failed") << frame;
        EXPECT_THAT(results.rows[frame].at("message"), HasSubstr(words[frame]));
    }
}

TEST(AnalyzeVolumes, MasksVoxelsThatAreNoNumbersAndSaysSo) {
    const SmallVolumes series(2);
    const Volume whole = series.volume(1);
    std::vector<float> values(whole.values().begin(), whole.values().end());
    for (std::size_t i = 0; i < 4000; ++i)
        values[i] = std::numeric_limits<float>::quiet_NaN();
    writeNifti(series.file(1), Volume(whole.size(), whole.spacing(), values));

    const Outcome outcome = analyze(series, "out");

    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("no numbers (NaN"));
    const Table results = readTable(series / "out" / "results.csv");
    EXPECT_NEAR(results.number(1, "valid_fraction"), 1 - 4000.0 / (48 * 44 * 40), 1e-12);
}

TEST(AnalyzeVolumes, RefusesWhatVolumesDoNotHave) {
    const SmallVolumes series(2);
    const auto refused = [&](const std::vector<std::string>& more) {
        const Outcome outcome = analyze(series, "out", more);
        EXPECT_EQ(outcome.status, 2) << outcome.err;
        return outcome.err;
    };
    EXPECT_THAT(refused({"--set", "dust.on=true"}),
                AllOf(HasSubstr("dust.on"), HasSubstr("volumes"), HasSubstr("dust.on=false")));
    EXPECT_THAT(refused({"--pixel-size", "0.5,0.7"}), HasSubstr("depth of their voxels is missing"));
    EXPECT_THAT(refused({"--spacing", "1,1,3mm"}), HasSubstr("a unit after some"));
    EXPECT_THAT(refused({"--save", "c2d"}), HasSubstr("choose among c3d, final, u, phi, surface and vtp"));
    EXPECT_THAT(refused({"--watch"}), HasSubstr("--resume"));
    EXPECT_THAT(refused({"--z", "3"}), HasSubstr("measured whole"));
    EXPECT_THAT(refused({"--channel", "2"}), HasSubstr("there is no channel 2"));
    EXPECT_THAT(refused({"--t", "9"}), HasSubstr("there is no time 9"));
    EXPECT_THAT(refused({"--engine", "cpu-simd"}), HasSubstr("cpu-simd"));
    EXPECT_THAT(refused({"--set", "measure.sectors=4"}), HasSubstr("measure.sectors"));
    EXPECT_THAT(refused({"--memory", "37MB"}), AllOf(HasSubstr("48 × 44 × 40 needs about"), HasSubstr("--memory")));
    EXPECT_FALSE(fs::exists(series / "out" / "results.csv"));
    EXPECT_THAT(analyze(series, "idle", {"--set", "measure.terms=all"}).err, HasSubstr("measure.terms changes nothing"));
    const Outcome ensemble = coarsenCli({"ensemble", series.volumes(), "-o", series / "pooled"});
    EXPECT_EQ(ensemble.status, 2);
    EXPECT_THAT(ensemble.err, HasSubstr("ensemble takes pictures"));
}

TEST(AnalyzeVolumes, CropsABoxOfThem) {
    const SmallVolumes series(2);

    const Outcome outcome = analyze(series, "out",
                                    {"--set", "crop.on=true", "--set", "crop.x=4", "--set", "crop.width=42", "--set", "crop.z=2",
                                     "--set", "crop.depth=37", "--save", "final,c3d"});

    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const Table results = readTable(series / "out" / "results.csv");
    EXPECT_EQ(results.number(0, "width_px"), 42);
    EXPECT_EQ(results.number(0, "height_px"), 44);
    EXPECT_EQ(results.number(0, "depth_px"), 37);
    const Volume whole = series.volume(1), part = readVolume(series / "out" / "final" / "v_1.nii.gz");
    ASSERT_EQ(part.size(), (VolumeSize{42, 44, 37}));
    EXPECT_EQ(part.at(0, 5, 0), whole.at(4, 5, 2));
    EXPECT_EQ(part.at(41, 43, 36), whole.at(45, 43, 38));
    const Volume map = readVolume(series / "out" / "c3d" / "v_1.nii.gz");
    const VolumeSize size = map.size();
    EXPECT_EQ(map.at(size.width / 2, size.height / 2, size.depth / 2), 1);
    EXPECT_EQ(map.at(1, 2, 3), map.at(size.width - 2, size.height - 3, size.depth - 4));
}

TEST(AnalyzeVolumes, LayWhatTheySaveWhereTheirFilesLie) {
    const SmallVolumes series(2);
    const double c = std::cos(0.4), s = std::sin(0.4);
    for (int frame = 0; frame < 2; ++frame) {
        const Volume volume = series.volume(frame);
        std::vector<float> values(volume.values().begin(), volume.values().end());
        values[volume.size().index(30, 20, 20)] = std::numeric_limits<float>::quiet_NaN();
        const Placement place{.axes = {{{c, s, 0}, {-s, c, 0}, {0, 0, 1}}}, .origin = {5, -6, 70.0 + frame}};
        writeNifti(series.file(frame), Volume(volume.size(), volume.spacing(), std::move(values)), "", {}, place);
    }

    const Outcome outcome = analyze(
        series, "out",
        {"--set", "crop.on=true", "--set", "crop.x=4", "--set", "crop.y=2", "--set", "crop.z=6", "--set", "align.on=true",
         "--set", "align.mode=deform", "--set", "align.iterations=2", "--set", "surface.on=true", "--save", "final,phi,u"});

    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const double x = 4 * 0.5, y = 2 * 0.5, z = 6 * 0.5;  // of the first voxel that is kept, µm
    for (const char* const name :
         {"final/v_1.nii.gz", "final/v_1_mask.nii.gz", "phi/v_1.nii.gz", "phi/v_1_mask.nii.gz", "u/u_0001.nii"}) {
        const VolumeHeader header = volumeHeader(series / "out" / name);
        ASSERT_TRUE(header.placement) << name;
        EXPECT_NEAR(header.placement->origin[0], 5 + c * x - s * y, 1e-5) << name;
        EXPECT_NEAR(header.placement->origin[1], -6 + s * x + c * y, 1e-5) << name;
        EXPECT_NEAR(header.placement->origin[2], 71 + z, 1e-5) << name;
        EXPECT_NEAR(header.placement->axes[0][1], s, 1e-6) << name;
        EXPECT_NEAR(header.spacing.x, 0.5, 1e-6) << name;
        EXPECT_TRUE(header.spacing.isInUm) << name;
    }
    const Volume mask = readVolume(series / "out" / "final" / "v_1_mask.nii.gz");
    const Volume final = readVolume(series / "out" / "final" / "v_1.nii.gz");
    EXPECT_TRUE(mask.isAllValid());
    ASSERT_EQ(mask.size(), final.size());
    EXPECT_FALSE(final.isAllValid());
    for (int k = 0; k < mask.size().depth; ++k)
        for (int j = 0; j < mask.size().height; ++j)
            for (int i = 0; i < mask.size().width; ++i)
                ASSERT_EQ(mask.at(i, j, k), final.isValid(i, j, k) ? 1 : 0);
}

TEST(AnalyzeVolumes, MeasuresTheirSurfacesOverTime) {
    const SmallVolumes series;
    const std::vector<std::string> asked{"--set", "surface.on=true", "--save", "phi,surface,vtp"};

    const Outcome outcome = analyze(series, "out", asked);

    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("S_V·R_max = "));
    const Table results = readTable(series / "out" / "results.csv"), surfaces = readTable(series / "out" / "surface.csv");
    ASSERT_EQ(surfaces.rows.size(), 5u);
    for (std::size_t frame = 0; frame < 5; ++frame) {
        const double perPx = results.number(frame, "s_v_per_px"), rMax = results.number(frame, "r_max_px");
        EXPECT_DOUBLE_EQ(results.number(frame, "s_v_per_um"), 2 * perPx);
        EXPECT_DOUBLE_EQ(surfaces.number(frame, "s_v"), results.number(frame, "s_v_per_um"));
        EXPECT_NEAR(results.number(frame, "s_v_r_max"), perPx * rMax, 1e-9);
        EXPECT_NEAR(results.number(frame, "s_v_r_max"), 2.7, 0.35);
        EXPECT_LT(results.number(frame, "euler_r_max3"), 0);
        EXPECT_GT(results.number(frame, "s_v_r_max_err"), 0);
    }
    EXPECT_EQ(readVolume(series / "out" / "phi" / "v_1.nii.gz").size(), (VolumeSize{48, 44, 40}));
    EXPECT_THAT(contentOf(series / "out" / "surface" / "v_4.ply"), testing::StartsWith("ply\nformat binary"));
    EXPECT_THAT(contentOf(series / "out" / "vtp" / "v_4.vtp"), HasSubstr("Name=\"mean_curvature\""));
    EXPECT_THAT(contentOf(series / "out" / "fit.json"), HasSubstr("\"self_similarity\""));

    std::vector<std::string> once = asked;
    once.insert(once.end(), {"--threads", "1"});
    ASSERT_EQ(analyze(series, "once", once).status, 0);
    EXPECT_EQ(linesOf(series, "once"), linesOf(series, "out"));
    for (const char* const file : {"phi/v_3.nii.gz", "surface/v_3.ply", "vtp/v_3.vtp", "surface.csv", "fit.json"})
        EXPECT_EQ(contentOf(series / "once" / file), contentOf(series / "out" / file)) << file;
    const Outcome refused = analyze(series, "none", {"--save", "phi"});
    EXPECT_EQ(refused.status, 2);
    EXPECT_THAT(refused.err, HasSubstr("add --set surface.on=true"));
}

TEST(AnalyzeVolumes, ReadsVoxelsWithoutAHeader) {
    const SmallVolumes series(2);
    fs::create_directory(series / "raw");
    for (int frame = 0; frame < 2; ++frame) {
        const Volume volume = series.volume(frame);
        std::vector<std::byte> bytes(std::as_bytes(volume.values()).begin(), std::as_bytes(volume.values()).end());
        writeWhole(series / "raw" / ("v_" + std::to_string(frame) + ".raw"), bytes);
    }
    ASSERT_EQ(analyze(series, "out").status, 0);

    const Outcome outcome = coarsenCli(
        {"analyze", series / "raw", "-o", series / "of-raw", "--interval", "600", "--raw", "48x44x40:f32", "--spacing", "0.5"});

    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const Table one = readTable(series / "out" / "results.csv"), other = readTable(series / "of-raw" / "results.csv");
    for (const std::size_t frame : {0u, 1u})
        EXPECT_EQ(other.number(frame, "r_max_um"), one.number(frame, "r_max_um"));
    const Outcome wrong =
        coarsenCli({"analyze", series / "raw", "-o", series / "wrong", "--raw", "400x360x320:f32", "--spacing", "0.5"});
    EXPECT_EQ(wrong.status, 2);
    EXPECT_THAT(wrong.err, HasSubstr("v_0.raw"));
}

TEST(AnalyzeVolumes, SaysThatVoxelsAreTakenForCubesWhereNothingTellsTheirSize) {
    const SmallVolumes series(2, {1, 1, 1, false});

    const Outcome outcome = analyze(series, "out");

    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("taken for cubes"), HasSubstr("--spacing")));
    EXPECT_TRUE(std::isnan(readTable(series / "out" / "results.csv").number(0, "r_max_um")));
}

TEST(BatchOfVolumes, MeasuresEachFolder) {
    const SmallVolumes series(3);
    fs::create_directories(series / "parent/a");
    fs::create_directories(series / "parent/b");
    for (int frame = 0; frame < 3; ++frame)
        for (const char* folder : {"a", "b"})
            fs::copy(series.file(frame), series / "parent" / folder);

    const Outcome outcome = coarsenCli({"batch", series / "parent", "-o", series / "out", "--interval", "600"});

    ASSERT_EQ(outcome.status, 0) << outcome.err;
    ASSERT_EQ(analyze(series, "single").status, 0);
    EXPECT_EQ(readTable(series / "out" / "a" / "results.csv").lines, linesOf(series, "single"));
    EXPECT_EQ(readTable(series / "out" / "b" / "results.csv").lines, linesOf(series, "single"));
}

TEST(AnalyzeVolumes, AlignsThemAndMeasuresHowTheyDeform) {
    const SmallVolumes series(3);
    series.write(1, series.file(2));  // the same as the one before it
    const std::vector<std::string> deform{"--set", "align.on=true", "--set", "align.mode=deform", "--save",
                                          "u",     "--threads",     "2"};

    ASSERT_EQ(analyze(series, "out", deform).status, 0);

    const Table results = readTable(series / "out" / "results.csv"), shifts = readTable(series / "out" / "shifts.csv");
    EXPECT_THAT(results.rows[0].at("j_min"), testing::IsEmpty());
    EXPECT_NEAR(results.number(2, "j_min"), 1, 0.01);
    EXPECT_GT(results.number(2, "rho"), 0.999);
    EXPECT_LT(results.number(2, "u_mean_px"), 0.01);
    EXPECT_LT(results.number(1, "rho"), 0.9);  // another pattern
    EXPECT_GT(results.number(1, "u_expected_err_px"), 0.3);
    EXPECT_EQ(shifts.number(2, "shift_z_px"), results.number(2, "shift_z_px"));
    VolumeChoice across;
    across.channel = 2;
    EXPECT_EQ(readVolume(series / "out" / "u" / "u_0002.nii", across).size(), (VolumeSize{48, 44, 40}));
    EXPECT_FALSE(fs::exists(series / "out" / "u" / "u_0000.nii"));
    EXPECT_TRUE(fs::exists(series / "out" / "survey.json"));
    EXPECT_TRUE(readSession(series / "out" / "session.coarsen").results.at(2)->deformation);

    auto again = deform;
    again.emplace_back("--resume");
    EXPECT_THAT(analyze(series, "out", again).err, Not(HasSubstr("1 of 3")));  // nothing is left to do
    EXPECT_THAT(analyze(series, "drift", {"--save", "u"}).err,
                HasSubstr("u is the deformation, which the recipe does not look for"));
}

TEST(AnalyzeVolumes, TakesNoFadingForDeformation) {
    const SmallVolumes series(3);
    const Volume first = series.volume(0);
    for (int frame = 1; frame < 3; ++frame) {
        std::vector<float> values(first.values().begin(), first.values().end());
        for (float& value : values)
            value *= static_cast<float>(std::pow(0.9, frame));
        writeNifti(series.file(frame), Volume(first.size(), first.spacing(), std::move(values)));
    }
    std::vector<std::string> deform{"--set", "align.on=true", "--set", "align.mode=deform"};

    ASSERT_EQ(analyze(series, "out", deform).status, 0);
    deform.insert(deform.end(), {"--set", "align.brightness=same"});
    ASSERT_EQ(analyze(series, "same", deform).status, 0);

    const Table results = readTable(series / "out" / "results.csv"), same = readTable(series / "same" / "results.csv");
    for (const std::size_t frame : {1U, 2U}) {
        EXPECT_LT(results.number(frame, "u_mean_px"), 0.02);
        EXPECT_GT(results.number(frame, "j_min"), 0.95);
        EXPECT_GT(same.number(frame, "u_mean_px"), 0.05);
    }
}

TEST(AnalyzeVolumes, SaysWhatItsStepsDoToRMax) {
    const SmallVolumes series(1);
    ASSERT_EQ(analyze(series, "out", {"--effects", "1", "--set", "bleach.on=true"}).status, 0);

    const Table effects = readTable(series / "out" / "effects.csv"), results = readTable(series / "out" / "results.csv");

    ASSERT_EQ(effects.rows.size(), 3u);
    EXPECT_EQ(effects.rows[0].at("step"), "bleach");
    EXPECT_EQ(effects.rows[1].at("step"), "crop");  // on, and all of it
    EXPECT_EQ(effects.number(1, "change_percent"), 0);
    EXPECT_EQ(effects.rows[2].at("step"), "all");
    EXPECT_EQ(effects.number(0, "r_max_with_px"), results.number(0, "r_max_px"));
    EXPECT_NE(effects.number(0, "change_percent"), 0);
    EXPECT_LT(std::abs(effects.number(0, "change_percent")), 2);
}

}  // namespace
}  // namespace coarsen::test
