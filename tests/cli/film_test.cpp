// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files.hpp"
#include "core/base/sha256.hpp"
#include "core/image/decode.hpp"
#include "tests/cli/program.hpp"
#include "tests/cli/small_series.hpp"
#include "tests/cli/table.hpp"
#include "tests/support/film_writer.hpp"
#include "tests/support/folders.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>

namespace coarsen::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// The small series as a film without loss: 8-bit grey, a frame an hour.
void writeSmallFilm(const SmallSeries& series, const fs::path& file) {
    std::vector<Image> images;
    for (const FrameSource& frame : openSeries({series.images()}).frames)
        images.push_back(decode(frame.file).image);
    const double scale = images.front().type() == PixelType::u16 ? 257 : 1;
    FilmRecipe recipe{.width = 240, .height = 180, .frames = static_cast<int>(images.size())};
    recipe.value = [&](int frame, int x, int y) {
        return static_cast<int>(images[static_cast<std::size_t>(frame)].at(x, y) / scale);
    };
    writeFilm(file, recipe);
}

TEST(Analyze, MeasuresEachFrameOfAFilmAndNamesTheSourceOfTime) {
    const SmallSeries series;
    const fs::path film = series / "film.avi";
    writeSmallFilm(series, film);

    const Outcome outcome = coarsenCli({"analyze", film, "-o", series / "out", "--set", "flatten.on=false"});

    EXPECT_EQ(outcome.status, 0) << outcome.err;
    const Table results = readTable(series / "out" / "results.csv");
    ASSERT_EQ(results.rows.size(), 6u);
    for (std::size_t i = 0; i < 6; ++i) {
        EXPECT_EQ(results.rows[i].at("file"), "film.avi");
        EXPECT_EQ(results.number(i, "page"), static_cast<double>(i));
        EXPECT_DOUBLE_EQ(results.number(i, "time_s"), 0.04 * static_cast<double>(i));
        EXPECT_EQ(results.rows[i].at("time_source"), "video");
        EXPECT_EQ(results.rows[i].at("status"), "ok");
    }
    std::ifstream text(series / "out" / "results.csv");
    EXPECT_THAT(std::string(std::istreambuf_iterator<char>(text), {}), HasSubstr("from the film's time stamps"));

    std::ifstream session(series / "out" / "session.coarsen");
    const auto inputs = nlohmann::json::parse(session).at("series").at("inputs");
    const std::string hash = sha256(readWhole(film));
    for (const auto& input : inputs) {
        EXPECT_EQ(input.at("sha256"), hash);
        EXPECT_EQ(input.at("bytes"), fs::file_size(film));
    }
}

TEST(Analyze, OfAFilmGivesTheRowsOfItsPicturesOnAnyNumberOfThreadsAndFromItsSession) {
    const SmallSeries series;
    const fs::path film = series / "film.mkv";
    writeSmallFilm(series, film);
    const auto lengthsOf = [&](const std::string& out) {
        std::vector<std::string> lengths;
        for (const auto& row : readTable(series / out / "results.csv").rows)
            lengths.push_back(row.at("r_max_px"));
        return lengths;
    };

    EXPECT_EQ(coarsenCli({"analyze", film, "-o", series / "one", "--threads", "1"}).status, 0);
    EXPECT_EQ(coarsenCli({"analyze", film, "-o", series / "three", "--threads", "3"}).status, 0);
    EXPECT_EQ(coarsenCli({"analyze", "--session", series / "one" / "session.coarsen", "-o", series / "again"}).status, 0);
    EXPECT_EQ(coarsenCli({"analyze", series.images(), "-o", series / "pictures"}).status, 0);

    EXPECT_EQ(lengthsOf("three"), lengthsOf("one"));
    EXPECT_EQ(lengthsOf("again"), lengthsOf("one"));
    EXPECT_EQ(readTable(series / "again" / "results.csv").rows[5].at("time_source"), "video");
    const Table pictures = readTable(series / "pictures" / "results.csv"), films = readTable(series / "one" / "results.csv");
    for (std::size_t i = 0; i < 6; ++i)
        EXPECT_NEAR(films.number(i, "r_max_px"), pictures.number(i, "r_max_px"), 0.2) << i;
}

/// A pattern that moves by two pixels to the right and one up from frame to frame.
void writeMovingFilm(const fs::path& file, int frames) {
    FilmRecipe recipe{.width = 96, .height = 80, .frames = frames};
    recipe.value = [](int frame, int x, int y) {
        const double u = x - 2 * frame, v = y + frame;
        return static_cast<int>(128 + 50 * std::sin(u / 3) * std::cos(v / 4) + 40 * std::sin(u / 7 + v / 5));
    };
    writeFilm(file, recipe);
}

TEST(TrackOfAFilm, FollowsAFilmByItsOwnTimes) {
    const TemporaryFolder folder;
    writeMovingFilm(folder / "film.avi", 6);

    const Outcome outcome = coarsenCli({"track", folder / "film.avi", "-o", folder / "out"});

    EXPECT_EQ(outcome.status, 0) << outcome.err;
    const Table lines = readTable(folder / "out" / "track.csv");
    ASSERT_EQ(lines.rows.size(), 6u);
    for (std::size_t i = 1; i < 6; ++i) {
        EXPECT_DOUBLE_EQ(lines.number(i, "time_s"), 0.04 * static_cast<double>(i));
        EXPECT_NEAR(lines.number(i, "dx_px"), 2, 0.01);
        EXPECT_NEAR(lines.number(i, "dy_px"), -1, 0.01);
    }
}

TEST(TrackOfAFilm, LiveLeavesOutFramesOfAFilmThatAreOverdueAndCountsThem) {
    const TemporaryFolder folder;
    writeMovingFilm(folder / "film.avi", 6);

    // All within six microseconds: while the first that is seen is looked at the others come due, and the newest counts. On a
    // slow machine that first one is not frame 0.
    const Outcome outcome = coarsenCli({"track", folder / "film.avi", "--live", "--rate", "1000000", "-o", folder / "out"});

    EXPECT_EQ(outcome.status, 0) << outcome.err;
    const Table lines = readTable(folder / "out" / "track.csv");
    ASSERT_THAT(lines.rows.size(), testing::AnyOf(1u, 2u));
    EXPECT_THAT(outcome.err, HasSubstr(std::to_string(6 - lines.rows.size()) + " frames were dropped"));
    const std::size_t last = lines.rows.size() - 1;
    EXPECT_NEAR(lines.number(last, "time_s"), 5e-6, 1e-9);
    const double between = std::round((5e-6 - lines.number(0, "time_s")) * 1e6);  // frames
    EXPECT_NEAR(lines.number(last, "dx_px"), 2 * between, 0.01);
}

TEST(TrackOfAFilm, OfAFilmWithoutFramesSaysSo) {
    const TemporaryFolder folder;
    writeSound(folder / "sound.mkv");
    const Outcome outcome = coarsenCli({"track", folder / "sound.mkv"});
    EXPECT_NE(outcome.status, 0);
    EXPECT_THAT(outcome.err, HasSubstr("sound.mkv: "));
    EXPECT_THAT(outcome.err, HasSubstr("there are no moving pictures in it"));
}

TEST(Analyze, WithoutTheModuleForFilmsSaysWhatIsMissingAndMeasuresPictures) {
    const SmallSeries series;
    const fs::path film = series / "film.avi", alone = series / "coarsen-cli";
    writeSmallFilm(series, film);
    fs::copy_file(programFile("coarsen-cli"), alone);

    const Outcome refused = coarsenCli({"analyze", film, "-o", series / "out"}, {}, {}, alone);
    const Outcome measured = coarsenCli({"analyze", series.images(), "-o", series / "pictures"}, {}, {}, alone);

    EXPECT_EQ(refused.status, 1);  // its one frame cannot be read
    EXPECT_THAT(refused.err, HasSubstr("film.avi: Coarsen cannot read films here: its module libcoarsen_video.so is not there"));
    EXPECT_THAT(refused.err, HasSubstr("install FFmpeg's libraries"));
    EXPECT_EQ(measured.status, 0) << measured.err;

    writeWhole(series / "films-archive", "coarsen-films.tar.xz\n");  // as an archive of Coarsen names its add-on
    EXPECT_THAT(coarsenCli({"analyze", film, "-o", series / "out3"}, {}, {}, alone).err,
                HasSubstr("unpack coarsen-films.tar.xz, which is had where Coarsen's own archive is"));

    writeWhole(series / "libcoarsen_video.so", "no module");
    EXPECT_THAT(coarsenCli({"analyze", film, "-o", series / "out2"}, {}, {}, alone).err,
                HasSubstr("libcoarsen_video.so: file too short"));
}

}  // namespace
}  // namespace coarsen::test
