// SPDX-License-Identifier: GPL-3.0-or-later
// What a series is called.
#include "core/session/series_name.hpp"

#include "tests/core/session/example_session.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace coarsen {
namespace {

void addFrame(Session& session, const std::filesystem::path& file, int page = 0) {
    FrameSource frame;
    frame.file = file;
    frame.page = page;
    frame.name = file.filename().string();
    session.series.frames.push_back(frame);
}

/// A session that was never saved, of images in this folder.
Session unsaved(const std::filesystem::path& folder) {
    Session session;
    session.series.name = folder.filename().string();
    session.series.folder = folder;
    for (const char* name : {"a.png", "b.png"})
        addFrame(session, folder / name);
    return session;
}

TEST(SeriesName, IsTheUsersElseTheSessionFilesElseTheFolders) {
    Session session = unsaved("/lab/foam");
    EXPECT_EQ(seriesName(session), "foam");
    session.file = "/lab/june.coarsen";
    EXPECT_EQ(seriesName(session), "june");
    session.name = "Foam, 20 °C";
    EXPECT_EQ(seriesName(session), "Foam, 20 °C");
    EXPECT_EQ(usualName(session), "june");
}

TEST(SeriesName, IsThatOfTheFolderAboveWhereTheFoldersSaysNothing) {
    for (const char* name : {"frames", "images", "img", "data", "png", "tif", "raw", "Frames", "RAW"})
        EXPECT_EQ(seriesName(unsaved(std::filesystem::path("/lab/foam") / name)), "foam") << name;
    EXPECT_EQ(seriesName(unsaved("/lab/foam/data/images")), "foam");
    for (const char* name : {"frame", "images2", "tiff", "rawdata"})
        EXPECT_EQ(seriesName(unsaved(std::filesystem::path("/lab/foam") / name)), name);
    EXPECT_EQ(seriesName(unsaved("/frames")), "frames") << "there is nothing above";
}

TEST(SeriesName, OfWhatTheCommandLineCallsEverySessionIsTheFolders) {
    Session session = unsaved("/lab/foam/frames");
    session.file = "/lab/out/session.coarsen";
    EXPECT_EQ(seriesName(session), "foam");
    session.file = "/lab/out/session-2.coarsen";
    EXPECT_EQ(seriesName(session), "session-2");
}

TEST(SeriesName, OfOneFileIsTheFiles) {
    Session film;
    film.series.name = "growth.avi";
    film.series.folder = "/lab/foam";
    for (int page = 0; page < 3; ++page)
        addFrame(film, "/lab/foam/growth.avi", page);
    EXPECT_EQ(seriesName(film), "growth");

    film.series.name = "foam";  // the folder was opened, which holds nothing else
    EXPECT_EQ(seriesName(film), "foam");
}

TEST(SeriesName, OfSeveralFoldersIsThatOfTheOneThatHoldsThem) {
    Session session = unsaved("/lab/temperatures");
    session.series.name = "20C";  // the first one opened
    session.series.frames[0].file = "/lab/temperatures/20C/a.png";
    session.series.frames[1].file = "/lab/temperatures/30C/a.png";
    EXPECT_EQ(seriesName(session), "temperatures");
}

TEST(SeriesName, CanBeShownWhateverBytesItIsMadeOf) {
    EXPECT_EQ(seriesName(unsaved("/lab/m\xE4rz")), "m%E4rz");
    Session session = unsaved("/lab/foam");
    session.name = "two\nlines";
    EXPECT_EQ(seriesName(session), "two%0Alines");
}

TEST(SeriesName, ThatTheUserGaveIsKeptInTheSession) {
    const TemporaryFolder folder;
    Session session = test::exampleSession(folder.path());
    const std::string without = sessionJson(session, folder.path());
    session.name = "Foam, 20 °C";

    const Session back = sessionFromJson(sessionJson(session, folder.path()), folder / "june.coarsen");

    EXPECT_EQ(back.name, "Foam, 20 °C");
    EXPECT_EQ(back.file, folder / "june.coarsen");
    EXPECT_EQ(seriesName(sessionFromJson(without, folder / "june.coarsen")), "june") << "as one of an earlier version";
    EXPECT_EQ(back.series.name, session.series.name) << "what was opened stays known";
}

}  // namespace
}  // namespace coarsen
