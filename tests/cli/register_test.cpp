// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files.hpp"
#include "core/image/decode.hpp"
#include "core/image/write_png.hpp"
#include "core/settings/flow_settings.hpp"
#include "core/synth/flow_errors.hpp"
#include "core/synth/flow_pair.hpp"
#include "core/volume/placement.hpp"
#include "core/volume/volume_header.hpp"
#include "core/volume/write_nifti.hpp"
#include "core/volume_files/read_volume.hpp"
#include "tests/cli/program.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

namespace coarsen::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class RegisterCommand : public testing::Test {
protected:
    TemporaryFolder folder;

    Outcome made(const std::vector<std::string>& more = {}) const {
        std::vector<std::string> words{"synth",    "flow",         "-o", folder / "pair", "--size",
                                       "32x28x24", "--wavelength", "9",  "--max-u",       "1.5"};
        words.insert(words.end(), more.begin(), more.end());
        return coarsenCli(words);
    }
    Outcome registered(const std::vector<std::string>& more = {}) const {
        std::vector<std::string> words{"register", folder / "pair" / "fixed.nii", folder / "pair" / "moved.nii", "-o",
                                       folder / "out"};
        words.insert(words.end(), more.begin(), more.end());
        return coarsenCli(words);
    }
    static std::vector<double> component(const fs::path& file, int axis) {
        VolumeChoice choice;
        choice.channel = axis;
        const Volume volume = readVolume(file, choice);
        return {volume.values().begin(), volume.values().end()};
    }
    nlohmann::json report() const {
        const auto bytes = readWhole(folder / "out" / "report.json");
        return nlohmann::json::parse(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
    }
};

TEST_F(RegisterCommand, FindsTheFlowOfSynth) {
    ASSERT_EQ(made().status, 0);
    const Outcome outcome = registered({"--sigma", "4", "--evolving", "no"});

    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("moved.nii is fixed.nii displaced by up to"));
    double error = 0, still = 0;
    std::size_t count = 0;
    for (int axis = 0; axis < 3; ++axis) {
        const auto u = component(folder / "out" / "u.nii", axis), truth = component(folder / "pair" / "u.nii", axis);
        for (std::size_t i = 0; i < u.size(); ++i, ++count)
            error += std::pow(u[i] - truth[i], 2), still += truth[i] * truth[i];
    }
    EXPECT_LT(error, 0.05 * still);
    EXPECT_EQ(report()["settings"]["sigma_px"], 4);
    EXPECT_EQ(report()["settings"]["evolving"], false);
    EXPECT_EQ(report()["flags"], nlohmann::json::array());
    EXPECT_GT(report()["rho"], 0.99);
    EXPECT_GT(report()["j_min"], 0.5);
    EXPECT_THAT(report()["convention"].get<std::string>(), HasSubstr("moved(x) = fixed(x - u(x))"));

    const Volume drawn = readVolume(folder / "out" / "warped.nii"), moved = readVolume(folder / "pair" / "moved.nii");
    double off = 0, valid = 0;
    for (int i = 0; i < static_cast<int>(moved.size().voxels()); ++i)
        if (drawn.isValid(i, 0, 0)) off += std::abs(drawn.at(i, 0, 0) - moved.at(i, 0, 0)), ++valid;
    EXPECT_LT(off / valid, 0.02);
}

TEST_F(RegisterCommand, WritesTheFlowForParaView) {
    ASSERT_EQ(made().status, 0);
    const Outcome outcome = registered({"--sigma", "4", "--evolving", "no", "--save", "vtk"});

    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const std::string vti = contentOf(folder / "out" / "flow.vti");
    EXPECT_THAT(vti, HasSubstr("WholeExtent=\"0 31 0 27 0 23\""));
    for (const char* const array : {"displacement", "u", "j", "warped"})
        EXPECT_THAT(vti, HasSubstr("Name=\"" + std::string(array) + "\""));
    EXPECT_FALSE(fs::exists(folder / "out" / "j.nii"));
}

TEST_F(RegisterCommand, SaysHowFarAnotherEngineIsOff) {
    ASSERT_EQ(made().status, 0);
    const std::vector<std::string> quick{"--sigma", "4", "--evolving", "no", "--engine", "cpu-simd", "--against", "cpu-simd"};

    const Outcome outcome = registered(quick);

    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(report()["against"]["engine"], "cpu-simd");
    EXPECT_EQ(report()["against"]["u_difference_max_px"], 0);  // an engine has one answer
    EXPECT_THAT(outcome.out, HasSubstr("cpu-simd and cpu-simd differ by 0 voxels on average, 0 at most"));
    const Volume off = readVolume(folder / "out" / "u_difference.nii");
    EXPECT_EQ(off.size(), readVolume(folder / "pair" / "moved.nii").size());
    EXPECT_TRUE(std::ranges::all_of(off.values(), [](float value) { return value == 0; }));

    const Outcome unknown = registered({"--against", "gpu-magic", "--force"});
    EXPECT_EQ(unknown.status, 2);
    EXPECT_THAT(unknown.err, HasSubstr("has no engine \"gpu-magic\""));
}

TEST_F(RegisterCommand, TakesTwoPicturesAndSavesJ) {
    FlowPairSettings settings;
    settings.size = {96, 80, 1};
    settings.wavelength = 12;
    settings.maxU = 2;
    const FlowPair pair = flowPair(settings);
    const auto write = [&](const char* name, const Volume& volume) {
        std::vector<std::uint16_t> pixels;
        for (const float value : volume.values())
            pixels.push_back(static_cast<std::uint16_t>(20000 + 20000 * value));
        writeGreyPng(folder / name, Image(96, 80, std::move(pixels)));
    };
    write("a.png", pair.fixed);
    write("b.png", pair.moved);

    const Outcome outcome = coarsenCli({"register", folder / "a.png", folder / "b.png", "-o", folder / "out", "--save", "j"});

    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("b.png is a.png displaced by up to"));
    const auto bytes = readWhole(folder / "out" / "u.nii");  // readVolume refuses one slice
    constexpr std::size_t header = 352;
    ASSERT_EQ(bytes.size(), header + 3 * sizeof(float) * settings.size.voxels());
    std::array<std::vector<float>, 3> u;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        u[axis].resize(settings.size.voxels());
        std::memcpy(u[axis].data(), bytes.data() + header + axis * sizeof(float) * settings.size.voxels(),
                    sizeof(float) * settings.size.voxels());
    }
    EXPECT_LT(endPointErrors(settings.size, u, pair.u).mean(), 0.15);
    EXPECT_NEAR(report()["wavelength_px"].get<double>(), 12, 1);
    const Image j = decode(folder / "out" / "j.tif").image;
    EXPECT_EQ(j.width(), 96);
    const auto values = j.plane<float>();
    EXPECT_NEAR(*std::ranges::min_element(values), report()["j_min"].get<double>(), 1e-5);
    EXPECT_EQ(decode(folder / "out" / "warped.tif").image.height(), 80);
    ASSERT_EQ(made().status, 0);
    EXPECT_THAT(coarsenCli({"register", folder / "a.png", folder / "pair" / "moved.nii", "-o", folder / "o"}).err,
                HasSubstr("it is a volume, and the other a picture"));
    EXPECT_THAT(coarsenCli({"register", folder / "a.png", folder / "b.png", "-o", folder / "out", "--save", "j"}).err,
                HasSubstr("it is there already"));
}

TEST_F(RegisterCommand, SaysWhereTheHeadersDiffer) {
    ASSERT_EQ(made().status, 0);
    const fs::path moved = folder / "pair" / "moved.nii";
    const Volume volume = readVolume(moved);
    writeNifti(moved,
               volume.withSpacing({volume.spacing().x, volume.spacing().y, 2 * volume.spacing().x, volume.spacing().isInUm}));
    auto bytes = readWhole(moved);
    const auto put = [&](std::size_t at, float value) { std::memcpy(bytes.data() + at, &value, sizeof value); };
    const std::int16_t matrixCounts = 2;
    std::memcpy(bytes.data() + 254, &matrixCounts, sizeof matrixCounts);
    for (std::size_t i = 0; i < 12; ++i)
        put(280 + 4 * i, 0);
    put(280, -1), put(280 + 16 + 4, 1), put(280 + 32 + 8, 2);  // x is flipped
    writeWhole(moved, std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));

    const Outcome outcome = registered({"--sigma", "4", "--evolving", "no", "--levels", "1", "--quiet"});

    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.err, testing::AllOf(HasSubstr("Voxels differ in size: those of fixed.nii are"),
                                            HasSubstr("in moved.nii x runs the other way, seen from fixed.nii")));
    std::vector<std::string> codes;
    const nlohmann::json facts = report();
    for (const auto& said : facts.at("said"))
        codes.push_back(said.at("code").get<std::string>());
    EXPECT_THAT(codes, testing::ElementsAre("orient.mended", "size.differs", "orient.differs"));  // the last: they lie apart
}

TEST_F(RegisterCommand, BringsAMirroredVolumeIntoPlaceAndKeepsThePlaceOfTheFixedOne) {
    ASSERT_EQ(made().status, 0);
    const fs::path fixed = folder / "pair" / "fixed.nii", moved = folder / "pair" / "moved.nii";
    const std::vector<std::string> quick{"--sigma", "4", "--evolving", "no", "--levels", "1", "--quiet", "--force"};
    ASSERT_EQ(registered(quick).status, 0);
    const auto plain = component(folder / "out" / "u.nii", 0);
    const Volume one = readVolume(fixed), other = readVolume(moved);
    const double c = std::cos(0.4), s = std::sin(0.4);
    const Placement place{.axes = {{{c, s, 0}, {-s, c, 0}, {0, 0, 1}}}, .origin = {5, -6, 70}};
    writeNifti(fixed, one, "", {}, place);
    const AxisOrder away{{0, 1, 2}, {true, false, false}};
    VolumeHeader header = volumeHeader(fixed);
    writeNifti(moved, inOrder(other, away), "", {}, inOrder(header, away).placement);

    const Outcome mended = registered(quick);
    ASSERT_EQ(mended.status, 0) << mended.err;
    EXPECT_THAT(mended.err, HasSubstr("The voxels of moved.nii were brought into the order of fixed.nii"));
    EXPECT_EQ(component(folder / "out" / "u.nii", 0), plain);
    for (const char* const name : {"u.nii", "warped.nii", "warped_mask.nii"}) {
        const Placement kept = *volumeHeader(folder / "out" / name).placement;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            EXPECT_NEAR(kept.origin[axis], place.origin[axis], 1e-5) << name;
            EXPECT_NEAR(kept.axes[axis][0], place.axes[axis][0], 1e-6) << name;
        }
    }
    EXPECT_EQ(readVolume(folder / "out" / "warped_mask.nii").isAllValid(), true);

    auto asStored = quick;
    asStored.push_back("--as-stored");
    EXPECT_THAT(registered(asStored).err, HasSubstr("Voxels are compared as they are stored"));
    EXPECT_NE(component(folder / "out" / "u.nii", 0), plain);
    writeNifti(moved, other);  // along the axes
    const Outcome turned = registered(quick);
    EXPECT_EQ(turned.status, 2);
    EXPECT_THAT(turned.err, HasSubstr("moved.nii: its header turns it against fixed.nii: x is turned by 22.9°"));
    EXPECT_EQ(registered(asStored).status, 0);
}

TEST_F(RegisterCommand, DoesNotTakeBrightnessForMotion) {
    ASSERT_EQ(made().status, 0);
    const fs::path moved = folder / "pair" / "moved.nii";
    const Volume volume = readVolume(folder / "pair" / "fixed.nii");
    std::vector<float> values(volume.values().begin(), volume.values().end());
    for (float& value : values)
        value = 0.7F * value + 0.2F;
    writeNifti(moved, Volume(volume.size(), volume.spacing(), std::move(values)));
    const auto farthest = [&] {
        double most = 0;
        for (int axis = 0; axis < 3; ++axis)
            for (const double u : component(folder / "out" / "u.nii", axis))
                most = std::max(most, std::abs(u));
        return most;
    };

    ASSERT_EQ(registered({"--quiet", "--iterations", "9", "--tolerance", "0.02", "--force-term", "paper"}).status, 0);
    EXPECT_LT(farthest(), 0.05);
    EXPECT_NEAR(report()["brightness"]["gain"], 0.7, 0.01);
    EXPECT_NEAR(report()["brightness"]["offset"], 0.2, 0.01);
    const nlohmann::json settings = report()["settings"];
    EXPECT_EQ(settings["brightness"], "local");
    EXPECT_EQ(settings["likeness"], "flow");
    EXPECT_EQ(settings["iterations"], 9);
    EXPECT_EQ(settings["tolerance"], 0.02);
    EXPECT_EQ(settings["force_term"], "paper");
    EXPECT_EQ(settings["presmooth_by"], "noise");
    EXPECT_EQ(settings["presmooth_px"], 0) << "of volumes without noise";
    EXPECT_LT(report()["noise"], 0.03);

    ASSERT_EQ(registered({"--quiet", "--force", "--presmooth", "1", "--brightness", "same"}).status, 0);
    EXPECT_EQ(report()["settings"]["presmooth_by"], "setting");
    EXPECT_EQ(report()["settings"]["presmooth_px"], 1);
    EXPECT_GT(farthest(), 0.2);
    EXPECT_TRUE(report()["brightness"].is_null());
}

TEST_F(RegisterCommand, RefusesInWords) {
    ASSERT_EQ(made().status, 0);
    const fs::path flat = folder / "flat.nii", other = folder / "other.nii";
    writeNifti(flat, Volume({32, 28, 24}, {}, std::vector<float>(32 * 28 * 24, 7)));
    writeNifti(other, Volume({20, 20, 20}, {}, std::vector<float>(8000, 7)));
    const fs::path fixed = folder / "pair" / "fixed.nii";
    const auto refused = [&](const std::vector<std::string>& words) {
        const Outcome outcome = coarsenCli(words);
        EXPECT_EQ(outcome.status, 2);
        return outcome.err;
    };

    EXPECT_THAT(refused({"register", fixed, other, "-o", folder / "o"}),
                HasSubstr("other.nii: it has 20 x 20 x 20 voxels, the fixed one 32 x 28 x 24"));
    EXPECT_THAT(refused({"register", fixed, flat, "-o", folder / "o"}),
                HasSubstr("flat.nii: its valid voxels have one grey value only"));
    EXPECT_THAT(refused({"register", fixed, folder / "none.nii", "-o", folder / "o"}), HasSubstr("none.nii"));
    EXPECT_THAT(refused({"register", fixed, fixed, "-o", folder / "o", "--sigma", "1x"}),
                HasSubstr("--sigma: '1x' is no length"));
    EXPECT_THAT(refused({"register", fixed, fixed, "-o", folder / "o", "--evolving", "maybe"}),
                HasSubstr("--evolving: 'maybe' does not fit; give auto, yes or no"));
    EXPECT_THAT(refused({"register", fixed, fixed, "-o", folder / "o", "--levels", "9"}),
                HasSubstr("--levels: '9' does not fit; give a whole number from 1 to 8"));
    EXPECT_THAT(refused({"register", fixed, fixed, "-o", folder / "o", "--engine", "abacus"}),
                HasSubstr("has no engine \"abacus\""));
    EXPECT_FALSE(fs::exists(folder / "o"));
}

TEST_F(RegisterCommand, HasAnOptionForEachSettingOfAFlow) {
    const Outcome help = coarsenCli({"register", "--help"});
    for (const Field<FlowSettings>& field : FlowSettings::fields()) {
        std::string option = field.description.name;
        std::ranges::replace(option, '_', '-');
        EXPECT_THAT(help.out, HasSubstr("--" + option + " ")) << "made from the settings themselves";
    }
}

TEST_F(RegisterCommand, ReplacesNothingUnasked) {
    ASSERT_EQ(made().status, 0);
    ASSERT_EQ(registered({"--quiet", "--sigma", "4", "--levels", "1"}).status, 0);

    EXPECT_THAT(registered({"--sigma", "4"}).err, HasSubstr("it is there already"));
    EXPECT_THAT(made().err, HasSubstr("not empty"));
    EXPECT_THAT(coarsenCli({"synth", "flow", "-o", folder / "small", "--size", "4x4x4"}).err,
                HasSubstr("is no size of 8 to 4096 voxels along each axis"));
}

}  // namespace
}  // namespace coarsen::test
