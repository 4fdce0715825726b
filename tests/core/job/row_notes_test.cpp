// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/job/row_notes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace coarsen {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class Heard final : public RunReport {
public:
    void show(const RunProgress&) override {}
    void showSurvey(int, int) override {}
    void say(const std::string& text) override { said.push_back(text); }
    void end() override {}

    std::vector<std::string> said;
};

class RowNotesTest : public testing::Test {
protected:
    void say(int frame, FrameStatus status, const std::string& message) {
        FrameResult row;
        row.frame = frame;
        row.file = "f" + std::to_string(frame);
        row.status = status;
        row.message = message;
        notes.say(row, defaultRecipe(), "r_max");
    }

    Heard heard;
    RowNotes notes{heard};
};

TEST_F(RowNotesTest, NameThreeFramesOfAKindAndCountTheOthers) {
    for (int frame = 0; frame < 734; ++frame)
        say(frame, FrameStatus::noPeak, "C1D rises by " + std::to_string(0.001 * frame));
    notes.sayRest();

    EXPECT_THAT(heard.said,
                ElementsAre("frame 0 (f0), no-peak: C1D rises by 0.000000", "frame 1 (f1), no-peak: C1D rises by 0.001000",
                            "frame 2 (f2), no-peak: C1D rises by 0.002000",
                            "731 more frames, the last of them frame 733 (f733), no-peak: C1D rises by 0.733000"));
}

TEST_F(RowNotesTest, NameEachFrameThatHasAReasonOfItsOwn) {
    for (const char* reason : {"it is empty", "it ends early", "it is no image", "it is another size", "it is text"})
        say(static_cast<int>(heard.said.size()), FrameStatus::failed, reason);
    say(9, FrameStatus::excluded, "");
    notes.sayRest();

    EXPECT_EQ(heard.said.size(), 5U);
    EXPECT_EQ(heard.said.back(), "frame 4 (f4), failed: it is text");
}

TEST_F(RowNotesTest, TakeMessagesThatNameTheirFilesForOneKind) {
    for (int frame = 0; frame < 5; ++frame)
        say(frame, FrameStatus::failed, "f" + std::to_string(frame) + ": it is empty");
    notes.sayRest();

    EXPECT_THAT(heard.said, ElementsAre("frame 0, failed: f0: it is empty", "frame 1, failed: f1: it is empty",
                                        "frame 2, failed: f2: it is empty",
                                        "2 more frames, the last of them frame 4, failed: f4: it is empty"));
}

TEST_F(RowNotesTest, CountOnlyWhatHasComeSinceTheLastTime) {
    for (int frame = 0; frame < 4; ++frame)
        say(frame, FrameStatus::noPeak, "no maximum");
    notes.sayRest();
    heard.said.clear();
    notes.sayRest();
    EXPECT_THAT(heard.said, IsEmpty());

    say(4, FrameStatus::noPeak, "no maximum");
    notes.sayRest();
    EXPECT_THAT(heard.said, ElementsAre("frame 4 (f4), no-peak: no maximum"));
}

}  // namespace
}  // namespace coarsen
