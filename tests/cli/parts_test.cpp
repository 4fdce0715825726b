// SPDX-License-Identifier: GPL-3.0-or-later
// A run that is measured in parts must leave what one run leaves.
#include "core/session/part_file.hpp"
#include "tests/cli/growing_folder.hpp"
#include "tests/cli/program.hpp"
#include "tests/support/folders.hpp"
#include "tests/support/timeout.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

namespace coarsen::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

int linesOf(const fs::path& file) {
    std::ifstream text(file);
    int lines = 0;
    for (std::string line; std::getline(text, line);)
        ++lines;
    return lines;
}

void replaceIn(const fs::path& file, const std::string& what, const std::string& by) {
    std::string text = contentOf(file);
    const auto at = text.find(what);
    ASSERT_NE(at, std::string::npos) << what << " in " << file;
    text.replace(at, what.size(), by);
    std::ofstream(file, std::ios::binary) << text;
}

class Parts : public testing::Test {
protected:
    explicit Parts(int frames = 10, int width = 240, int height = 180) : series(frames, width, height) {}

    SmallSeries series;
    std::vector<std::string> settings;

    fs::path out() const { return series / "out"; }
    fs::path partFile(int number) const { return out() / "parts" / PartFile::nameOf(number); }

    Outcome analyze(const std::string& folder, std::vector<std::string> further = {}) const {
        std::vector<std::string> words{"analyze", series.images(), "-o", series / folder};
        words.insert(words.end(), settings.begin(), settings.end());
        words.insert(words.end(), further.begin(), further.end());
        return coarsenCli(words);
    }
    Outcome prepare() const { return analyze("out", {"--prepare"}); }
    Outcome part(const std::string& which, const std::vector<std::pair<std::string, std::string>>& environment = {},
                 const std::function<void(pid_t)>& whileRunning = {}) const {
        return coarsenCli({"analyze", out(), "--part", which, "--threads", "1"}, environment, whileRunning);
    }
    Outcome merge() const { return coarsenCli({"analyze", out(), "--merge"}); }
    void measureAll(int parts) const {
        for (int number = 1; number <= parts; ++number) {
            const Outcome measured = part(std::to_string(number) + "/" + std::to_string(parts));
            ASSERT_EQ(measured.status, 0) << measured.err;
        }
    }
    void expectWhatOneRunLeaves(int status = 0) const {
        const Outcome merged = merge(), whole = analyze("whole");
        EXPECT_EQ(merged.status, status) << merged.err;
        EXPECT_EQ(whole.status, status) << whole.err;
        std::set<std::string> names;
        for (const auto& entry : fs::directory_iterator(series / "whole")) {
            names.insert(entry.path().filename().string());
            EXPECT_EQ(withoutClocks(out() / entry.path().filename()), withoutClocks(entry.path())) << entry.path();
        }
        EXPECT_THAT(names, testing::IsSupersetOf({"results.csv", "c1d.csv", "fit.json", "session.coarsen"}));
    }
};

class SomeParts : public Parts, public testing::WithParamInterface<int> {};
INSTANTIATE_TEST_SUITE_P(Parts, SomeParts, testing::Values(1, 3, 7), testing::PrintToStringParamName());

TEST_P(SomeParts, GiveWhatOneRunGives) {
    settings = {"--interval", "10min", "--pixel-size", "8.3", "--t0", "-600"};
    const Outcome prepared = prepare();
    ASSERT_EQ(prepared.status, 0) << prepared.err;
    measureAll(GetParam());
    expectWhatOneRunLeaves();
}

TEST_P(SomeParts, GiveItWhereAStepLooksAtTheWholeSeries) {
    settings = {"--set", "stabilise.on=true", "--set", "dust.find=still", "--frames", "1:9", "--effects", "2"};
    ASSERT_EQ(prepare().status, 0);
    measureAll(GetParam());
    expectWhatOneRunLeaves();
    EXPECT_TRUE(fs::exists(out() / "shifts.csv") && fs::exists(out() / "effects.csv") && fs::exists(out() / "survey.json"));
}

TEST_F(Parts, MayBeMoreThanThereAreFrames) {
    ASSERT_EQ(prepare().status, 0);
    measureAll(13);
    expectWhatOneRunLeaves();
}

TEST_F(Parts, KeepTheOrderOfTimes) {
    std::ofstream table(series / "times.csv");
    table << "file,time_s\n";
    for (int frame = 0; frame < 10; ++frame)  // the later half first
        table << series.image(frame).filename().string() << "," << (frame + 5) % 10 * 60 << "\n";
    table.close();
    settings = {"--times", series / "times.csv", "--order", "time"};
    ASSERT_EQ(prepare().status, 0);
    measureAll(3);
    expectWhatOneRunLeaves();
}

TEST_F(Parts, KeepWhatTheFirstFileStates) {
    fs::remove_all(series.images());
    RingSettings rings;
    rings.width = 240, rings.height = 180, rings.frames = 4;
    rings.rMaxFromPx = 14, rings.rMaxToPx = 20;
    rings.pixelSizeUm = 0.5;
    writeRingSeries(series.images(), rings);
    ASSERT_EQ(prepare().status, 0);
    measureAll(2);
    expectWhatOneRunLeaves();
    EXPECT_THAT(contentOf(out() / "session.coarsen"), HasSubstr("\"pixel_width_um\": 0.5"));
}

TEST_F(Parts, EndWithZeroAndTheMergingWithThreeWhereAFrameFails) {
    std::ofstream(series.image(4)) << "no picture";
    ASSERT_EQ(prepare().status, 0);
    measureAll(3);
    EXPECT_THAT(merge().err, HasSubstr("frame 4"));
    fs::remove(out() / "session.coarsen");
    for (const char* table : {"results.csv", "c1d.csv", "fit.json"})
        fs::remove(out() / table);
    expectWhatOneRunLeaves(3);
}

TEST_F(Parts, OfAnUnusualSizeAreJudgedByTheWholeSeries) {
    const SmallSeries small{3, 200, 160};
    for (int frame = 0; frame < 3; ++frame)  // all of the last part
        fs::copy_file(small.image(frame), series.image(7 + frame), fs::copy_options::overwrite_existing);
    ASSERT_EQ(prepare().status, 0);
    measureAll(3);
    expectWhatOneRunLeaves(3);
}

TEST_F(Parts, LookAtTheirOwnImagesAndTheOneBefore) {
    ASSERT_EQ(prepare().status, 0);
    const fs::path aside = series / "aside";
    fs::create_directory(aside);
    std::vector<fs::path> files;
    for (int frame = 0; frame < 10; ++frame)
        files.push_back(series.image(frame));
    for (const int frame : {0, 1, 6, 7, 8, 9})
        fs::rename(files[static_cast<std::size_t>(frame)], aside / files[static_cast<std::size_t>(frame)].filename());

    const Outcome second = part("2/3");  // frames 3 to 5
    EXPECT_EQ(second.status, 0) << second.err;
    EXPECT_THAT(second.out, HasSubstr("3 frames, 3 of them measured now"));

    for (const auto& entry : fs::directory_iterator(aside))
        fs::rename(entry.path(), series.images() / entry.path().filename());
    measureAll(3);
    expectWhatOneRunLeaves();
}

/// Small volumes, which grow.
class VolumeParts : public Parts {
protected:
    VolumeParts() : Parts(1) {
        fs::remove_all(series.images());
        const Outcome made = coarsenCli({"synth", "bicontinuous", "-o", series.images(), "--size", "48x44x40", "--frames", "7",
                                         "--wavelength", "6:7", "--correlation", "zoom", "--drift", "0.5"});
        EXPECT_EQ(made.status, 0) << made.err;
        settings = {"--interval", "10min"};
    }
};

TEST_F(VolumeParts, GiveWhatOneRunGives) {
    settings.insert(settings.end(), {"--set", "align.on=true", "--set", "surface.on=true"});
    const Outcome prepared = prepare();
    ASSERT_EQ(prepared.status, 0) << prepared.err;
    measureAll(3);
    expectWhatOneRunLeaves();
}

TEST_F(VolumeParts, FollowTheFrameBeforeTheirFirst) {
    settings.insert(settings.end(), {"--set", "align.on=true", "--set", "align.mode=deform"});
    const Outcome prepared = prepare();
    ASSERT_EQ(prepared.status, 0) << prepared.err;
    measureAll(3);
    expectWhatOneRunLeaves();
}

TEST_F(Parts, AreNamedWhereTheyAreMissing) {
    ASSERT_EQ(prepare().status, 0);
    Outcome none = merge();
    EXPECT_EQ(none.status, 2);
    EXPECT_THAT(none.err, HasSubstr("no part"));
    for (const char* which : {"2/7", "4/7"})
        ASSERT_EQ(part(which).status, 0);
    const Outcome some = merge();
    EXPECT_EQ(some.status, 2);
    EXPECT_THAT(some.err, HasSubstr("5 of 7 parts are missing: --array=1,3,5-7"));
    EXPECT_FALSE(fs::exists(out() / "results.csv"));
}

TEST_F(Parts, OfOtherPlansVersionsEnginesAndNumbersAreRefused) {
    ASSERT_EQ(prepare().status, 0);
    measureAll(3);
    const std::string asItWas = contentOf(partFile(2));
    const auto expectRefused = [&](const std::string& what, const std::string& by, const std::string& words) {
        replaceIn(partFile(2), what, by);
        const Outcome merged = merge();
        EXPECT_EQ(merged.status, 2) << words;
        EXPECT_THAT(merged.err, HasSubstr("0002.jsonl"));
        EXPECT_THAT(merged.err, HasSubstr(words));
        EXPECT_FALSE(fs::exists(out() / "results.csv")) << words;
        EXPECT_EQ(part("2/3").status, 2) << words;
        std::ofstream(partFile(2), std::ios::binary) << asItWas;
    };
    expectRefused("\"plan\":\"", "\"plan\":\"0", "a part of another plan");
    expectRefused("\"version\":\"", "\"version\":\"9.", "measured by version 9.");
    expectRefused("\"rules\":", "\"rules\":9", "measured by rules number 9");
    expectRefused("\"engine\":\"cpu-", "\"engine\":\"gpu-", "measured by the engine gpu-");
    expectRefused("\"of\":3", "\"of\":4", "part 2 of 4, where part 2 of 3 should be");
    expectRefused("\"status\":\"ok\"", "\"status\":\"no-peak\"", "checksum");
    expectRefused("{\"rows\":3", "{\"rows\":4", "not those of the part's frames");
    expectWhatOneRunLeaves();
}

TEST_F(Parts, AreOfThePlanThatLiesThere) {
    ASSERT_EQ(prepare().status, 0);
    measureAll(3);
    EXPECT_THAT(prepare().err, HasSubstr("prepared to be measured in parts"));
    EXPECT_THAT(analyze("out").err, HasSubstr("prepared to be measured in parts"));
    settings = {"--max-lag", "30"};
    ASSERT_EQ(analyze("out", {"--prepare", "--force"}).status, 0);
    EXPECT_THAT(merge().err, HasSubstr("no part")) << "those of the earlier plan are gone";
    measureAll(2);
    expectWhatOneRunLeaves();
}

TEST_F(Parts, TakeNoImageForAnother) {
    ASSERT_EQ(prepare().status, 0);
    std::ofstream(series.image(4), std::ios::app) << "longer";
    EXPECT_EQ(part("1/3").status, 0);
    const Outcome second = part("2/3");
    EXPECT_EQ(second.status, 2);
    EXPECT_THAT(second.err, HasSubstr("not the one that the plan was made for"));
}

TEST_F(Parts, TakeNoOtherListOfImages) {
    ASSERT_EQ(prepare().status, 0);
    replaceIn(out() / "plan-frames.jsonl", "\"time_s\":", "\"time_s\":1");
    const Outcome first = part("1/3");
    EXPECT_EQ(first.status, 2);
    EXPECT_THAT(first.err, HasSubstr("plan-frames.jsonl is not as it was written"));
    fs::remove(out() / "plan-frames.jsonl");
    EXPECT_THAT(part("1/3").err, HasSubstr("plan-frames.jsonl is not there"));
}

TEST_F(Parts, TakeNoSettingsOfTheirOwn) {
    ASSERT_EQ(prepare().status, 0);
    const Outcome other = coarsenCli({"analyze", out(), "--part", "1/3", "--max-lag", "20"});
    EXPECT_EQ(other.status, 2);
    EXPECT_THAT(other.err, HasSubstr("--max-lag: the plan has decided that"));
    EXPECT_THAT(coarsenCli({"analyze", series.images(), "--part", "1/3"}).err, HasSubstr("it holds no plan"));
    for (const char* wrong : {"4/3", "0/3", "3", "a/3", "1/"})
        EXPECT_EQ(part(wrong).status, 2) << wrong;
}

TEST_F(Parts, AreNumberedByTheirTask) {
    ASSERT_EQ(prepare().status, 0);
    const auto measures = [&](const std::vector<std::pair<std::string, std::string>>& environment, int number) {
        EXPECT_EQ(part("/3", environment).status, 0) << environment.front().first;
        EXPECT_TRUE(fs::exists(partFile(number))) << environment.front().first;
        fs::remove(partFile(number));
    };
    measures({{"SLURM_ARRAY_TASK_ID", "2"}, {"SLURM_PROCID", "0"}, {"PMI_RANK", "0"}}, 2);
    measures({{"OMPI_COMM_WORLD_RANK", "2"}, {"SLURM_PROCID", "0"}}, 3);
    measures({{"PMI_RANK", "1"}, {"SLURM_PROCID", "0"}}, 2);
    measures({{"SLURM_PROCID", "2"}}, 3);
    const Outcome nobody = part("/3");
    EXPECT_EQ(nobody.status, 2);
    EXPECT_THAT(nobody.err, HasSubstr("the number of the part is missing"));
    EXPECT_THAT(part("/3", {{"SLURM_ARRAY_TASK_ID", "0"}}).err, HasSubstr("from 1"));
    EXPECT_EQ(part("/3", {{"SLURM_PROCID", "3"}}).status, 2);
}

/// Frames enough, and large enough, that a part can be caught in the middle.
class LongParts : public Parts {
protected:
    LongParts() : Parts(24, 480, 360) {}

    fs::path unfinished(int number) const { return partFile(number).string() + ".part"; }
    auto once(int number, const std::function<void(pid_t)>& then) const {
        return [this, number, then](pid_t process) {
            EXPECT_TRUE(comesTrue([&] { return linesOf(unfinished(number)) >= 3; }));
            then(process);
        };
    }
};

TEST_F(LongParts, GoOnWhereTheyWereKilled) {
    ASSERT_EQ(prepare().status, 0);
    EXPECT_EQ(part("2/3", {}, once(2, [](pid_t process) { ::kill(process, SIGKILL); })).status, 128 + SIGKILL);
    EXPECT_FALSE(fs::exists(partFile(2)));
    EXPECT_THAT(merge().err, HasSubstr("no part"));
    const int lines = linesOf(unfinished(2));
    std::ofstream(unfinished(2), std::ios::app) << "{\"frame\":9,\"torn";
    EXPECT_EQ(part("3/3", {}, once(3, [](pid_t process) { ::kill(process, SIGTERM); })).status, 130);

    const Outcome again = part("2/3");
    EXPECT_EQ(again.status, 0) << again.err;
    EXPECT_THAT(again.out, HasSubstr("8 frames, " + std::to_string(8 - (lines - 1)) + " of them measured now"));
    EXPECT_FALSE(fs::exists(unfinished(2)));
    EXPECT_THAT(part("2/3").out, HasSubstr("8 frames, 0 of them measured now"));
    measureAll(3);
    expectWhatOneRunLeaves();
}

TEST_F(LongParts, AreMeasuredByOneProgramEach) {
    ASSERT_EQ(prepare().status, 0);
    Outcome second;
    const Outcome first = part("1/3", {}, once(1, [&](pid_t process) {
                                   ::kill(process, SIGSTOP);
                                   second = part("1/3");
                                   ::kill(process, SIGCONT);
                               }));
    EXPECT_EQ(second.status, 2);
    EXPECT_THAT(second.err, HasSubstr("0001.jsonl: another program measures this part"));
    EXPECT_EQ(first.status, 0) << first.err;
}

/// The blocks of commands on the manual's page.
std::vector<std::string> commandsOfPage() {
    const std::string page = contentOf(sourceFolder() / "resources/manual/clusters.md");
    static const std::regex block("```\n([^`]*)```");
    std::vector<std::string> blocks;
    for (std::sregex_iterator found(page.begin(), page.end(), block), end; found != end; ++found)
        blocks.push_back((*found)[1]);
    return blocks;
}

/// The page's commands as they are printed, with stand-ins for sbatch and mpirun that do one task after the other.
class ClusterPage : public Parts {
protected:
    ClusterPage() {
        settings = {"--interval", "10min"};
        fs::create_directory(series / "bin");
        fs::create_symlink(programFile("coarsen-cli"), series / "bin/coarsen-cli");
        fs::create_symlink(sourceFolder() / "resources/install/coarsen-slurm.sh", series / "bin/coarsen-slurm");
        program("sbatch",
                "array=\nwhile [ $# -gt 0 ]; do case $1 in\n"
                "  --array) array=$(echo \"$2\" | tr , '\\n' | sed 's/^[0-9]*$/&-&/' | while IFS=- read a b; do seq $a $b; "
                "done); shift;;\n"
                "  --wrap) job=$2; shift;;\n"
                "esac; shift; done\n"
                "if [ -z \"$array\" ]; then sh -c \"$job\" >&2; echo 1; exit 0; fi\n"
                "for k in $array; do SLURM_ARRAY_TASK_ID=$k sh -c \"$job\" >&2; done; echo 2\n");
        program("mpirun", "n=$2; shift 2\nfor k in $(seq 0 $((n - 1))); do OMPI_COMM_WORLD_RANK=$k \"$@\"; done\n");
    }
    void run(const std::string& commands) const {
        const std::string line = "cd '" + (series / ".").string() + "' && PATH='" + (series / "bin").string() + "':$PATH && { " +
                                 commands + "} > said 2>&1";
        EXPECT_EQ(std::system(line.c_str()), 0) << commands << contentOf(series / "said");
    }
    /// Compares what the commands left with one run, and makes room for the next.
    void expectTheTablesOfOneRun() {
        const Outcome whole = analyze("whole");
        EXPECT_EQ(whole.status, 0) << whole.err;
        for (const char* name : {"results.csv", "c1d.csv", "fit.json", "session.coarsen"})
            EXPECT_EQ(withoutClocks(out() / name), withoutClocks(series / "whole" / name)) << name;
        fs::remove_all(out());
        fs::remove_all(series / "whole");
    }

private:
    void program(const std::string& name, const std::string& text) const {
        std::ofstream(series / ("bin/" + name)) << "#!/bin/sh\n" << text;
        fs::permissions(series / ("bin/" + name), fs::perms::owner_all);
    }
};

TEST_F(ClusterPage, RunsAsItIsPrinted) {
    const std::vector<std::string> blocks = commandsOfPage();
    ASSERT_EQ(blocks.size(), 5u);

    run(blocks[0]);
    expectTheTablesOfOneRun();

    run(blocks[1]);
    for (const int number : {3, 17})
        fs::remove(partFile(number));
    for (const char* name : {"results.csv", "c1d.csv", "fit.json", "session.coarsen"})
        fs::remove(out() / name);
    EXPECT_THAT(merge().err, HasSubstr("2 of 40 parts are missing: --array=3,17"));
    const auto untouched = fs::last_write_time(partFile(4));
    run(blocks[2]);
    EXPECT_EQ(fs::last_write_time(partFile(4)), untouched);
    expectTheTablesOfOneRun();

    run(blocks[3]);
    expectTheTablesOfOneRun();

    run(blocks[4]);
    expectTheTablesOfOneRun();
}

/// Figures that --estimate prints, by name.
std::map<std::string, std::string> figuresIn(const std::string& text) {
    std::map<std::string, std::string> figures;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        figures[line.substr(0, line.find('='))] = line.substr(line.find('=') + 1);
    return figures;
}

TEST_F(Parts, AreEstimatedBeforeTheyArePrepared) {
    const Outcome asked = analyze("out", {"--estimate", "4", "--threads", "2"});
    ASSERT_EQ(asked.status, 0) << asked.err;
    auto figures = figuresIn(asked.out);
    EXPECT_EQ(figures["folder"], out().string());
    EXPECT_EQ(figures["prepared"], "no");
    EXPECT_EQ(figures["frames"], "10");
    EXPECT_EQ(figures["threads"], "2");
    EXPECT_EQ(figures["parts"], "4");
    EXPECT_EQ(figures["missing"], "1-4");
    for (const char* name : {"prepare_mb", "prepare_minutes", "part_mb", "part_minutes", "merge_mb", "merge_minutes"})
        EXPECT_GT(std::stoi(figures[name]), 0) << name;
    EXPECT_FALSE(fs::exists(out())) << "an estimate writes nothing";
    EXPECT_EQ(figuresIn(analyze("out", {"--estimate"}).out)["parts"], "1");
}

TEST_F(Parts, ThatAreMissingAreNamedByTheEstimate) {
    ASSERT_EQ(prepare().status, 0);
    const auto estimate = [&](std::vector<std::string> further = {}) {
        further.insert(further.begin(), {"analyze", out(), "--estimate"});
        return coarsenCli(further);
    };
    EXPECT_EQ(figuresIn(estimate({"7"}).out)["missing"], "1-7");
    for (const char* which : {"2/7", "4/7"})
        ASSERT_EQ(part(which).status, 0);
    auto figures = figuresIn(estimate().out);
    EXPECT_EQ(figures["prepared"], "yes");
    EXPECT_EQ(figures["parts"], "7");
    EXPECT_EQ(figures["missing"], "1,3,5-7");
    EXPECT_THAT(estimate({"8"}).err, HasSubstr("parts of 7 lie there already"));
    EXPECT_THAT(estimate({"7", "--max-lag", "9"}).err, HasSubstr("--max-lag: the plan has decided that"));
    EXPECT_THAT(analyze("out", {"--estimate"}).err, HasSubstr("it already holds plan.json"));
    for (int number = 1; number <= 7; ++number)
        ASSERT_EQ(part(std::to_string(number) + "/7").status, 0);
    EXPECT_EQ(figuresIn(estimate().out)["missing"], "");
}

}  // namespace
}  // namespace coarsen::test
