// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/rules_number.hpp"
#include "core/session/run_journal.hpp"
#include "tests/cli/program.hpp"
#include "tests/cli/small_series.hpp"
#include "tests/cli/table.hpp"
#include "tests/support/timeout.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <fstream>

namespace coarsen::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

/// Sends the signal once some frames are in the journal.
auto afterSomeFrames(const fs::path& folder, int signal) {
    return [folder, signal](pid_t process) {
        EXPECT_TRUE(comesTrue([&] { return linesOfJournal(folder) >= 4; }));
        ::kill(process, signal);
    };
}

/// Frames enough, and large enough, that a run can be caught in the middle.
class Resume : public testing::Test {
protected:
    SmallSeries series{24, 480, 360};
    std::vector<std::string> words{"analyze", series.images(), "-o", series / "out", "--threads", "1"};

    std::vector<std::string> with(const std::string& option) const {
        auto all = words;
        all.push_back(option);
        return all;
    }
    void expectTheRowsOfAWholeRun() const {
        coarsenCli({"analyze", series.images(), "-o", series / "whole"});
        for (const char* name : {"results.csv", "c1d.csv", "fit.json"})
            EXPECT_EQ(readTable(series / "out" / name).lines, readTable(series / "whole" / name).lines) << name;
        EXPECT_FALSE(fs::exists(series / "out" / RunJournal::fileName));
    }
};

TEST_F(Resume, MeasuresAgainWhatIsDamagedInTheJournal) {
    ASSERT_EQ(coarsenCli(words, {}, afterSomeFrames(series / "out", SIGKILL)).status, 128 + SIGKILL);
    const fs::path journal = series / "out" / RunJournal::fileName;
    {
        std::fstream file(journal, std::ios::in | std::ios::out | std::ios::binary);
        std::string line;
        std::getline(file, line);
        file.seekp(static_cast<std::streamoff>(line.size() + 40));
        file.write("\0\0\0\0", 4);  // as a bad disk gives it back
    }

    const Outcome resumed = coarsenCli(with("--resume"));

    EXPECT_EQ(resumed.status, 0) << resumed.err;
    EXPECT_THAT(resumed.err, HasSubstr(".coarsen-run.jsonl, line 2: the row is damaged"));
    EXPECT_THAT(resumed.err, HasSubstr("measured again"));
    expectTheRowsOfAWholeRun();
}

TEST_F(Resume, LooksAtTheSeriesAgainOnlyWhereItsSurveyIsGone) {
    words.insert(words.end(), {"--set", "stabilise.on=true", "--progress", "json"});
    const Outcome first = coarsenCli(words);
    ASSERT_EQ(first.status, 0) << first.err;
    EXPECT_THAT(first.err, HasSubstr("surveyed"));
    const std::vector<std::string> rows = readTable(series / "out" / "results.csv").lines;
    const fs::path survey = series / "out" / "survey.json";
    ASSERT_TRUE(fs::exists(survey));

    const Outcome resumed = coarsenCli(with("--resume"));
    EXPECT_EQ(resumed.status, 0) << resumed.err;
    EXPECT_THAT(resumed.err, Not(HasSubstr("surveyed")));
    EXPECT_EQ(readTable(series / "out" / "results.csv").lines, rows);
    EXPECT_TRUE(fs::exists(survey));

    fs::remove(survey);
    const Outcome again = coarsenCli(with("--resume"));
    EXPECT_EQ(again.status, 0) << again.err;
    EXPECT_THAT(again.err, HasSubstr("surveyed"));
    EXPECT_TRUE(fs::exists(survey));
}

TEST_F(Resume, AfterAKillGivesTheSameRows) {
    const Outcome killed = coarsenCli(words, {}, afterSomeFrames(series / "out", SIGKILL));
    ASSERT_EQ(killed.status, 128 + SIGKILL);
    ASSERT_FALSE(fs::exists(series / "out" / "results.csv"));
    EXPECT_EQ(coarsenCli(words).status, 2) << "an interrupted run is not thrown away unasked";

    const Outcome resumed = coarsenCli(with("--resume"));

    EXPECT_EQ(resumed.status, 0) << resumed.err;
    expectTheRowsOfAWholeRun();
}

TEST_F(Resume, AfterAnInterruptGivesTheSameRows) {
    const Outcome interrupted = coarsenCli(words, {}, afterSomeFrames(series / "out", SIGINT));
    EXPECT_EQ(interrupted.status, 130) << interrupted.err;
    EXPECT_THAT(interrupted.err, HasSubstr("--resume"));
    const std::size_t partial = readTable(series / "out" / "results.csv").rows.size();
    EXPECT_GE(partial, 3u);
    EXPECT_LT(partial, 24u);

    EXPECT_EQ(coarsenCli(with("--resume")).status, 0);
    expectTheRowsOfAWholeRun();
}

/// Replaces the first such words in a file.
void replaceIn(const fs::path& file, const std::string& words, const std::string& by) {
    std::string text;
    {
        std::ifstream stream(file);
        text.assign(std::istreambuf_iterator<char>(stream), {});
    }
    const auto at = text.find(words);
    ASSERT_NE(at, std::string::npos) << words;
    std::ofstream(file) << text.replace(at, words.size(), by);
}

const std::string rulesOfToday = "\"rules\":" + std::to_string(rulesNumber);

TEST_F(Resume, OfAJournalOfOtherRulesIsRefusedAndForceMeasuresAnew) {
    coarsenCli(words, {}, afterSomeFrames(series / "out", SIGKILL));
    replaceIn(series / "out" / RunJournal::fileName, rulesOfToday, "\"rules\":7");

    const Outcome refused = coarsenCli(with("--resume"));
    EXPECT_EQ(refused.status, 2);
    EXPECT_THAT(refused.err,
                HasSubstr(".coarsen-run.jsonl: the interrupted run was measured by rules number 7, and this version"));
    EXPECT_THAT(refused.err, HasSubstr("--force"));

    EXPECT_EQ(coarsenCli(with("--force")).status, 0);
    expectTheRowsOfAWholeRun();
}

TEST_F(Resume, OfAJournalOfAnotherVersionWithTheSameRulesGoesOn) {
    coarsenCli(words, {}, afterSomeFrames(series / "out", SIGKILL));
    replaceIn(series / "out" / RunJournal::fileName, "\"version\":\"", "\"version\":\"9.");
    const int before = linesOfJournal(series / "out");

    const Outcome resumed = coarsenCli(with("--resume"));

    EXPECT_EQ(resumed.status, 0) << resumed.err;
    EXPECT_GE(before, 4);
    expectTheRowsOfAWholeRun();
}

TEST_F(Resume, OfAFinishedRunOfOtherRulesIsRefused) {
    ASSERT_EQ(coarsenCli(words).status, 0);
    replaceIn(series / "out" / "session.coarsen", "\"rules\": " + std::to_string(rulesNumber), "\"rules\": 7");

    const Outcome refused = coarsenCli(with("--resume"));

    EXPECT_EQ(refused.status, 2);
    EXPECT_THAT(refused.err, HasSubstr("session.coarsen: the results there were measured by rules number 7, and this version"));
}

TEST_F(Resume, WithOtherSettingsIsRefused) {
    coarsenCli(words, {}, afterSomeFrames(series / "out", SIGKILL));
    auto other = with("--resume");
    other.insert(other.end(), {"--max-lag", "70"});

    const Outcome outcome = coarsenCli(other);

    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err, HasSubstr("another recipe"));
}

TEST_F(Resume, WithAnotherFlatFieldOfTheSameNameIsRefused) {
    const fs::path flat = series / "flat.png";
    fs::copy_file(series.image(0), flat);
    words.insert(words.end(), {"--set", "flatten.method=files", "--set", "flatten.flat=" + flat.string()});
    ASSERT_NE(coarsenCli(words).status, 2);
    fs::copy_file(series.image(1), flat, fs::copy_options::overwrite_existing);

    const Outcome outcome = coarsenCli(with("--resume"));

    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err, HasSubstr("another file that it names"));
}

TEST_F(Resume, WithAChangedImageIsRefused) {
    coarsenCli(words, {}, afterSomeFrames(series / "out", SIGKILL));
    std::fstream image(series.image(1), std::ios::in | std::ios::out | std::ios::binary);
    image.seekp(2000);
    image.put('x').put('y');
    image.close();

    const Outcome outcome = coarsenCli(with("--resume"));

    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err, HasSubstr(series.image(1).filename().string()));
}

TEST_F(Resume, OfAFinishedRunChangesNothing) {
    ASSERT_EQ(coarsenCli(words).status, 0);
    const auto before = readTable(series / "out" / "results.csv").lines;

    EXPECT_EQ(coarsenCli(with("--resume")).status, 0);

    EXPECT_EQ(readTable(series / "out" / "results.csv").lines, before);
}

}  // namespace
}  // namespace coarsen::test
