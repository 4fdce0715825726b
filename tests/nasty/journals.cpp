// SPDX-License-Identifier: GPL-3.0-or-later
// Journals of runs that were killed, continued with --resume.
#include "core/analysis/run_series.hpp"
#include "core/recipe/recipe.hpp"
#include "core/session/frame_result_json.hpp"
#include "core/session/run_journal.hpp"
#include "core/session/session.hpp"
#include "tests/nasty/nasty_input.hpp"
#include "tests/support/temporary_folder.hpp"

#include <functional>
#include <utility>

namespace coarsen::nasty {

namespace {

namespace fs = std::filesystem;
using Lines = std::vector<std::string>;

const std::string journal = std::string("out/") + RunJournal::fileName;

/// Journal of a run over the series that make::images makes, killed after its last frame: the run itself, then a line a frame.
Lines wholeJournal(const fs::path& folder) {
    RunRequest request;
    request.series = openSeries({folder / "images"});
    assignTimes(request.series, {});
    request.recipe = defaultRecipe();
    request.calibration = request.series.calibration;
    request.engines.name = "auto";
    static const FrameResults rows = [] {
        const TemporaryFolder measured;
        make::images()(measured.path());
        make::run(measured.path(), {"analyze", "@/images", "-o", "@/before", "--quiet"});
        return readSession(measured / "before/session.coarsen").results;
    }();
    fs::create_directories(folder / "out");
    RunJournal(folder / "out", runIdentity(request), rows);
    const std::string text = make::bytesOf(folder / journal);
    Lines lines;
    for (std::size_t from = 0; from < text.size(); from = text.find('\n', from) + 1)
        lines.push_back(text.substr(from, text.find('\n', from) - from));
    return lines;
}

std::function<void(const fs::path&)> withJournal(std::function<void(Lines&)> change, std::string end = "\n") {
    return [change = std::move(change), end = std::move(end)](const fs::path& folder) {
        make::images()(folder);
        Lines lines = wholeJournal(folder);
        change(lines);
        std::string text;
        for (const std::string& line : lines)
            text += line + (&line == &lines.back() ? end : "\n");
        make::file(folder / journal, text);
    };
}

const std::vector<std::string> resume{"analyze", "@/images", "-o", "@/out", "--resume"};

NastyInput continued(std::string name, std::function<void(Lines&)> change, std::vector<std::string> words, std::string end = "\n",
                     std::vector<std::string> silent = {}) {
    return {.name = "Journal" + std::move(name),
            .make = withJournal(std::move(change), std::move(end)),
            .command = resume,
            .answer = {.status = 0, .words = std::move(words), .frames = "ok ok ok", .silent = std::move(silent)},
            .gone = {journal}};
}

NastyInput refused(std::string name, std::function<void(Lines&)> change, std::string words) {
    return {.name = "Journal" + std::move(name),
            .make = withJournal(std::move(change)),
            .command = resume,
            .answer = {.status = 2, .words = {RunJournal::fileName, std::move(words)}}};
}

std::string changed(std::string line, std::string_view from, std::string_view to) {
    return line.replace(line.find(from), from.size(), to);
}

}  // namespace

NastyInputs nastyJournals() {
    const std::string row2 = ".coarsen-run.jsonl, line 2: the row is damaged",
                      row3 = ".coarsen-run.jsonl, line 3: the row is damaged";
    return {
        continued("ThatIsWhole", [](Lines&) {}, {}, "\n", {"damaged"}),
        continued("WithATornLastLine", [](Lines& lines) { lines.back().resize(100); }, {}, "", {"damaged"}),
        continued("OfNoBytes", [](Lines& lines) { lines = {""}; }, {}, "", {"damaged"}),
        continued("WithATornFirstLine", [](Lines& lines) { lines = {lines.front().substr(0, 40)}; }, {}, "", {"damaged"}),
        continued("WithARowCutInTheMiddle", [](Lines& lines) { lines[2].resize(100); }, {row3, "measured again"}),
        continued("WithARowOfZeros", [](Lines& lines) { lines[1].assign(300, '\0'); }, {row2, "measured again"}),
        continued("WithAnEmptyRow", [](Lines& lines) { lines.insert(lines.begin() + 1, ""); }, {row2}),
        continued("WithOneBitTurned", [](Lines& lines) { lines[2] = changed(lines[2], "\"px\":", "\"qx\":"); },
                  {row3, "is missing"}),
        continued("WithOneDigitChanged", [](Lines& lines) { lines[2] = changed(lines[2], "\"px\":", "\"px\":1"); },
                  {row3, "its checksum does not hold"}),
        continued("WithARowOfAFrameThatIsNotThere",
                  [](Lines& lines) { lines[2] = changed(lines[2], "\"frame\":1", "\"frame\":1000000000"); },
                  {row3, "names frame 1000000000"}),
        continued("WithARowOfAFrameBelowNone", [](Lines& lines) { lines[2] = changed(lines[2], "\"frame\":1", "\"frame\":-1"); },
                  {row3, "names frame -1"}),
        continued("WithTwoRowsOfAFrame", [](Lines& lines) { lines.push_back(lines[1]); }, {}, "\n", {"damaged"}),
        continued("WithACurveWithoutErrors",
                  [](Lines& lines) { lines[2] = changed(lines[2], "\"error\":\"", "\"error\":\"AACAPw=="); }, {row3}),
        continued("WithALatin1Byte", [](Lines& lines) { lines[2] = changed(lines[2], "ring_", "r\xEFng_"); }, {row3}),
        continued("OfBracketsWithoutEnd", [](Lines& lines) { lines[2] = std::string(200'000, '['); },
                  {row3, "too many brackets"}),
        continued("OfAnotherVersionWithTheSameRules",
                  [](Lines& lines) { lines[0] = changed(lines[0], "\"version\":\"", "\"version\":\"0"); }, {}, "\n", {"damaged"}),
        refused(
            "WithADamagedFirstLine", [](Lines& lines) { lines[0].resize(40); }, "its first line is damaged"),
        refused(
            "WithAFirstLineOfZeros", [](Lines& lines) { lines[0].assign(200, '\0'); }, "its first line is damaged"),
        refused(
            "WithoutItsFirstLine", [](Lines& lines) { lines.erase(lines.begin()); }, "its first line is damaged"),
        refused(
            "OfAnotherRecipe", [](Lines& lines) { lines[0] = changed(lines[0], "\"recipe\":\"", "\"recipe\":\"0"); },
            "was made with another recipe"),
        refused(
            "OfOtherRules", [](Lines& lines) { lines[0] = changed(lines[0], "\"rules\":", "\"rules\":9"); },
            "measured by rules number 9"),
    };
}

}  // namespace coarsen::nasty
