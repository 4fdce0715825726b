// SPDX-License-Identifier: GPL-3.0-or-later
// What a frame is said to need against what a process of its own really takes.
#include "core/analysis/frame_memory.hpp"

#include "core/analysis/run_plan.hpp"
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/memory.hpp"
#include "core/image/decode.hpp"
#include "core/image/write_png.hpp"
#include "core/recipe/recipe_json.hpp"
#include "tests/core/analysis/frame_memory_request.hpp"
#include "tests/support/folders.hpp"
#include "tests/support/sanitized.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fstream>

namespace coarsen {
namespace {

using test::requestFor;
using testing::HasSubstr;
using testing::Not;

/// Waves and noise, with specks of dust.
double greyAt(int x, int y) {
    if (x % 517 < 9 && y % 431 < 9) return 0;
    const std::uint32_t noise = (static_cast<std::uint32_t>(x) * 2654435761U) ^ (static_cast<std::uint32_t>(y) * 2246822519U);
    return 0.5 + 0.2 * std::sin(x * 0.21) * std::sin(y * 0.19) + 0.15 * std::sin((x + y) * 0.15) +
           0.1 * static_cast<double>((noise * 2246822519U) >> 24) / 255;
}

template <typename Pixel>
Image picture(int width, int height) {
    std::vector<Pixel> pixels;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            pixels.push_back(static_cast<Pixel>(greyAt(x, y) * std::numeric_limits<Pixel>::max()));
    return {width, height, std::move(pixels)};
}

void writeColourBmp(const std::filesystem::path& file, int width, int height) {
    std::ofstream out(file, std::ios::binary);
    const auto number = [&](std::uint32_t value, int bytes) {
        for (int i = 0; i < bytes; ++i)
            out.put(static_cast<char>(value >> (8 * i)));
    };
    const auto pixelBytes = static_cast<std::uint32_t>(3 * width * height);
    out << "BM";
    for (const std::uint32_t value :
         {54 + pixelBytes, 0U, 54U, 40U, static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height)})
        number(value, 4);
    number(1, 2);
    number(24, 2);
    for (const std::uint32_t value : {0U, pixelBytes, 2835U, 2835U, 0U, 0U})
        number(value, 4);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            number(static_cast<std::uint32_t>(greyAt(x, y) * 255) * 0x010101U, 3);
}

std::size_t peakOfOwnProcess(const std::filesystem::path& frames, const std::string& settings) {
    const std::string command =
        test::programFile("frame_memory_child").string() + " '" + frames.string() + "' '" + settings + "'";
    std::FILE* const child = ::popen(command.c_str(), "r");
    std::size_t bytes = 0;
    if (!child || std::fscanf(child, "%zu", &bytes) != 1) bytes = 0;
    return child && ::pclose(child) == 0 ? bytes : 0;
}

struct Case {
    const char* name;
    int width, height;
    const char* kind;  ///< grey8, grey16, colour
    const char* settings;
};

/// A folder of two frames alike, which cases of the same size and kind share.
std::filesystem::path framesOf(const Case& one) {
    static const TemporaryFolder all;
    const std::filesystem::path frames =
        all / (std::to_string(one.width) + "x" + std::to_string(one.height) + "-" + std::string(one.kind));
    if (!std::filesystem::create_directories(frames)) return frames;
    const bool isColour = one.kind == std::string("colour");
    const auto file = [&](int i) { return frames / ("frame_" + std::to_string(i) + (isColour ? ".bmp" : ".png")); };
    if (isColour)
        writeColourBmp(file(0), one.width, one.height);
    else if (one.kind == std::string("grey16"))
        writeGreyPng(file(0), picture<std::uint16_t>(one.width, one.height));
    else
        writeGreyPng(file(0), picture<std::uint8_t>(one.width, one.height));
    std::filesystem::copy_file(file(0), file(1));
    return frames;
}

class FrameMemoryOf : public testing::TestWithParam<Case> {};

TEST_P(FrameMemoryOf, IsWhatAProcessTakes) {
    if (test::sanitized()) GTEST_SKIP() << "a sanitizer takes memory of its own";
    const Case& one = GetParam();
    const std::filesystem::path frames = framesOf(one);
    const RunRequest request = requestFor(frames, one.settings);
    const auto said = static_cast<double>(runPlan(request, {0, 1}, 2).memory.forFrames(1));

    const auto taken = static_cast<double>(peakOfOwnProcess(frames, one.settings));

    ASSERT_GT(taken, 0);
    RecordProperty("ratio", std::to_string(said / taken));
    std::cout << one.name << ": " << bytesText(static_cast<std::size_t>(said)) << " said, "
              << bytesText(static_cast<std::size_t>(taken)) << " taken, " << said / taken << '\n';
    EXPECT_GE(1.05 * said, taken);  // allocators differ from machine to machine
    // How far two threads' frames overlap hangs on the machine's other work: one case took 286 to 329 MB. The program's own share
    // counts more in small frames.
    EXPECT_LE(said, 1.5 * taken + (16 << 20));
}

INSTANTIATE_TEST_SUITE_P(
    Recipes, FrameMemoryOf,
    testing::Values(Case{"Default", 2400, 1800, "grey8", ""}, Case{"Small", 1500, 750, "grey8", ""},
                    Case{"Square", 3000, 3000, "grey8", ""}, Case{"Sixteen", 2400, 1800, "grey16", ""},
                    Case{"Colour", 2400, 1800, "colour", ""}, Case{"NoErrors", 2400, 1800, "grey8", "measure.errors=none"},
                    Case{"SmallLag", 2400, 1800, "grey8", "measure.max_lag=60"},
                    Case{"StructureFactor", 2400, 1800, "grey8", "measure.structure_factor=true measure.max_lag=200"},
                    Case{"Overlap", 2400, 1800, "grey8", "measure.mean=overlap"},
                    Case{"MeanFree", 2400, 1800, "grey8",
                         "measure.mean=none measure.norm=energy measure.bracket=mean-free measure.errors=none"},
                    Case{"Local", 2400, 1800, "grey8", "measure.norm=local"},
                    Case{"NoMask", 2400, 1800, "grey8", "dust.find=none"},
                    Case{"CopyDust", 2400, 1800, "grey8", "dust.treat=copy measure.max_lag=60"},
                    Case{"InpaintDust", 2400, 1800, "grey8", "dust.treat=inpaint measure.max_lag=60"},
                    Case{"Blur", 2400, 1800, "grey8", "flatten.method=blur measure.max_lag=60"},
                    Case{"NarrowBlur", 2400, 1800, "grey8", "flatten.method=overlay flatten.sigma=8 measure.max_lag=60"},
                    Case{"Filter", 2400, 1800, "grey8", "filter.on=true filter.sigma=2 measure.max_lag=60"},
                    Case{"WideFilter", 2400, 1800, "grey8", "filter.on=true filter.kind=dog filter.sigma2=12 measure.max_lag=60"},
                    Case{"Ball", 2400, 1800, "grey8", "flatten.method=rolling-ball measure.max_lag=60 measure.errors=none"},
                    Case{"Crop", 2400, 1800, "grey8", "crop.x=100 crop.y=100 crop.width=1200 crop.height=900"},
                    Case{"Cubic", 2400, 1800, "grey8", "measure.azimuth=cubic"},
                    Case{"Bins", 2400, 1800, "grey8", "measure.azimuth=linear-bins"},
                    Case{"Deform", 900, 700, "grey8", "align.on=true align.mode=deform measure.max_lag=60 measure.errors=none"},
                    Case{"SimdSmallLag", 2400, 1800, "grey8", "engine=cpu-simd measure.max_lag=12"}),
    [](const auto& one) { return std::string(one.param.name); });

ImageHeader header(int width, int height) {
    ImageHeader header;
    header.width = width;
    header.height = height;
    return header;
}

TEST(FrameMemory, AllowsManyFramesOfThePaperAndOneOf4096WithinAGigabyte) {
    FrameWork work;
    work.recipe = defaultRecipe();

    EXPECT_LT(memoryFor(header(4096, 4096), 5 << 20, work).forFrames(1), std::size_t{1} << 30);
    EXPECT_LT(memoryFor(header(750, 1500), 1 << 20, work).each, std::size_t{40} << 20);
}

TEST(FrameMemory, OfABracketFromAnotherMapHoldsItsPlanAndMapToo) {
    FrameWork own, other;
    own.recipe = other.recipe = defaultRecipe();
    for (Recipe* const recipe : {&own.recipe, &other.recipe}) {
        setText(*recipe, "measure.mean", "none");
        setText(*recipe, "measure.errors", "none");
        setText(*recipe, "dust.on", "false");
    }
    setText(other.recipe, "measure.bracket", "mean-free");
    PlanShape shape;
    shape.width = 2400, shape.height = 1800, shape.maxLag = 600;
    shape.type = PixelType::f32;
    shape.threads = 1;

    EXPECT_GE(memoryFor(header(2400, 1800), 0, other).each,
              memoryFor(header(2400, 1800), 0, own).each + own.engine->description().memory(shape).kept);
    setText(other.recipe, "measure.mean", "global");
    setText(own.recipe, "measure.mean", "global");
    EXPECT_EQ(memoryFor(header(2400, 1800), 0, other).each, memoryFor(header(2400, 1800), 0, own).each);
}

TEST(FrameMemory, OfACropIsTheCropsWhereThatCountsMost) {
    FrameWork whole, cropped;
    whole.recipe = cropped.recipe = defaultRecipe();
    setText(cropped.recipe, "crop.width", "2000");
    setText(cropped.recipe, "crop.height", "2000");

    EXPECT_LT(2 * memoryFor(header(16000, 16000), 0, cropped).forFrames(1),
              memoryFor(header(16000, 16000), 0, whole).forFrames(1));
}

/// A series of frames that are a header without pixels: whoever decodes one says that it ends too early.
class GiantFrames : public testing::Test {
protected:
    TemporaryFolder folder;

    static constexpr std::size_t budget = std::size_t{200} << 20;

    void add(const std::string& name, int width, int height) {
        std::filesystem::create_directories(folder / "frames");
        std::string png("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16);
        for (const int side : {width, height})
            for (int shift = 24; shift >= 0; shift -= 8)
                png += static_cast<char>(side >> shift);
        png += std::string("\x08\0\0\0\0", 5);
        std::uint32_t crc = ~0U;
        for (const char letter : png.substr(12)) {
            crc ^= static_cast<unsigned char>(letter);
            for (int bit = 0; bit < 8; ++bit)
                crc = (crc >> 1) ^ (crc & 1 ? 0xEDB88320U : 0);
        }
        for (int shift = 24; shift >= 0; shift -= 8)
            png += static_cast<char>(~crc >> shift);
        std::ofstream(folder / "frames" / name, std::ios::binary)
            << png << std::string("\0\0\1\0IDAT", 8) << std::string(40, 'x');
    }
    RunRequest request(std::size_t memoryBytes = budget) const {
        RunRequest request = requestFor(folder / "frames", "");
        request.memoryBytes = memoryBytes;
        return request;
    }
};

TEST_F(GiantFrames, StopTheRunWithWordsWhereNoneFits) {
    for (int i = 0; i < 30; ++i)
        add("giant_" + std::to_string(i) + ".png", 16000, 16000);
    int rows = 0;
    RunListener listener;
    listener.finished = [&](const SharedResult&, const RunProgress&) { ++rows; };
    try {
        runSeries(request(), listener);
        FAIL() << "it must stop";
    } catch (const SettingError& error) {
        EXPECT_THAT(error.what(), HasSubstr("16000 × 16000 px needs about "));
        EXPECT_THAT(error.what(), HasSubstr("200 MB may be used"));
        EXPECT_THAT(error.what(), HasSubstr("crop"));
        EXPECT_THAT(error.what(), HasSubstr("--memory"));
    }
    EXPECT_EQ(rows, 0);
}

TEST_F(GiantFrames, OfAnUnknownSeriesFailBeforeTheyAreDecoded) {
    for (int i = 0; i < 200; ++i)  // so many that no header is looked at beforehand that can be read
        std::filesystem::create_directories(folder / "frames"),
            std::ofstream(folder / "frames" / ("a_" + std::to_string(i) + ".png")) << "no image";
    add("b_giant.png", 16000, 16000);

    const auto rows = runSeries(request(), {}).rows();

    ASSERT_EQ(rows.size(), 201U);
    EXPECT_EQ(rows.back().status, FrameStatus::failed);
    EXPECT_THAT(rows.back().message, HasSubstr("needs about"));
}

TEST_F(GiantFrames, AreDecodedWhereTheBudgetAllowsIt) {
    add("giant.png", 16000, 16000);

    const auto rows = runSeries(request(std::size_t{64} << 30), {}).rows();

    ASSERT_EQ(rows.size(), 1U);
    EXPECT_EQ(rows.front().status, FrameStatus::failed);
    EXPECT_THAT(rows.front().message, Not(HasSubstr("needs about")));
}

TEST_F(GiantFrames, AreSaidToLeaveRoomForFewer) {
    for (int i = 0; i < 4; ++i)
        add("large_" + std::to_string(i) + ".png", 4000, 3000);
    RunRequest two = request();
    two.threads = 4;
    FrameWork work;
    work.recipe = two.recipe;
    two.memoryBytes = memoryFor(header(4000, 3000), 100, work).forFrames(2) + (std::size_t{1} << 20);
    std::vector<std::string> notices;
    RunListener listener;
    listener.notice = [&](const std::string& text) { notices.push_back(text); };

    EXPECT_EQ(runPlan(two, {0, 1, 2, 3}, 4).workers, 2);
    runSeries(two, listener);

    ASSERT_EQ(notices.size(), 1U);
    EXPECT_THAT(notices.front(), HasSubstr("2 at a time"));
    notices.clear();
    two.memoryBytes = std::size_t{64} << 30;
    runSeries(two, listener);
    EXPECT_TRUE(notices.empty()) << "where threads limit, memory is not spoken of";
}

TEST(MemoryBudget, ReadsAndWritesSizes) {
    EXPECT_EQ(bytesFromText("4GB"), std::size_t{4} << 30);
    EXPECT_EQ(bytesFromText("500 MB"), std::size_t{500} << 20);
    EXPECT_EQ(bytesFromText("1.5gib"), std::size_t{3} << 29);
    for (const char* text : {"", "4", "GB", "-1GB", "0GB", "4TBB", "1e3GB", "99999999999GB", "nan GB"})
        EXPECT_FALSE(bytesFromText(text)) << text;
    EXPECT_EQ(bytesText(std::size_t{450} << 20), "450 MB");
    EXPECT_EQ(bytesText(std::size_t{3174} << 20), "3.1 GB");
    EXPECT_EQ(bytesText(std::size_t{4} << 30), "4 GB");
}

TEST(MemoryBudget, IsHalfOfWhatThereIsUntilItIsSet) {
    EXPECT_EQ(memoryBudget(), memoryThatThereIs() / 2);
    EXPECT_GT(memoryThatThereIs(), std::size_t{64} << 20);
    setMemoryBudget(std::size_t{1} << 30);
    EXPECT_EQ(memoryBudget(), std::size_t{1} << 30);
    setMemoryBudget(0);
    EXPECT_EQ(memoryBudget(), memoryThatThereIs() / 2);
}

}  // namespace
}  // namespace coarsen
