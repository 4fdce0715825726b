// SPDX-License-Identifier: GPL-3.0-or-later
// --resume where images have come into the folder since, or have changed or gone.
#include "tests/cli/growing_folder.hpp"
#include "tests/cli/program.hpp"
#include "tests/support/timeout.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

namespace coarsen::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

/// How many frames a run with --progress json measured.
int framesMeasured(const std::string& err) {
    int frames = 0;
    for (auto at = err.find("\"frame\":"); at != std::string::npos; at = err.find("\"frame\":", at + 1))
        ++frames;
    return frames;
}

class ResumedGrown : public testing::Test {
protected:
    GrowingFolder images{8, 480, 360};
    std::vector<std::string> settings;
    int measuredBefore = 0;  ///< of the run that was killed

    fs::path out() const { return images / "out"; }
    Outcome run(const std::vector<std::string>& options = {}, const std::function<void(pid_t)>& whileRunning = {}) const {
        std::vector<std::string> words{"analyze", images.folder(), "-o", out(), "--threads", "1", "--progress", "json"};
        words.insert(words.end(), settings.begin(), settings.end());
        words.insert(words.end(), options.begin(), options.end());
        return coarsenCli(words, {}, whileRunning);
    }
    Outcome resumed() const { return run({"--resume"}); }
    void expectTheTablesOfAPlainRun() const {
        std::vector<std::string> plain{"analyze", images.folder(), "-o", images / "plain"};
        plain.insert(plain.end(), settings.begin(), settings.end());
        coarsenCli(plain);
        for (const char* name : {"results.csv", "c1d.csv", "fit.json", "session.coarsen"})
            EXPECT_TRUE(withoutClocks(out() / name) == withoutClocks(images / "plain" / name)) << name;
    }
    /// Refused with the image's name and such words, and nothing is touched.
    void expectRefused(int index, const std::string& words) const {
        const std::string before = withoutClocks(out() / "results.csv");
        const Outcome outcome = resumed();
        EXPECT_EQ(outcome.status, 2) << outcome.err;
        EXPECT_THAT(outcome.err, HasSubstr(images.image(index).filename().string()));
        EXPECT_THAT(outcome.err, HasSubstr(words));
        EXPECT_EQ(withoutClocks(out() / "results.csv"), before);
    }
    void change(int index) const {
        const auto size = fs::file_size(images.image(index));
        std::fstream image(images.image(index), std::ios::in | std::ios::out | std::ios::binary);
        image.seekp(static_cast<std::streamoff>(size / 2));
        image.put('x').put('y');
    }
};

/// Resumes a run that has ended, and one that was killed.
class ResumedGrownAfter : public ResumedGrown, public testing::WithParamInterface<bool> {
protected:
    void runOver(std::initializer_list<int> first) {
        for (const int index : first)
            images.add(index);
        if (GetParam()) {
            ASSERT_EQ(run().status, 0);
            measuredBefore = static_cast<int>(first.size());
            return;
        }
        ASSERT_EQ(run({},
                      [this](pid_t process) {
                          EXPECT_TRUE(comesTrue([&] { return linesOfJournal(out()) >= 3; }));
                          ::kill(process, SIGKILL);
                      })
                      .status,
                  128 + SIGKILL);
        measuredBefore = linesOfJournal(out()) - 1;
    }
};

TEST_P(ResumedGrownAfter, MeasuresWhatIsNewOrLeftOnly) {
    runOver({0, 1, 2, 3, 4, 5});
    images.addFrom(6, 8);

    const Outcome outcome = resumed();

    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(framesMeasured(outcome.err), 8 - measuredBefore);
    expectTheTablesOfAPlainRun();
}

TEST_P(ResumedGrownAfter, ANewImageBeforeTheLastIsRefusedByName) {
    runOver({0, 1, 2, 3, 5});
    images.add(4);
    expectRefused(4, "belongs before the last image");
}

TEST_P(ResumedGrownAfter, AnImageThatIsGoneIsRefusedByName) {
    runOver({0, 1, 2, 3, 4, 5});
    images.add(6);
    fs::remove(images.image(5));
    expectRefused(5, "not among the images now");
}

TEST_P(ResumedGrownAfter, AnImageThatHasChangedIsRefusedByName) {
    runOver({0, 1, 2, 3, 4, 5});
    images.add(6);
    change(1);
    expectRefused(1, "not the one");
}

INSTANTIATE_TEST_SUITE_P(, ResumedGrownAfter, testing::Bool(),
                         [](const auto& isFinished) { return isFinished.param ? "ItsEnd" : "AKill"; });

TEST_F(ResumedGrown, DustThatStandsStillIsLookedForInAllImages) {
    settings = {"--set", "dust.find=still"};
    images.addFrom(0, 4);
    ASSERT_EQ(run().status, 0);
    images.addFrom(4, 6);

    const Outcome outcome = resumed();

    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("all frames are measured again"));
    expectTheTablesOfAPlainRun();
}

TEST_F(ResumedGrown, RowsWhoseMedianIsNotKnownAreMeasuredAgain) {
    settings = {"--set", "dust.find=still"};
    images.addFrom(0, 4);
    ASSERT_EQ(run().status, 0);
    ASSERT_TRUE(fs::remove(out() / "survey.json"));

    const Outcome outcome = resumed();

    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(framesMeasured(outcome.err), 4);
    EXPECT_THAT(outcome.err, HasSubstr("all frames are measured again"));
    expectTheTablesOfAPlainRun();
}

TEST_F(ResumedGrown, DriftGoesOnWithTheSameTables) {
    settings = {"--set", "stabilise.on=true"};
    images.addFrom(0, 4);
    ASSERT_EQ(run().status, 0);
    images.addFrom(4, 6);

    const Outcome outcome = resumed();

    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(framesMeasured(outcome.err), 2);
    EXPECT_THAT(outcome.err, Not(HasSubstr("measured again")));
    expectTheTablesOfAPlainRun();
}

TEST_F(ResumedGrown, TwiceKeepsWhatCameInBetween) {
    images.addFrom(0, 2);
    ASSERT_EQ(run().status, 0);
    for (const int frame : {2, 3}) {
        images.add(frame);
        const Outcome outcome = resumed();
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        EXPECT_EQ(framesMeasured(outcome.err), 1);
    }
    expectTheTablesOfAPlainRun();
}

}  // namespace
}  // namespace coarsen::test
