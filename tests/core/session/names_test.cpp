// SPDX-License-Identifier: GPL-3.0-or-later
// Names as file systems hold them, and texts of other programs, in what is saved.
#include "core/base/files.hpp"
#include "core/session/frame_result_json.hpp"
#include "core/session/run_journal.hpp"
#include "core/session/session.hpp"
#include "tests/core/session/example_session.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace coarsen {
namespace {

const std::vector<std::string> names{"m\xE4rz.png",          "\xC0\xAF.png",
                                     "\xE0\x80\xAF.png",     "\xF0\x80\x80\xAF.png",
                                     "\xED\xA0\x80.png",     "\xF4\x90\x80\x80.png",
                                     "\xF5\x80\x80\x80.png", "\xFF\xFE.png",
                                     "cut\xE2\x82",          "\x80.png",
                                     "line\nbreak.png",      "del\x7F.png",
                                     "next\xC2\x85.png",     "turned\xE2\x80\xAEgnp.exe",
                                     "100%25.png",           "file:a.png"};

TEST(Names, OfAnyBytesComeBackOutOfASession) {
    Session session = test::exampleSession("/series");
    session.series.frames.clear();
    for (const std::string& name : names) {
        FrameSource source;
        source.file = std::filesystem::path(
                          "/series/im\xE4"
                          "ges") /
                      name;
        source.name = displayName(source.file);
        source.timeS = 0;
        session.series.frames.push_back(source);
    }
    session.times.table =
        "/series/t\xE4"
        "ble.csv";

    const Session back = sessionFromJson(sessionJson(session, "/series"), "/series/session.coarsen");

    EXPECT_EQ(back.series, session.series);
    EXPECT_EQ(back.times, session.times);
}

TEST(Texts, OfOtherProgramsThatAreNoUtf8DoNotCostTheSession) {
    const TemporaryFolder folder;
    Session session = test::exampleSession(folder.path());
    FrameResult row = test::measuredRow(0);
    row.message = row.engine = "\xFF\xC0\xAF text of a library";
    session.results = {{0, shared(row)}};
    session.resultKeys.clear();
    session.series.notes = {{"a.code", "a remark \xE4", "--flag"}};
    session.series.name = session.device = "\xED\xA0\x80";

    writeSession(folder / "session.coarsen", session);
    EXPECT_EQ(readSession(folder / "session.coarsen").results.size(), 1u);

    RunJournal(folder.path(), {"recipe", "input", "auto"}).add(rowLine({row}));
    EXPECT_EQ(readJournal(folder.path(), {"recipe", "input", "auto"}, 1).rows.size(), 1u);
}

}  // namespace
}  // namespace coarsen
