// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/limited_process.hpp"

#include "core/base/descriptor.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstddef>
#include <fcntl.h>
#include <span>
#include <stop_token>
#include <string>
#include <system_error>
#include <unistd.h>

namespace coarsen {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;

constexpr ProcessLimits generous{std::size_t{1} << 30, 60s, 60s};

/// A shell that runs the script, its input this file.
class Shell {
public:
    explicit Shell(const std::string& script, const ProcessLimits& limits = generous, const char* input = "/dev/null")
        : input_(::open(input, O_RDONLY | O_CLOEXEC)), process_("/bin/sh", {"-c", script}, input_.get(), limits) {}

    std::string saysAll() {
        std::string text;
        for (char letter = 0; process_.read(std::as_writable_bytes(std::span(&letter, 1)));)
            text += letter;
        return text;
    }
    ProcessEnd end() { return process_.end(); }

private:
    Descriptor input_;
    LimitedProcess process_;
};

TEST(LimitedProcess, AnswersOnItsOwnDescriptorFromItsInput) {
    Shell shell("head -c 6 >&3; echo said; echo said >&2; exit 5", generous, "/proc/self/status");

    EXPECT_EQ(shell.saysAll(), "Name:\t");
    const ProcessEnd end = shell.end();
    EXPECT_EQ(end.status, 5);
    EXPECT_EQ(end.signal, 0);
    EXPECT_FALSE(end.wasTooLong);
}

TEST(LimitedProcess, HasNoDescriptorOfOursBesides) {
    const Descriptor ours(::open("/dev/null", O_RDONLY));  // one that others would inherit
    const Descriptor high(::fcntl(ours.get(), F_DUPFD, 77));
    Shell shell("for each in 0 1 2 3 4 5 6 7 8 9 10 11 77; do [ -e /proc/$$/fd/$each ] && printf \"$each \" >&3; done");

    EXPECT_EQ(shell.saysAll(), "0 1 2 3 4 ");
}

TEST(LimitedProcess, IsInAGroupOfItsOwnThatNoTerminalInterrupts) {
    Shell shell("set -- $$ $(cut -d ' ' -f 5 /proc/$$/stat); [ $1 = $2 ] && printf own >&3");

    EXPECT_EQ(shell.saysAll(), "own");
}

TEST(LimitedProcess, SaysWhichSignalEndedIt) {
    Shell shell("printf half >&3; kill -SEGV $$");

    EXPECT_EQ(shell.saysAll(), "half");
    const ProcessEnd end = shell.end();
    EXPECT_EQ(end.signal, SIGSEGV);
    EXPECT_FALSE(end.wasTooLong);
}

TEST(LimitedProcess, IsEndedWhenItComputesTooLong) {
    Shell shell("while :; do :; done", {generous.memoryBytes, 1s, 60s});

    EXPECT_EQ(shell.saysAll(), "");
    EXPECT_TRUE(shell.end().wasTooLong);
}

TEST(LimitedProcess, IsNotWaitedForAfterAStop) {
    const Descriptor input(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    LimitedProcess process("/bin/sh", {"-c", "exec sleep 1000"}, input.get(), generous);
    std::stop_source stop;
    stop.request_stop();
    char letter = 0;

    EXPECT_FALSE(process.read(std::as_writable_bytes(std::span(&letter, 1)), stop.get_token()));
    EXPECT_FALSE(process.end().wasTooLong);
}

TEST(LimitedProcess, IsEndedWhenItSleeps) {
    Shell shell("printf half >&3; exec sleep 1000", {generous.memoryBytes, 60s, 500ms});

    EXPECT_EQ(shell.saysAll(), "half");
    EXPECT_TRUE(shell.end().wasTooLong);
}

TEST(LimitedProcess, MayTakeNoMoreMemoryAndWriteNoFile) {
    Shell shell("read -r end <&4; printf \"$(ulimit -v) $(ulimit -f) $(ulimit -c) $(ulimit -t)\" >&3",
                {std::size_t{512} << 20, 7s, 60s});

    EXPECT_EQ(shell.saysAll(), "524288 0 0 7");
}

TEST(LimitedProcess, EndsWithItsObject) {
    std::string number;
    {
        const Descriptor input(::open("/dev/null", O_RDONLY | O_CLOEXEC));
        LimitedProcess process("/bin/sh", {"-c", "printf '%09d' $$ >&3; exec sleep 1000"}, input.get(), generous);
        number.resize(9);
        ASSERT_TRUE(process.read(std::as_writable_bytes(std::span(number))));
    }
    EXPECT_EQ(::kill(std::stoi(number), 0), -1);
}

TEST(LimitedProcess, ThatIsNotThereIsSaid) {
    try {
        const LimitedProcess process("/nowhere/program", {}, STDIN_FILENO, generous);
        FAIL();
    } catch (const std::system_error& error) {
        EXPECT_EQ(error.code(), std::errc::no_such_file_or_directory);
    }
}

}  // namespace
}  // namespace coarsen
