// SPDX-License-Identifier: GPL-3.0-or-later
// Parents and tables of many series as they are found.
#include "tests/nasty/nasty_input.hpp"

#include <filesystem>

namespace coarsen::nasty {

namespace fs = std::filesystem;

namespace {

const std::vector<std::string> ofParent{"batch", "@/images", "-o", "@/out"};
const std::vector<std::string> ofTable{"batch", "@/series.csv", "-o", "@/out"};

/// Two series, 20C and 30C, and the table.
NastyInput table(std::string name, std::string text, std::vector<std::string> words) {
    return {.name = std::move(name),
            .make =
                [text = std::move(text)](const fs::path& folder) {
                    make::series(folder / "20C");
                    make::series(folder / "30C");
                    make::file(folder / "series.csv", text);
                },
            .command = ofTable,
            .answer = {.status = 2, .words = std::move(words)}};
}

NastyInput tableThatIsRead(std::string name, std::string text) {
    NastyInput input = table(std::move(name), std::move(text), std::vector<std::string>());
    input.answer = {.status = 0, .words = {"20C"}};
    return input;
}

NastyInput parent(std::string name, std::function<void(const fs::path&)> make, Answer answer) {
    return {.name = std::move(name), .make = std::move(make), .command = ofParent, .answer = std::move(answer)};
}

}  // namespace

NastyInputs nastyBatches() {
    return {
        table("BatchTableThatIsEmpty", "", {"series.csv", "the table is empty", "folder,name,group,x"}),
        table("BatchTableOfAnotherKind", "file,time_s\na,1\n", {"no column 'folder'"}),
        table("BatchTableWithAColumnOfItsOwn", "folder,temperature\n20C,20\n", {"a column 'temperature', which is unknown"}),
        table("BatchTableInLatin1", "folder,name\n20C,w\xE4rmer\n", {"line 2 is not UTF-8"}),
        table("BatchTableInUtf16",
              std::string("\xFF\xFE"
                          "f\0o\0l\0",
                          8),
              {"no column 'folder'"}),
        tableThatIsRead("BatchTableOfExcelsUnicodeText", make::inUtf16("folder\tx\r\n20C\t2,5\r\n", true)),
        tableThatIsRead("BatchTableThatSaysItsSeparator", "sep=;\r\nfolder;x\r\n20C;2,5\r\n"),
        table("BatchTableWithDecimalCommas", "folder,x\n20C,20,5\n30C,30,5\n", {"line 2 has 3 fields", "decimal commas"}),
        table("BatchTableThatNamesAFolderTwice", "folder\n20C\n./20C/\n", {"line 3", "line 2 has already"}),
        table("BatchTableThatNamesNoFolderThere", "folder\n20C\n40C\n", {"line 3", "'40C', which is not there"}),
        table("BatchTableThatIsASession", "{\"schema\":1,\"program\":\"Coarsen\"}\n", {"no column 'folder'"}),
        parent("BatchOfNothing", [](const fs::path& folder) { make::file(folder / "images" / "notes.txt", "x"); },
               {.status = 2, .words = {"no folder in it holds images"}}),
        parent("BatchOfOneSeries", [](const fs::path& folder) { make::series(folder / "images"); },
               {.status = 2, .words = {"no folder in it holds images", "analyze"}}),
        parent("BatchWithABrokenSeries",
               [](const fs::path& folder) {
                   make::series(folder / "images" / "20C");
                   make::file(folder / "images" / "30C" / "f.png", "no picture");
               },
               {.status = 3, .words = {"30C: frame 0", "30C: no frame could be measured", "3 of 3"}}),
        parent("BatchInAFolderThatTurnsTheDirectionOfWriting",
               [](const fs::path& folder) { make::series(folder / "images" / "20C\xE2\x80\xAEgnp"); },
               {.status = 0, .words = {"20C%E2%80%AEgnp"}}),
        parent("BatchOfAFormula", [](const fs::path& folder) { make::series(folder / "images" / "=1+1"); },
               {.status = 0, .words = {"=1+1"}}),
        parent("BatchOfNamesThatDifferInCapitals",
               [](const fs::path& folder) {
                   make::series(folder / "images" / "Run");
                   make::series(folder / "images" / "run");
               },
               {.status = 0, .words = {"Run", "run"}}),
        {.name = "BatchOverAnotherResult",
         .make =
             [](const fs::path& folder) {
                 make::series(folder / "images" / "20C");
                 make::file(folder / "out" / "20C" / "results.csv", "my own work\n");
             },
         .command = ofParent,
         .answer = {.status = 2, .words = {"it already holds results (20C/results.csv)", "--force"}}},
        {.name = "BatchOverAProjectOfMine",
         .make =
             [](const fs::path& folder) {
                 make::series(folder / "images" / "20C");
                 make::file(folder / "out" / "out.coarsen-project", "my own work\n");
             },
         .command = ofParent,
         .answer = {.status = 2, .words = {"it already holds results (out.coarsen-project)"}}},
        {.name = "BatchOverItsOwnTable",
         .make =
             [](const fs::path& folder) {
                 make::series(folder / "20C");
                 make::file(folder / "out" / "summary.csv", "folder\n../20C\n");
             },
         .command = {"batch", "@/out/summary.csv", "-o", "@/out", "--force"},
         .answer = {.status = 2, .words = {"summary.csv"}}},
        {.name = "BatchIntoAFile",
         .make =
             [](const fs::path& folder) {
                 make::series(folder / "images" / "20C");
                 make::file(folder / "out", "my own work\n");
             },
         .command = ofParent,
         .answer = {.status = 2, .words = {"it is not a folder"}}},
        {.name = "AnalyzeOfAProject",
         .make =
             [](const fs::path& folder) {
                 make::file(folder / "desk.coarsen-project",
                            R"({"schema":1,"program":"Coarsen","kind":"project","series":[],"looked_at":0,"view":null})");
             },
         .command = {"analyze", "--session", "@/desk.coarsen-project", "-o", "@/out"},
         .answer = {.status = 2, .words = {"a project of several samples, no session"}}},
    };
}

}  // namespace coarsen::nasty
