// SPDX-License-Identifier: GPL-3.0-or-later
// Sizes of voxels and pixels that cannot be, in files, options and sessions: the program says so and goes on, or refuses.
#include "core/base/files.hpp"
#include "tests/cli/bounded.hpp"
#include "tests/cli/program.hpp"
#include "tests/core/image/picture_bytes.hpp"
#include "tests/core/volume/volume_writers.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <tiffio.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace coarsen::test {

namespace {

namespace fs = std::filesystem;
using testing::AnyOf;
using testing::ContainsRegex;
using testing::Eq;
using testing::HasSubstr;

const char* const sentence = "which cannot be|not state the size|no number|negative sides|no size in micrometres|damaged";

const VolumeSize small{24, 22, 20};

class VoxelSizes : public testing::TestWithParam<VolumeWriter> {
protected:
    const TemporaryFolder folder;

    std::string written(const std::string& name, int frame, const std::array<double, 3>& sides) const {
        WrittenVolume volume = patternVolume(frame, small);
        volume.sides = sides;
        fs::create_directories((folder / name).parent_path());
        GetParam().write(folder / (name + GetParam().ending), volume);
        return folder / (name + GetParam().ending);
    }
    void expectSaid(const std::vector<std::string>& words) const {
        const Outcome outcome = bounded(words);
        EXPECT_THAT(outcome.status, AnyOf(Eq(0), Eq(1), Eq(2), Eq(3))) << words.front() << ": " << outcome.err;
        EXPECT_THAT(outcome.err, ContainsRegex(sentence)) << words.front();
    }
};

TEST_P(VoxelSizes, OfFilesThatCannotBeAreSaidByEveryCommand) {
    std::vector<std::array<double, 3>> all;
    for (const double side : {1e-300, 1e-20, 0.0, -1.0, 1e20, 1e308, HUGE_VAL, std::nan(""), 5e-324})
        all.push_back({side, side, side});
    all.insert(all.end(), {{1e-20, 0.5, 0.5}, {0.5, 0.5, 1e20}, {0.5, 0.5, 1e308}, {1, 1, 1e6}, {1e6, 1, 1}, {1, 1e-6, 1}});
    int number = 0;
    for (const std::array<double, 3>& sides : all) {
        SCOPED_TRACE(std::to_string(sides[0]) + ", " + std::to_string(sides[1]) + ", " + std::to_string(sides[2]));
        const std::string of = std::to_string(number++);
        const std::string first = written(of + "/v_0", 0, sides), second = written(of + "/v_1", 1, sides);
        expectSaid({"analyze", folder / of, "-o", folder / ("out" + of), "--interval", "1min", "--volumes"});
        if (number % 3 != 1) continue;  // what follows has the sizes from the same headers
        expectSaid({"analyze", folder / of, "-o", folder / ("surfaces" + of), "--interval", "1min", "--volumes", "--set",
                    "surface.on=true"});
        expectSaid({"surface", first, "-o", folder / ("surface" + of)});
        expectSaid({"register", first, second, "-o", folder / ("pair" + of)});
    }
}

TEST_P(VoxelSizes, AtTheEndsOfTheirRangeAreMeasured) {
    int number = 0;
    for (const std::array<double, 3>& sides : {std::array{1e-3, 1e-3, 1e-1}, std::array{1e-1, 1e-3, 1e-3},
                                               std::array{1e-3, 1e-1, 1e-1}, std::array{1e-5, 1e-5, 1e-5}}) {
        const std::string of = std::to_string(number++);
        const std::string first = written(of + "/v_0", 0, sides), second = written(of + "/v_1", 1, sides);
        for (const std::vector<std::string>& words :
             {std::vector<std::string>{"analyze", folder / of, "-o", folder / ("out" + of), "--interval", "1min", "--volumes",
                                       "--set", "surface.on=true"},
              {"surface", first, "-o", folder / ("surface" + of)},
              {"register", first, second, "-o", folder / ("pair" + of)}}) {
            const Outcome outcome = bounded(words);
            EXPECT_THAT(outcome.status, AnyOf(Eq(0), Eq(1), Eq(2), Eq(3))) << words.front() << ": " << outcome.err;
            EXPECT_THAT(outcome.err, testing::Not(HasSubstr("cannot be"))) << words.front();
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Formats, VoxelSizes, testing::ValuesIn([] {
                             std::vector<VolumeWriter> stating;
                             for (const char* const name : {"Nifti", "Nifti2", "MetaImage", "Hdf5", "OmeTiff", "ImageJTiff"})
                                 stating.push_back(volumeWriter(name));
                             return stating;
                         }()),
                         [](const auto& writer) { return writer.param.name; });

TEST(SizesAsOptions, ThatCannotBeAreRefused) {
    const TemporaryFolder folder;
    fs::create_directory(folder / "v");
    volumeWriter("Nifti").write(folder / "v" / "v_0.nii", patternVolume(0, small));
    for (const char* const size : {"1e-300", "1e-20", "0", "-1", "1e20", "1e308", "inf", "nan", "5e-324", "1,1,1e6", "1e6,1,1",
                                   "0.5,0.5,1e-20", "1,1,101", "1e300m"})
        for (const std::vector<std::string>& words :
             {std::vector<std::string>{"analyze", folder / "v", "-o", folder / "out", "--spacing", size},
              {"surface", folder / "v" / "v_0.nii", "-o", folder / "surface", "--spacing", size},
              {"synth", "bicontinuous", "-o", folder / "made", "--size", "24x22x20", "--spacing", size}}) {
            const Outcome outcome = bounded(words);
            EXPECT_EQ(outcome.status, 2) << words.front() << " " << size << ": " << outcome.err;
            EXPECT_THAT(outcome.err,
                        AnyOf(HasSubstr("no size in micrometres"), HasSubstr("no three sizes"), HasSubstr("--spacing")));
        }
    EXPECT_THAT(bounded({"analyze", folder / "v", "-o", folder / "out", "--spacing", "1,1,101"}).err,
                HasSubstr("no more than 100 times another"));
}

TEST(SizesInSessions, ThatCannotBeAreRefused) {
    const TemporaryFolder folder;
    fs::create_directory(folder / "v");
    volumeWriter("Nifti2").write(folder / "v" / "v_0.nii", patternVolume(0));
    ASSERT_EQ(bounded({"analyze", folder / "v", "-o", folder / "before", "--interval", "1min"}).status, 0);
    const auto whole = nlohmann::json::parse(contentOf(folder / "before" / "session.coarsen"));
    const auto flat = whole.flatten();
    int tried = 0;
    for (const auto& [place, value] : flat.items()) {
        const bool isSize = place.find("pixel_width_um") != place.npos || place.find("pixel_depth_um") != place.npos ||
                            place.find("spacing") != place.npos;
        if (!isSize || !value.is_number() || place.find("/results") != place.npos) continue;
        for (const double size : {1e-300, 1e-20, -1.0, 1e20, 1e308, 5e-324, 1e6}) {
            SCOPED_TRACE(place + " = " + std::to_string(size));
            auto changed = whole;
            changed[nlohmann::json::json_pointer(place)] = size;
            writeWhole(folder / "before" / "changed.coarsen", changed.dump(1));
            const Outcome outcome =
                bounded({"analyze", "--session", folder / "before" / "changed.coarsen", "-o", folder / "out"});
            EXPECT_EQ(outcome.status, 2) << outcome.err;
            EXPECT_THAT(outcome.err, HasSubstr("changed.coarsen"));
            ++tried;
        }
    }
    EXPECT_GE(tried, 7 * 3) << flat.dump();
}

/// A TIFF of the picture with a description.
void writePicture(const fs::path& file, const std::string& description, double xPerUnit, double yPerUnit) {
    const Bytes bytes = tiffOf(160, 120, 1, [&](TIFF* tiff, int) {
        if (!description.empty()) TIFFSetField(tiff, TIFFTAG_IMAGEDESCRIPTION, description.c_str());
        if (xPerUnit != 0) {
            TIFFSetField(tiff, TIFFTAG_XRESOLUTION, xPerUnit);
            TIFFSetField(tiff, TIFFTAG_YRESOLUTION, yPerUnit);
            TIFFSetField(tiff, TIFFTAG_RESOLUTIONUNIT, description.empty() ? RESUNIT_CENTIMETER : RESUNIT_NONE);
        }
        std::vector<std::uint8_t> row(160);
        for (std::uint32_t y = 0; y < 120; ++y) {
            for (std::size_t x = 0; x < row.size(); ++x)
                row[x] = static_cast<std::uint8_t>(128 + 60 * std::sin(0.5 * static_cast<double>(x)) * std::sin(0.5 * y));
            TIFFWriteScanline(tiff, row.data(), y);
        }
    });
    writeWhole(file, bytes);
}

std::string ome(const std::string& width, const std::string& height) {
    return "<?xml version=\"1.0\"?><OME><Image><Pixels DimensionOrder=\"XYZCT\" SizeC=\"1\" SizeT=\"1\" SizeX=\"160\" "
           "SizeY=\"120\" SizeZ=\"1\" PhysicalSizeX=\"" +
           width + "\" PhysicalSizeY=\"" + height + "\"/></Image></OME>";
}

TEST(SizesOfPixels, ThatCannotBeAreSaid) {
    const TemporaryFolder folder;
    int number = 0;
    const auto said = [&](const std::string& description, double x = 0, double y = 0) {
        const std::string of = std::to_string(number++);
        fs::create_directory(folder / of);
        writePicture(folder / of / "f_0.tif", description, x, y);
        const Outcome outcome = bounded({"analyze", folder / of, "-o", folder / ("out" + of), "--interval", "1min"});
        EXPECT_THAT(outcome.status, AnyOf(Eq(0), Eq(3))) << outcome.err;
        return outcome.err;
    };
    for (const char* const size : {"1e-300", "1e-20", "0", "-1", "1e20", "1e308", "inf", "nan", "5e-324"}) {
        SCOPED_TRACE(size);
        for (const std::string& description : {ome(size, size), ome("0.5", size), ome(size, "0.5")}) {
            const std::string words = said(description);
            EXPECT_THAT(words, HasSubstr("f_0.tif says that its pixels are"));
            EXPECT_THAT(words, HasSubstr("which cannot be"));
            EXPECT_THAT(words, HasSubstr("--pixel-size"));
        }
    }
    EXPECT_THAT(said(ome("1", "1e6")), HasSubstr("which cannot be"));
    EXPECT_THAT(said("", 1, 1e6), HasSubstr("which cannot be")) << "pixels a centimetre";
    EXPECT_THAT(said("ImageJ=1.53t\nunit=micron\n", 1e-6, 1), HasSubstr("which cannot be"));
    EXPECT_THAT(said(ome("0.5", "0.5")), testing::Not(HasSubstr("cannot be")));
}

}  // namespace

}  // namespace coarsen::test
