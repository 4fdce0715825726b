// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files.hpp"
#include "core/export/image_files.hpp"
#include "tests/cli/program.hpp"
#include "tests/support/random_images.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/timeout.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <span>
#include <sstream>
#include <string>
#include <vector>

namespace coarsen::test {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

struct Line {
    std::vector<std::string> cells;
    double number(std::size_t cell) const { return std::stod(cells.at(cell)); }
};
enum Cell { timeS, dx, dy, error, correlation, latency };

std::vector<Line> linesOf(const std::string& text) {
    std::vector<Line> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
        std::istringstream cells(line);
        Line& last = lines.emplace_back();
        for (std::string cell; std::getline(cells, cell, ',');)
            last.cells.push_back(cell);
    }
    if (!lines.empty()) lines.erase(lines.begin());  // the header
    return lines;
}

/// A window of 96 x 80 pixels that moves over a scene.
class Track : public testing::Test {
protected:
    static constexpr int width = 96, height = 80;
    TemporaryFolder folder;
    Image scene = randomImage(200, 160, PixelType::u8);

    /// Where the window's corner lies in the scene; its content moves the other way.
    struct Corner {
        int x, y;
    };
    const std::vector<Corner> path{{40, 30}, {43, 30}, {41, 35}, {41, 35}, {50, 30}};

    template <typename Pixel = std::uint8_t>
    std::vector<Pixel> windowAt(const Corner& corner, int factor = 1) const {
        std::vector<Pixel> pixels;
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x)
                pixels.push_back(static_cast<Pixel>(scene.at(corner.x + x, corner.y + y) * factor));
        return pixels;
    }
    fs::path rawFile(const std::string& more = "") const {
        std::ofstream file(folder / "raw", std::ios::binary);
        for (const Corner& corner : path) {
            const auto pixels = windowAt(corner);
            file.write(reinterpret_cast<const char*>(pixels.data()), static_cast<std::streamsize>(pixels.size()));
        }
        file << more;
        return folder / "raw";
    }
    fs::path image(const std::string& name, const Corner& corner) const {
        writeFloatTiff(folder / "images" / name, Image(width, height, windowAt<float>(corner)));
        return folder / "images" / name;
    }
    fs::path images() const {
        fs::create_directory(folder / "images");
        for (std::size_t i = 0; i < path.size(); ++i)
            image("frame_" + std::to_string(i) + ".tif", path[i]);
        return folder / "images";
    }
    static Outcome track(std::vector<std::string> words, const fs::path& input = "/dev/null") {
        words.insert(words.begin(), "track");
        return coarsenCli(words, {}, {}, programFile("coarsen-cli"), input);
    }
    Outcome trackRaw(std::vector<std::string> more = {}, const std::string& behind = "") const {
        more.insert(more.begin(), {"-", "--size", "96x80"});
        return track(more, rawFile(behind));
    }

    void expectThePath(const std::vector<Line>& lines) const {
        ASSERT_EQ(lines.size(), path.size());
        for (std::size_t i = 1; i < path.size(); ++i) {
            EXPECT_NEAR(lines[i].number(dx), path[i - 1].x - path[i].x, 2e-3) << i;
            EXPECT_NEAR(lines[i].number(dy), path[i - 1].y - path[i].y, 2e-3) << i;
            EXPECT_LT(lines[i].number(error), 0.01);
            EXPECT_GT(lines[i].number(correlation), 0.99);
            EXPECT_GT(lines[i].number(latency), 0);
        }
    }
};

TEST_F(Track, FollowsRawFramesOnStandardInput) {
    const Outcome outcome = trackRaw({"--rate", "50", "-o", folder / "out"});

    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, StartsWith("time_s,dx_px,dy_px,err_px,likeness,latency_ms\n0.000000,0.0000,0.0000,"));
    const std::vector<Line> lines = linesOf(outcome.out);
    expectThePath(lines);
    EXPECT_DOUBLE_EQ(lines[3].number(timeS), 0.06);
    EXPECT_EQ(contentOf(folder / "out" / "track.csv"), outcome.out);
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("5 frames in"), HasSubstr(" s by "), HasSubstr("(99.9 %)"),
                                   HasSubstr("no frame was dropped"), HasSubstr("s behind the camera")));
    EXPECT_THAT(outcome.err, HasSubstr("1 frame is the same as the one before"));
}

TEST_F(Track, ReadsSixteenBitsLittleEndian) {
    std::ofstream file(folder / "raw16", std::ios::binary);
    for (const Corner& corner : path)
        for (const std::uint16_t pixel : windowAt<std::uint16_t>(corner, 200))
            file.put(static_cast<char>(pixel & 255)).put(static_cast<char>(pixel >> 8));
    file.close();

    const Outcome outcome = track({"-", "--size", "96x80", "--bits", "16", "--quiet"}, folder / "raw16");

    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "coarsen-cli: 1 frame is the same as the one before, pixel for pixel: did the camera stand still?\n");
    expectThePath(linesOf(outcome.out));
}

TEST_F(Track, CountsFromTheFirstFrameWhereAskedTo) {
    const std::vector<Line> lines = linesOf(trackRaw({"--reference", "first"}).out);
    ASSERT_EQ(lines.size(), 5u);
    EXPECT_NEAR(lines[4].number(dx), -10, 2e-3);
    EXPECT_NEAR(lines[4].number(dy), 0, 2e-3);
}

TEST_F(Track, EndsAfterSoManyFrames) {
    const Outcome outcome = trackRaw({"--until", "3"});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(linesOf(outcome.out).size(), 3u);
}

TEST_F(Track, FollowsAFolder) {
    const Outcome outcome = track({images(), "--rate", "2"});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    const std::vector<Line> lines = linesOf(outcome.out);
    expectThePath(lines);
    EXPECT_DOUBLE_EQ(lines[4].number(timeS), 2);
}

TEST_F(Track, NamesADamagedImageAndOneOfAnotherSizeAndGoesOn) {
    const fs::path in = images();
    std::ofstream(in / "frame_2a.tif") << "no image";
    writeFloatTiff(in / "frame_2b.tif", Image(20, 20, std::vector<float>(400, 1)));

    const Outcome outcome = track({in});

    EXPECT_EQ(outcome.status, 3);
    EXPECT_THAT(outcome.err, HasSubstr("frame_2a.tif: "));
    EXPECT_THAT(outcome.err, HasSubstr("frame_2b.tif: it has 20 x 20 pixels of floats, the first frame 96 x 80"));
    const std::vector<Line> lines = linesOf(outcome.out);
    ASSERT_EQ(lines.size(), 7u);
    EXPECT_EQ(lines[3].cells.at(dx), "");
    EXPECT_EQ(lines[4].cells.at(dx), "");
    EXPECT_NEAR(lines[6].number(dx), -9, 2e-3);
}

TEST_F(Track, SaysThatTheInputEndsInTheMiddleOfAFrame) {
    const Outcome outcome = trackRaw({}, "a part of a frame");
    EXPECT_EQ(outcome.status, 3);
    EXPECT_THAT(outcome.err, HasSubstr("frame 5: standard input ends in the middle of it, after 17 of 7680 bytes; check --size"));
    EXPECT_EQ(linesOf(outcome.out).size(), 6u);
}

TEST_F(Track, SaysThatNothingCame) {
    const Outcome outcome = track({"-", "--size", "96x80"});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err, HasSubstr("standard input: it ends before the first frame"));
}

TEST_F(Track, SaysThatAFrameMovedTooFar) {
    std::ofstream file(folder / "far", std::ios::binary);
    for (const Corner& corner : {Corner{10, 10}, Corner{60, 50}, Corner{62, 50}}) {
        const auto pixels = windowAt(corner);
        file.write(reinterpret_cast<const char*>(pixels.data()), static_cast<std::streamsize>(pixels.size()));
    }
    file.close();

    const Outcome outcome = track({"-", "--size", "96x80", "--max-lag", "8"}, folder / "far");

    EXPECT_EQ(outcome.status, 3);
    EXPECT_THAT(outcome.err, HasSubstr("frame 1: it has nothing in common with the frame it is compared with, up to 8 px"));
    const std::vector<Line> lines = linesOf(outcome.out);
    ASSERT_EQ(lines.size(), 3u);
    EXPECT_EQ(lines[1].cells.at(dx), "");
    EXPECT_NEAR(lines[2].number(dx), -2, 2e-3);
}

TEST_F(Track, ComplainsOfTheFirstTenFramesThatFail) {
    std::ofstream(folder / "flat", std::ios::binary) << std::string(30 * 96 * 80, 'x');
    const Outcome outcome = track({"-", "--size", "96x80"}, folder / "flat");
    EXPECT_EQ(outcome.status, 1);
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("frame 9: it shows no contrast"), Not(HasSubstr("frame 10:")),
                                   HasSubstr("and 20 more frames like these")));
}

TEST_F(Track, SaysWhatIsWrongWithTheCommand) {
    EXPECT_THAT(track({"-"}).err, HasSubstr("--size"));
    EXPECT_THAT(track({"-", "--size", "96x80", "--live"}).err, HasSubstr("a pipe drops no frame"));
    EXPECT_THAT(track({images(), "--size", "96x80"}).err, HasSubstr("images say how large they are"));
    for (const char* tooFar : {"79", "80", "200"})
        EXPECT_THAT(trackRaw({"--max-lag", tooFar}).err,
                    AllOf(HasSubstr("--max-lag: frames of 96 x 80 pixels of 8 bits can be followed over 78 "),
                          Not(HasSubstr("largest offset"))));
    EXPECT_EQ(trackRaw({"--max-lag", "78"}).status, 0);
    EXPECT_THAT(track({"-", "--size", "12x40", "--max-lag", "4"}, rawFile()).err, HasSubstr("frames of 16 x 16 pixels or more"));
    std::ofstream(folder / "track.csv") << "mine";
    EXPECT_THAT(trackRaw({"-o", folder.path()}).err, HasSubstr("track.csv"));
    EXPECT_EQ(contentOf(folder / "track.csv"), "mine");
}

TEST_F(Track, FollowsImagesAsTheyComeIntoAFolder) {
    const fs::path in = images();
    const std::vector<Corner> coming{{30, 30}, {32, 31}, {35, 31}};

    const Outcome outcome = coarsenCli({"track", in, "--live", "--until", "3", "-o", folder / "out"}, {}, [&](pid_t) {
        EXPECT_TRUE(comesTrue([&] { return fs::exists(folder / "out" / "track.csv"); }));
        for (std::size_t i = 0; i < coming.size(); ++i)
            image("frame_1" + std::to_string(i) + ".tif", coming[i]);
    });

    EXPECT_EQ(outcome.status, 0) << outcome.err;
    const std::vector<Line> lines = linesOf(outcome.out);
    ASSERT_EQ(lines.size(), 3u);  // those that lay there before are none of them
    EXPECT_NEAR(lines[1].number(dx), -2, 2e-3);
    EXPECT_NEAR(lines[2].number(dx), -3, 2e-3);
    EXPECT_THAT(outcome.err, HasSubstr("0 frames were dropped"));
}

TEST_F(Track, EndsWhereTheImagesThatComeAreSeveralChannels) {
    const fs::path in = images();

    const Outcome outcome = coarsenCli({"track", in, "--live", "--until", "3", "-o", folder / "out"}, {}, [&](pid_t) {
        EXPECT_TRUE(comesTrue([&] { return fs::exists(folder / "out" / "track.csv"); }));
        for (const char* const name : {"gel_t1_ch00.tif", "gel_t1_ch01.tif", "gel_t2_ch00.tif"})
            image(name, {30, 30});
    });

    EXPECT_NE(outcome.status, 0);
    EXPECT_THAT(outcome.err, HasSubstr("the names of its images say several channels"));
}

/// No further image comes that would be written to a closed pipe: the reader's going alone ends it.
TEST_F(Track, EndsWithTheReaderOfItsLines) {
    fs::create_directory(folder / "live");
    writeFloatTiff(folder / "live" / "frame_0.tif", Image(width, height, windowAt<float>(path[0])));

    const Outcome outcome = coarsenCli(
        {"-c", "\"$0\" track \"$1\" --live --quiet | head -n 1; echo over", programFile("coarsen-cli").string(), folder / "live"},
        {}, {}, "/bin/sh");

    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, AllOf(StartsWith("time_s,dx_px"), HasSubstr("\nover\n")));
}

TEST_F(Track, AnInterruptEndsItWithWholeLines) {
    const fs::path in = images();
    const Outcome outcome = coarsenCli({"track", in, "--live", "-o", folder / "out"}, {}, [&](pid_t process) {
        EXPECT_TRUE(comesTrue([&] { return fs::exists(folder / "out" / "track.csv"); }));
        ::kill(process, SIGINT);
    });
    EXPECT_EQ(outcome.status, 130) << outcome.err;
    EXPECT_EQ(outcome.out, "time_s,dx_px,dy_px,err_px,likeness,latency_ms\n");
}

}  // namespace
}  // namespace coarsen::test
