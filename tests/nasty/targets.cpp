// SPDX-License-Identifier: GPL-3.0-or-later
// What lies where a run wants to write.
#include "tests/nasty/nasty_input.hpp"

#include <initializer_list>

namespace coarsen::nasty {

namespace {

namespace fs = std::filesystem;

using Words = std::vector<std::string>;

/// `analyze images -o out` with more words.
Words analyzing(std::initializer_list<const char*> more) {
    Words words{"analyze", "@/images", "-o", "@/out"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

/// A series, and this file of the user's in OUT.
auto withFile(const std::string& name, const std::string& bytes = "my own work\n") {
    return [=](const fs::path& folder) {
        make::series(folder / "images");
        make::file(folder / "out" / name, bytes);
    };
}

/// A series measuredInto into OUT with more words, and then something done to the folder.
auto measuredInto(const Words& command, const std::function<void(const fs::path&)>& then = {}) {
    return [=](const fs::path& folder) {
        make::series(folder / "images");
        make::run(folder, command);
        if (then) then(folder);
    };
}

/// out/final holds float TIFFs, which are then the series; the tables of their run are gone.
void seriesInFinal(const fs::path& folder) {
    make::series(folder / "images");
    make::run(folder, analyzing({"--save", "final"}));
    for (const std::string& table : make::tablesOf("out"))
        fs::remove(folder / table);
}

Words stabilised(Words more) {
    Words words = analyzing({"--set", "stabilise.on=true"});
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

NastyInputs overTheSeries() {
    return {
        {.name = "FinalImagesOverTheSeries",
         .make = seriesInFinal,
         .command = {"analyze", "@/out/final", "-o", "@/out", "--save", "final"},
         .answer = refusedSaying({"final/ring_0000_t0s.tif", "would be replaced", "choose another folder"})},
        {.name = "FinalImagesOverTheSeriesByForce",
         .make = seriesInFinal,
         .command = {"analyze", "@/out/final", "-o", "@/out", "--save", "final", "--force"},
         .answer = refusedSaying({"would be replaced"})},
        {.name = "FinalImagesIntoTheSeries",
         .make = [](const fs::path& folder) { make::series(folder / "out" / "final"); },
         .command = {"analyze", "@/out/final", "-o", "@/out", "--save", "final"},
         .answer = refusedSaying({"final", "would become frames", "choose another folder"})},
        {.name = "FinalImagesIntoTheSeriesByForce",
         .make = [](const fs::path& folder) { make::series(folder / "out" / "final"); },
         .command = {"analyze", "@/out/final", "-o", "@/out", "--save", "final", "--force"},
         .answer = refusedSaying({"would become frames"})},
        {.name = "MaskFolderIsALinkToTheSeries",
         .make =
             [](const fs::path& folder) {
                 make::series(folder / "images");
                 fs::create_directories(folder / "out");
                 fs::create_directory_symlink(folder / "images", folder / "out" / "mask");
             },
         .command = analyzing({"--save", "mask"}),
         .answer = refusedSaying({make::pictureName(0).c_str(), "would be replaced"})},
        {.name = "MaskFolderIsALinkToTheSeriesByForce",
         .make =
             [](const fs::path& folder) {
                 make::series(folder / "images");
                 fs::create_directories(folder / "out");
                 fs::create_directory_symlink(folder / "images", folder / "out" / "mask");
             },
         .command = analyzing({"--save", "mask", "--force"}),
         .answer = refusedSaying({"would be replaced"})},
        {.name = "HardLinkOfAFrameAsMask",
         .make =
             [](const fs::path& folder) {
                 make::series(folder / "images");
                 fs::create_directories(folder / "out" / "mask");
                 fs::create_hard_link(folder / "images" / make::pictureName(1), folder / "out" / "mask" / make::pictureName(1));
             },
         .command = analyzing({"--save", "mask", "--force"}),
         .answer = refusedSaying({"would be replaced"})},
        {.name = "SynthIntoTheSeries",
         .make = make::images(),
         .command = {"synth", "ring", "-o", "@/images", "--frames", "1"},
         .answer = refusedSaying({"not empty", "new or empty folder"})},
    };
}

NastyInputs overTheUsersFiles() {
    return {
        {.name = "OwnMasks",
         .make = withFile("mask/" + make::pictureName(2)),
         .command = analyzing({"--save", "mask"}),
         .answer = refusedSaying({"mask/ring_0002_t120s.png", "it is there already", "--force"})},
        {.name = "OwnMapOfAnotherMoment",
         .make = withFile("c2d/ring_0001_t60s.tif"),
         .command = analyzing({"--save", "c2d"}),
         .answer = refusedSaying({"c2d/ring_0001_t60s.tif", "it is there already"})},
        {.name = "OwnShifts",
         .make = withFile("shifts.csv"),
         .command = stabilised({}),
         .answer = refusedSaying({"shifts.csv", "it is there already"})},
        {.name = "OwnSectors",
         .make = withFile("sectors.csv"),
         .command = analyzing({"--set", "measure.sectors=4"}),
         .answer = refusedSaying({"sectors.csv", "it is there already"})},
        {.name = "OwnEffects",
         .make = withFile("effects.csv"),
         .command = analyzing({"--effects", "2"}),
         .answer = refusedSaying({"effects.csv", "it is there already"})},
        {.name = "OwnResults",
         .make = withFile("results.csv"),
         .answer = refusedSaying({"results.csv", "it already holds results", "--force"})},
        {.name = "OwnFileNamedLikeTheSession",
         .make = withFile("session.coarsen"),
         .command = analyzing({"--resume"}),
         .answer = refusedSaying({"session.coarsen"})},
        {.name = "RecipesMaskAmongTheMasks",
         .make =
             [](const fs::path& folder) {
                 make::series(folder / "images");
                 fs::create_directories(folder / "out" / "mask");
                 fs::copy(folder / "images" / make::pictureName(0), folder / "out" / "mask" / make::pictureName(0));
             },
         .command = analyzing(
             {"--set", "dust.find=file", "--set", "dust.file=@/out/mask/ring_0000_t0s.png", "--save", "mask", "--force"}),
         .answer = refusedSaying({"mask/ring_0000_t0s.png", "would be replaced"})},
        {.name = "TableOfTimesNamedResults",
         .make = withFile("results.csv", "file,time_s\nring_0000_t0s.png,0\nring_0001_t60s.png,7\nring_0002_t120s.png,9\n"),
         .command = analyzing({"--times", "@/out/results.csv", "--force"}),
         .answer = refusedSaying({"results.csv", "would be replaced"})},
        {.name = "RecipeNamedFit",
         .make = withFile("fit.json", R"({"schema":1,"steps":[],"measure":{},"fit":{}})"),
         .command = analyzing({"--recipe", "@/out/fit.json", "--force"}),
         .answer = refusedSaying({"fit.json", "would be replaced"})},
        {.name = "FileWhereOutShouldBe",
         .make = [](const fs::path& folder) { make::series(folder / "images"), make::file(folder / "out", "mine"); },
         .answer = refusedSaying({"it is not a folder", "choose another name"})},
        {.name = "LinkToNowhereWhereOutShouldBe",
         .make =
             [](const fs::path& folder) {
                 make::series(folder / "images");
                 fs::create_symlink(folder / "nowhere" / "deep", folder / "out");
             },
         .answer = refusedSaying({"the folder cannot be made"})},
        {.name = "FileWhereAFolderOfImagesShouldBe",
         .make = withFile("c2d"),
         .command = analyzing({"--save", "c2d"}),
         .answer = refusedSaying({"c2d", "cannot be made"})},
    };
}

NastyInputs ofEarlierRuns() {
    std::set<std::string> tables = make::tablesOf("out");
    return {
        {.name = "ResumeOfAPartKeepsTheRest",
         .make = measuredInto(analyzing({})),
         .command = analyzing({"--resume", "--frames", "0:1"}),
         .answer = {.frames = "ok ok ok"},
         .replaced = tables},
        {.name = "ResumeWithImagesMeasuresForThem",
         .make = measuredInto(analyzing({})),
         .command = analyzing({"--resume", "--save", "c2d"}),
         .answer = {.frames = "ok ok ok"},
         .replaced = tables,
         .made = {"out/c2d/ring_0000_t0s.tif", "out/c2d/ring_0002_t120s.tif"}},
        {.name = "ResumeOverAChangedTable",
         .make = measuredInto(analyzing({}),
                              [](const fs::path& folder) { make::file(folder / "out/results.csv", "my own notes\n"); }),
         .command = analyzing({"--resume"}),
         .answer = {.status = 2, .words = {"results.csv", "changed since the run wrote it"}, .frames = ""}},
        {.name = "ResumeWithAFrameGone",
         .make =
             measuredInto(analyzing({}), [](const fs::path& folder) { fs::remove(folder / "images" / make::pictureName(2)); }),
         .command = analyzing({"--resume"}),
         .answer = {.status = 2, .words = {make::pictureName(2), "not among the images"}, .frames = "ok ok ok"}},
        {.name = "ResumeWithAFrameBefore",
         .make = measuredInto(analyzing({}),
                              [](const fs::path& folder) {
                                  fs::copy(folder / "images" / make::pictureName(2), folder / "images" / "ring_0000_t-5s.png");
                              }),
         .command = analyzing({"--resume"}),
         .answer = {.status = 2, .words = {"ring_0000_t-5s.png", "belongs before the last image"}, .frames = "ok ok ok"}},
        {.name = "ForceTakesTheEarlierShiftsAway",
         .make = measuredInto(stabilised({})),
         .command = analyzing({"--force"}),
         .answer = {.frames = "ok ok ok"},
         .replaced = tables,
         .gone = {"out/shifts.csv", "out/survey.json"}},
        {.name = "ForceLeavesShiftsThatWereChanged",
         .make = measuredInto(stabilised({}), [](const fs::path& folder) { make::file(folder / "out/shifts.csv", "my own\n"); }),
         .command = analyzing({"--force"}),
         .answer = {.words = {"shifts.csv", "is not of this run"}, .frames = "ok ok ok"},
         .replaced = tables,
         .gone = {"out/survey.json"}},
        {.name = "ForceLeavesATableThatWasChangedBeforeAResume",
         .make = measuredInto(analyzing({"--effects", "2"}),
                              [](const fs::path& folder) {
                                  make::file(folder / "out/effects.csv", "my own\n");
                                  make::run(folder, analyzing({"--resume"}));
                              }),
         .command = analyzing({"--force"}),
         .answer = {.words = {"effects.csv", "is not of this run"}, .frames = "ok ok ok"},
         .replaced = tables},
        {.name = "ResumeSaysNothingOfATableThatIsGone",
         .make =
             measuredInto(analyzing({"--effects", "2"}), [](const fs::path& folder) { fs::remove(folder / "out/effects.csv"); }),
         .command = analyzing({"--resume"}),
         .answer = {.frames = "ok ok ok", .silent = {"effects.csv"}},
         .replaced = tables},
        {.name = "ImagesOfAnEarlierRunAreSaid",
         .make = measuredInto(analyzing({"--save", "c2d"})),
         .command = analyzing({"--force", "--frames", "0:1"}),
         .answer = {.words = {"c2d/", "images of an earlier run"}, .frames = "ok"},
         .replaced = tables},
        {.name = "HalfWrittenFilesOfAKill",
         .make = measuredInto(analyzing({}),
                              [](const fs::path& folder) {
                                  make::file(folder / "out/.coarsen-aB3xY9", "half");
                                  make::file(folder / "out/c2d/.coarsen-000000", "half");
                              }),
         .command = analyzing({"--resume", "--save", "c2d"}),
         .answer = {.frames = "ok ok ok"},
         .replaced = tables,
         .gone = {"out/.coarsen-aB3xY9", "out/c2d/.coarsen-000000"}},
        {.name = "HiddenFilesOfTheUser",
         .make = measuredInto(analyzing({}),
                              [](const fs::path& folder) {
                                  make::file(folder / "out/.results.csv.backup", "mine");
                                  make::file(folder / "out/.coarsen-notes.txt", "mine");
                              }),
         .command = analyzing({"--resume"}),
         .answer = {.frames = "ok ok ok"},
         .replaced = tables},
    };
}

NastyInputs withNames() {
    const auto threeAlike = [](const fs::path& folder) {
        make::series(folder / "all");
        make::run(folder, {"analyze", "@/all", "-o", "@/all-out", "--save", "final"});
        fs::create_directories(folder / "images");
        fs::create_directories(folder / "more");
        fs::rename(folder / "all" / make::pictureName(0), folder / "images" / "a.png");
        fs::rename(folder / "all" / make::pictureName(1), folder / "images" / "a_f0000.png");
        fs::rename(folder / "all-out/final/ring_0002_t120s.tif", folder / "more" / "a.tif");
    };
    const std::string longest(251, 'n');
    return {
        {.name = "SavedImagesOfOneName",
         .make = threeAlike,
         .command = {"analyze", "@/images", "@/more", "-o", "@/out", "--save", "mask"},
         .answer = {.frames = "ok ok ok"},
         .made = {"out/mask/a_f0000_f0000.png", "out/mask/a_f0000_f0001.png", "out/mask/a_f0002.png"}},
        {.name = "SavedImageOfTheLongestName",
         .make =
             [longest](const fs::path& folder) {
                 make::series(folder / "images", 1);
                 fs::rename(folder / "images" / make::pictureName(0), folder / "images" / (longest + ".png"));
             },
         .command = analyzing({"--save", "c2d"}),
         .answer = {.frames = "ok"},
         .made = {"out/c2d/" + longest + ".tif"}},
    };
}

}  // namespace

NastyInputs nastyTargets() {
    NastyInputs all;
    for (const auto& list : {overTheSeries, overTheUsersFiles, ofEarlierRuns, withNames})
        for (NastyInput& input : list())
            all.push_back(std::move(input));
    return all;
}

}  // namespace coarsen::nasty
