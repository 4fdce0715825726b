// SPDX-License-Identifier: GPL-3.0-or-later
// A session as a line for a shell. tests/cli runs such a line.
#include "core/session/command_line.hpp"

#include <gtest/gtest.h>

namespace coarsen {
namespace {

Session sessionOf(const std::vector<std::string>& files) {
    Session session;
    session.series.folder = std::filesystem::path(files.front()).parent_path();
    session.recipe = defaultRecipe();
    for (const std::string& file : files) {
        FrameSource frame;
        frame.file = file;
        session.series.frames.push_back(frame);
    }
    return session;
}

TEST(CommandLine, OfADefaultRecipeNamesTheFolderAndWhereToWrite) {
    const Session session = sessionOf({"/data/images/a.png", "/data/images/b.png"});

    EXPECT_EQ(commandLine(session), "coarsen-cli analyze /data/images -o data-results");
    EXPECT_TRUE(isWholeOnCommandLine(session));
}

TEST(CommandLine, SaysWhatDiffersAndWhatTheUserTyped) {
    Session session = sessionOf({"/data/images/a.png", "/data/images/b.png"});
    session.times = {TimeChoice::Kind::interval, 7200, {}, true};
    session.recipe.fit.t0S = -36000;
    session.calibration = {8.3, 8.5, "typed"};
    session.engine = "cpu-simd";
    setText(session.recipe, "flatten.method", "blur");
    setText(session.recipe, "dust.on", "false");
    session.excluded = {1};

    EXPECT_EQ(commandLine(session),
              "coarsen-cli analyze /data/images -o data-results --interval 7200 --numbered --t0=-36000 --pixel-size 8.3,8.5 "
              "--engine cpu-simd --set flatten.method=blur --set dust.on=false");
    EXPECT_FALSE(isWholeOnCommandLine(session));
}

TEST(CommandLine, KeepsQuietAboutWhatTheFilesSayThemselves) {
    Session session = sessionOf({"/data/film.avi", "/data/film.avi"});
    session.series.frames[1].page = 1;
    session.series.calibration = session.calibration = {2, 2, "PNG pHYs"};

    EXPECT_EQ(commandLine(session), "coarsen-cli analyze /data/film.avi -o data-results");

    session.calibration = {};
    EXPECT_EQ(commandLine(session), "coarsen-cli analyze /data/film.avi -o data-results --pixel-size none");
}

TEST(CommandLine, SaysInWhichOrderFramesAreAndWhichColumnsTheirTimesHave) {
    Session session = sessionOf({"/data/images/a.png", "/data/images/b.png"});
    session.times = {TimeChoice::Kind::table, 1, "/data/t.csv", false, timeColumnsFrom("file=Name,time=t [h]")};
    session.times.order = FrameOrder::time;

    EXPECT_EQ(commandLine(session),
              "coarsen-cli analyze /data/images -o data-results --times /data/t.csv --time-columns 'file=Name,time=t [h]' "
              "--order time");

    session.times = {TimeChoice::Kind::mtime, 1, {}};
    EXPECT_EQ(commandLine(session), "coarsen-cli analyze /data/images -o data-results --times mtime");
}

TEST(CommandLine, WritesBelowWhereItIsRunWhateverTheSeriesIsCalled) {
    Session session = sessionOf({"/data/a/1.png", "/data/a/2.png"});
    session.name = "20C/a";

    EXPECT_EQ(commandLine(session), "coarsen-cli analyze /data/a -o 20C-a-results");
}

TEST(CommandLine, QuotesWhatAShellWouldTakeApart) {
    Session session = sessionOf({"/my data/it's; $HOME/a.png", "/my data/it's; $HOME/b.png"});
    session.times = {TimeChoice::Kind::table, 1, "/my data/t*.csv"};

    EXPECT_EQ(commandLine(session),
              R"(coarsen-cli analyze '/my data/it'\''s; $HOME' -o 'it'\''s; $HOME-results' --times '/my data/t*.csv')");
}

}  // namespace
}  // namespace coarsen
