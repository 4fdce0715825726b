// SPDX-License-Identifier: GPL-3.0-or-later
// --quiet leaves out progress and the summary, and hides nothing that is wrong.
#include "core/base/files.hpp"
#include "core/synth/synthetic_series.hpp"
#include "tests/cli/program.hpp"
#include "tests/cli/small_series.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tiffio.h>

#include <algorithm>
#include <vector>

namespace coarsen::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// Pages of rings, with what ImageJ says of them.
void writeStack(const fs::path& file, int pages, const std::string& description = {}) {
    constexpr int width = 120, height = 90;
    RingSettings settings;
    settings.width = width, settings.height = height;
    settings.rMaxFromPx = settings.rMaxToPx = 10;
    TIFF* const tiff = TIFFOpen(file.c_str(), "w");
    for (int page = 0; page < pages; ++page) {
        TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, width);
        TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, height);
        TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 8);
        TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
        TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, height);
        TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
        if (!description.empty()) TIFFSetField(tiff, TIFFTAG_IMAGEDESCRIPTION, description.c_str());
        std::vector<unsigned char> pixels;
        ringFrame(settings, page).image.visit([&](auto plane) {
            const auto [least, most] = std::ranges::minmax(plane);
            for (const auto pixel : plane)
                pixels.push_back(static_cast<unsigned char>(255.0 * (pixel - least) / (most - least)));
        });
        TIFFWriteEncodedStrip(tiff, 0, pixels.data(), static_cast<tmsize_t>(pixels.size()));
        TIFFWriteDirectory(tiff);
    }
    TIFFClose(tiff);
}

class Quiet : public testing::Test {
protected:
    void twoStacks() {
        fs::create_directories(folder_ / "stacks");
        for (const char* name : {"a.tif", "b.tif"})
            writeStack(folder_ / "stacks" / name, 3);
    }
    Outcome quietly(const std::string& command, std::vector<std::string> words) {
        words.insert(words.begin(), command);
        words.insert(words.end(), {"-o", folder_ / "out", "--force", "--quiet"});
        const Outcome outcome = coarsenCli(words);
        EXPECT_THAT(outcome.out, IsEmpty()) << command;
        EXPECT_THAT(outcome.err, Not(HasSubstr(" left"))) << command;
        return outcome;
    }

    TemporaryFolder folder_;
};

TEST_F(Quiet, SaysThatOnlyTheFirstPagesAreUsed) {
    twoStacks();
    EXPECT_THAT(quietly("analyze", {folder_ / "stacks"}).err, HasSubstr("only the first page of each is used"));
    EXPECT_THAT(quietly("ensemble", {folder_ / "stacks"}).err, HasSubstr("only the first page of each is used"));
    writeWhole(folder_ / "kernel.csv", "1,1\n1,1\n");
    EXPECT_THAT(quietly("convolve", {folder_ / "stacks", "-k", folder_ / "kernel.csv"}).err,
                HasSubstr("only the first page of each is used"));
}

TEST_F(Quiet, SaysThatOnlyTheFirstChannelIsUsed) {
    writeStack(folder_ / "stack.tif", 6, "ImageJ=1.53t\nimages=6\nchannels=2\nframes=3\nhyperstack=true\n");
    EXPECT_THAT(quietly("analyze", {folder_ / "stack.tif"}).err,
                HasSubstr("the channels are folded into a frame, and the first is measured"));
}

TEST_F(Quiet, SaysThatTimesGoBack) {
    const SmallSeries series(2);
    const fs::path images = folder_ / "parent" / "images";
    fs::create_directories(images);
    fs::copy_file(series.image(0), images / ("a_t30s" + series.image(0).extension().string()));
    fs::copy_file(series.image(1), images / ("b_t10s" + series.image(1).extension().string()));
    EXPECT_THAT(quietly("analyze", {images}).err, HasSubstr("Times are not in order"));
    EXPECT_THAT(quietly("batch", {folder_ / "parent"}).err, HasSubstr("Times are not in order"));
}

TEST_F(Quiet, SaysWhatIsDoubtfulOfTwoImages) {
    const SmallSeries series(2);
    EXPECT_THAT(quietly("correlate", {series.image(0), series.image(0)}).err, HasSubstr("the same, pixel for pixel"));
}

TEST_F(Quiet, SaysNothingWhereNothingIsWrong) {
    const SmallSeries series(2);
    fs::create_directories(folder_ / "images");
    for (int frame = 0; frame < 2; ++frame)
        fs::copy_file(series.image(frame), folder_ / "images" / series.image(frame).filename());
    EXPECT_THAT(quietly("analyze", {folder_ / "images", "--interval", "60"}).err, IsEmpty());
}

}  // namespace
}  // namespace coarsen::test
