// SPDX-License-Identifier: GPL-3.0-or-later
// A run that is told to end, ends in order; one that is killed leaves nothing behind.
#include "tests/cli/program.hpp"
#include "tests/cli/small_series.hpp"
#include "tests/cli/table.hpp"
#include "tests/support/timeout.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <set>

namespace coarsen::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// Every file below the folder, hidden ones too.
std::set<std::string> filesBelow(const fs::path& folder) {
    std::set<std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (!entry.is_directory()) files.insert(entry.path().lexically_relative(folder).string());
    return files;
}

class Interrupted : public testing::Test {
protected:
    SmallSeries series{24, 480, 360};
    std::vector<std::string> words{"analyze", series.images(), "-o", series / "out", "--threads", "1"};

    auto once(const std::function<bool()>& isSo, const std::function<void(pid_t)>& act) const {
        return [=](pid_t process) {
            EXPECT_TRUE(comesTrue(isSo));
            act(process);
        };
    }
    /// Sends the signal once some frames are in the journal.
    auto afterSomeFrames(int signal) const {
        return once([folder = fs::path(series / "out")] { return linesOfJournal(folder) >= 4; },
                    [signal](pid_t process) { ::kill(process, signal); });
    }
};

class InterruptedBy : public Interrupted, public testing::WithParamInterface<int> {};

TEST_P(InterruptedBy, ASignalWhereALibraryHasStartedThreadsBeforeMain) {
    const char* const sanitizer = std::getenv("ASAN_OPTIONS");  // which wants to be loaded first, and need not be
    const Outcome outcome = coarsenCli(words,
                                       {{"LD_PRELOAD", programFile("libcoarsen_early_thread.so").string()},
                                        {"ASAN_OPTIONS", std::string(sanitizer ? sanitizer : "") + ":verify_asan_link_order=0"}},
                                       afterSomeFrames(GetParam()));

    EXPECT_EQ(outcome.status, 130) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("--resume"));
    EXPECT_GE(readTable(series / "out" / "results.csv").rows.size(), 3u);
}

INSTANTIATE_TEST_SUITE_P(Signals, InterruptedBy, testing::Values(SIGINT, SIGTERM, SIGHUP));

TEST_F(Interrupted, NotByTheTerminalsEndUnderNohup) {
    std::vector<std::string> shell{"-c", R"(trap "" HUP; exec "$0" "$@")", programFile("coarsen-cli").string()};
    shell.insert(shell.end(), words.begin(), words.end());

    const Outcome outcome = coarsenCli(shell, {}, afterSomeFrames(SIGHUP), "/bin/sh");

    EXPECT_EQ(outcome.status, 0) << outcome.err;
}

TEST_F(Interrupted, NotByAReaderWhoLeaves) {
    std::vector<std::string> shell{
        "-c", R"({ "$0" "$@" --progress plain; echo $? > ")" + (series / "status").string() + R"("; } 2>&1 | true)",
        programFile("coarsen-cli").string()};
    shell.insert(shell.end(), words.begin(), words.end());
    coarsenCli(shell, {}, {}, "/bin/sh");

    std::string status;
    std::ifstream(series / "status") >> status;
    EXPECT_EQ(status, "0");
    EXPECT_EQ(readTable(series / "out" / "results.csv").rows.size(), 24u);
}

TEST_F(Interrupted, ASecondRunIntoTheSameFolderIsRefused) {
    const auto second = once([this] { return linesOfJournal(series / "out") >= 2; },
                             [this](pid_t) {
                                 std::vector<std::string> forced = words;
                                 forced.emplace_back("--force");
                                 const Outcome outcome = coarsenCli(forced);
                                 EXPECT_EQ(outcome.status, 2);
                                 EXPECT_THAT(outcome.err, HasSubstr("another run writes into it"));
                             });

    EXPECT_EQ(coarsenCli(words, {}, second).status, 0);
    EXPECT_EQ(readTable(series / "out" / "results.csv").rows.size(), 24u);
}

TEST_F(Interrupted, AFolderThatIsMovedMeanwhileIsMadeAnew) {
    words.insert(words.end(), {"--save", "mask"});
    const Outcome outcome = coarsenCli(words, {},
                                       once([this] { return linesOfJournal(series / "out") >= 4; },
                                            [this](pid_t) { fs::rename(series / "out", series / "moved"); }));

    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("was removed or moved while"));
    EXPECT_EQ(readTable(series / "out" / "results.csv").rows.size(), 24u);
    EXPECT_FALSE(fs::exists(series / "out" / RunJournal::fileName));
}

TEST_F(Interrupted, KilledWhileItReplacesAnotherRunIsContinued) {
    ASSERT_EQ(coarsenCli(words).status, 0);
    words.insert(words.end(), {"--max-lag", "60", "--force"});
    ASSERT_EQ(coarsenCli(words, {}, afterSomeFrames(SIGKILL)).status, 128 + SIGKILL);
    words.back() = "--resume";

    const Outcome resumed = coarsenCli(words);

    EXPECT_EQ(resumed.status, 0) << resumed.err;
    const Table profiles = readTable(series / "out" / "c1d.csv");
    for (const auto& row : profiles.rows)
        EXPECT_LE(std::stoi(row.at("r_px")), 60) << "of the run before";
    EXPECT_EQ(readTable(series / "out" / "results.csv").rows.size(), 24u);
}

TEST_F(Interrupted, KilledWhileItWritesLeavesNothingAfterItIsResumed) {
    words.insert(words.end(), {"--save", "c2d,final,mask"});
    const fs::path out = series / "out";
    const auto killedOnce = [&](const std::function<bool()>& isSo) {
        coarsenCli(words, {}, once(isSo, [](pid_t process) { ::kill(process, SIGKILL); }));
        if (words.back() != "--resume") words.emplace_back("--resume");
    };
    const auto writesBeside = [&] {
        std::error_code gone;
        for (fs::recursive_directory_iterator entry(out, gone); !gone && entry != fs::recursive_directory_iterator();
             entry.increment(gone))
            if (entry->path().filename().string().starts_with(".coarsen-") && entry->path().extension() != ".jsonl") return true;
        return false;
    };
    for (int image = 0; image < 6; ++image)
        killedOnce(writesBeside);
    killedOnce([&] { return fs::exists(out / "results.csv") || fs::exists(out / "c1d.csv"); });

    const Outcome resumed = coarsenCli(words);

    EXPECT_EQ(resumed.status, 0) << resumed.err;
    EXPECT_EQ(readTable(out / "results.csv").rows.size(), 24u);
    const std::set<std::string> files = filesBelow(out);
    EXPECT_EQ(files.size(), 4u + 3 * 24u) << testing::PrintToString(files);
    for (const std::string& file : files)
        EXPECT_FALSE(fs::path(file).filename().string().starts_with(".")) << file;
}

}  // namespace
}  // namespace coarsen::test
