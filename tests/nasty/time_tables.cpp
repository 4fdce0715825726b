// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of times as spreadsheets, scripts and tired people write them, and names whose numbers have gaps.
#include "tests/nasty/nasty_input.hpp"

#include <filesystem>
#include <functional>

namespace coarsen::nasty {

namespace fs = std::filesystem;

namespace {

const std::vector<std::string> withTable{"analyze", "@/images", "-o", "@/out", "--times", "@/times.csv"};

/// Three pictures and the table; `text` has @a, @b and @c for their names.
NastyInput table(std::string name, std::string text, Answer answer,
                 const std::function<std::string(const std::string&)>& stored = {}) {
    for (int frame = 0; frame < 3; ++frame) {
        const std::string letter = std::string("@") + static_cast<char>('a' + frame);
        for (auto at = text.find(letter); at != std::string::npos; at = text.find(letter))
            text.replace(at, letter.size(), make::pictureName(frame));
    }
    if (stored) text = stored(text);
    return {.name = std::move(name),
            .make =
                [text](const fs::path& folder) {
                    make::series(folder / "images");
                    make::file(folder / "times.csv", text);
                },
            .command = withTable,
            .answer = std::move(answer)};
}

Answer timed(std::vector<std::string> words = {}, std::string frames = "ok ok ok") {
    const int status = frames.find("failed") == std::string::npos ? 0 : 3;
    return {.status = status, .words = std::move(words), .frames = std::move(frames)};
}

/// Pictures numbered 0 1 2 5 6 9 without times in their names.
void numberedWithGaps(const fs::path& folder) {
    make::series(folder / "images", 6);
    const int numbers[] = {0, 1, 2, 5, 6, 9};
    for (int frame = 0; frame < 6; ++frame)
        fs::rename(folder / "images" / make::pictureName(frame),
                   folder / "images" / ("frame_000" + std::to_string(numbers[frame]) + ".png"));
}

}  // namespace

NastyInputs nastyTimeTables() {
    using namespace std::string_literals;
    NastyInputs all{
        table("EmptyTimeTable", "", refusedSaying({"times.csv", "the time table is empty"})),
        table("TimeTableOfBlankLines", "\n\n\n", refusedSaying({"the time table is empty"})),
        table("TimeTableWithoutAHeader", "@a,0\n@b,60\n@c,120\n", refusedSaying({"line 1 has no column", "file,time_s"})),
        table("TimeTableWithDecimalCommas", "file,time_s\n@a,0,0\n@b,0,5\n@c,1,0\n",
              refusedSaying({"line 2 has 3 fields, the header 2", "decimal commas"})),
        table("TimeTableWithSemicolons", "file;time_s\n@a;0,0\n@b;0,5\n@c;1,0\n", timed()),
        table("TimeTableWithTabs", "file\ttime_s\n@a\t0\n@b\t0.5\n@c\t1\n", timed()),
        table("TimeTableOfASpreadsheet",
              "\xEF\xBB\xBF"
              "file,time_s,,\r\n\"@a\",0,,\r\n\"@b\",60,,\r\n\"@c\",120,,\r\n",
              timed()),
        table("TimeTableThatLacksARow", "file,time_s\n@a,0\n@c,120\n", timed({"has no row for it"}, "ok failed ok")),
        table("TimeTableOfOtherFiles", "file,time_s\nx.png,0\ny.png,60\n",
              refusedSaying({"none of its rows names a frame of this series"})),
        table("TimeTableOfWords", "file,time_s\n@a,soon\n", refusedSaying({"line 2 has the time 'soon', which is no number"})),
        table("TimeTableOfNaN", "file,time_s\n@a,nan\n@b,1\n", refusedSaying({"line 2 has the time 'nan'"})),
        table("TimeTableOfInfinity", "file,time_s\n@a,0\n@b,1e999\n", refusedSaying({"line 3 has the time '1e999'"})),
        table("TimeTableThatSaysTwoTimes", "file,time_s\n@a,0\n@a,60\n", refusedSaying({"line 3 gives", "a second time"})),
        table("TimeTableWithAnOpenQuote", "file,time_s\n\"@a,0\n@b,60\n",
              refusedSaying({"opens a quotation mark and never closes it"})),
        table("TimeTableThatGoesBack", "file,time_s\n@a,120\n@b,60\n@c,0\n", timed({"Times are not in order at 2 frames"})),
        table("TimeTableOfOtherColumns", "Image name;t (min);x\n@a;0;1\n@b;0,5;1\n@c;1;1\n", timed()),
        table("TimeTableOfDates", "file,Date\n@a,2026-03-01 14:05\n@b,2026-03-01 14:06\n@c,1.3.2026 14:07\n", timed()),
        table("TimeTableOfDatesOfTwoCountries", "file,Date\n@a,2026-03-01 14:05\n@b,3/1/2026 14:06\n",
              refusedSaying({"line 3 has the time '3/1/2026 14:06', which is no date and time"})),
        table("TimeTableWithoutTimes", "file,note\n@a,x\n", refusedSaying({"line 1 has no column of times", "--time-columns"})),
        table("TimeTableThatRepeats", "file,time_s\n@a,0\n@b,0\n@c,60\n", timed({"Times repeat at 1 frame, first at"})),
        table("TimeTableBeforeTheQuench", "file,time_s\n@a,-120\n@b,-60\n@c,0\n", timed()),
        table("TimeTableOfANegativePage", "file,time_s,page\n@a,0,-1\n", refusedSaying({"line 2 has the page '-1'"})),
        table("TimeTableOf16BitLetters",
              "\xff\xfe"
              "f\0i\0l\0e\0,\0t\0i\0m\0e\0_\0s\0\n\0"s,
              refusedSaying({"times.csv"})),
        table("TimeTableOfExcelsUnicodeText", "file\ttime_s\r\n@a\t0\r\n@b\t0,5\r\n@c\t1\r\n", timed(),
              [](const std::string& text) { return make::inUtf16(text, true); }),
        table("TimeTableOf16BitLettersTheOtherWayRound", "file,time_s\n@a,0\n@b,60\n@c,120\n", timed(),
              [](const std::string& text) { return make::inUtf16(text, false); }),
        table("TimeTableThatSaysItsSeparator", "sep=;\r\nfile;time_s\r\n@a;0,0\r\n@b;0,5\r\n@c;1,0\r\n", timed()),
        table("TimeTableThatSaysItsSeparatorBehindAMark",
              "\xEF\xBB\xBF"
              "sep=;\r\nfile;time_s\r\n@a;0,0\r\n@b;0,5\r\n@c;1,0\r\n",
              timed()),
        table("TimeTableThatSaysItsSeparatorAndIsWrongInALine", "sep=;\nfile;time_s\n@a;soon\n",
              refusedSaying({"line 3 has the time 'soon'"})),
        table("TimeTableOfZeros", std::string(4000, '\0'), refusedSaying({"times.csv"})),
        {.name = "TimeTableThatIsNotThere", .make = make::images(), .command = withTable, .answer = refusedSaying({"times.csv"})},
        {.name = "TimeTableThatIsAFolder",
         .make =
             [](const fs::path& folder) {
                 make::series(folder / "images");
                 fs::create_directory(folder / "times.csv");
             },
         .command = withTable,
         .answer = refusedSaying({"times.csv"})},
        {.name = "NumbersWithGaps",
         .make = numberedWithGaps,
         .command = {"analyze", "@/images", "-o", "@/out", "--interval", "60"},
         .answer = timed({"numbers are missing in the names: 3, 4, 7, 8", "--numbered"}, "ok ok ok ok ok ok"),
         .window = WindowAnswer{.words = {"numbers are missing in the names: 3, 4, 7, 8"}}},
        {.name = "NumbersWithGapsThatCount",
         .make = numberedWithGaps,
         .command = {"analyze", "@/images", "-o", "@/out", "--interval", "60", "--numbered"},
         .answer = {.frames = "ok ok ok ok ok ok", .silent = {"missing"}}},
        {.name = "NumbersThatAreNone",
         .make =
             [](const fs::path& folder) {
                 make::series(folder / "images", 2);
                 fs::rename(folder / "images" / make::pictureName(0), folder / "images" / "first.png");
                 fs::rename(folder / "images" / make::pictureName(1), folder / "images" / "second.png");
             },
         .command = {"analyze", "@/images", "-o", "@/out", "--numbered"},
         .answer = refusedSaying({"there is not one number in its names that differs"})},
        {.name = "AnIntervalOfNothing",
         .make = make::images(),
         .command = {"analyze", "@/images", "-o", "@/out", "--interval", "0"},
         .answer = refusedSaying({"--interval", "above 0 seconds"})},
        {.name = "NamesThatSayOneTimeForAll",
         .make =
             [](const fs::path& folder) {
                 make::series(folder / "images");
                 for (int frame = 0; frame < 3; ++frame)
                     fs::rename(folder / "images" / make::pictureName(frame),
                                folder / "images" / ("gel_5s_" + std::to_string(frame) + ".png"));
             },
         .answer = timed({"Times from file names are not used: they are the same for all frames"}),
         .window = WindowAnswer{.words = {"they are the same for all frames"}, .frames = "ok ok ok"}},
    };
    return all;
}

}  // namespace coarsen::nasty
