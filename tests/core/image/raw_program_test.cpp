// SPDX-License-Identifier: GPL-3.0-or-later
// What Coarsen makes of a coarsen-raw that crashes, hangs, lies or is not there.
#include "core/base/descriptor.hpp"
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/image/decode.hpp"
#include "core/image/raw_program/raw_reader.hpp"
#include "tests/core/image/picture_bytes.hpp"
#include "tests/support/folders.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <new>

namespace coarsen::raw {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;

constexpr ProcessLimits generous{std::size_t{1} << 30, 60s, 60s};
constexpr const char* orConvert = "; copy it again from the camera, or convert it to a TIFF of 16 bits without gamma";

/// The refusal of a picture that is read by another program in coarsen-raw's place.
std::string refusalOf(const fs::path& program, const ProcessLimits& limits = generous, Question question = Question::pixels) {
    const Descriptor picture(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    try {
        ask(program, question, picture.get(), limits, "a.dng");
    } catch (const InputError& error) {
        return error.what();
    }
    return {};
}

class RawProgram : public testing::Test {
protected:
    /// A program that does what the script says.
    fs::path standIn(const std::string& script) const {
        std::ofstream(folder_ / "stand-in") << "#!/bin/sh\n" << script << "\n";
        fs::permissions(folder_ / "stand-in", fs::perms::owner_all);
        return folder_ / "stand-in";
    }
    /// One that gives this answer and so many bytes of pixels.
    fs::path answering(const Answer& answer, std::size_t bytes) const {
        std::ofstream(folder_ / "answer", std::ios::binary)
            .write(reinterpret_cast<const char*>(&answer), sizeof answer)
            .write(std::string(bytes, 'x').data(), static_cast<std::streamsize>(bytes));
        return standIn("cat '" + (folder_ / "answer").string() + "' >&3");
    }

private:
    TemporaryFolder folder_;
};

Answer grey(int width, int height) {
    return {seamVersion, Verdict::read, width, height, 1, width, height, {}};
}

std::string refusalOf(const Answer& answer) {
    bool isTaken = false;
    const auto next = [&](std::span<std::byte> to) {
        if (isTaken) return false;
        std::memcpy(to.data(), &answer, sizeof answer);
        isTaken = true;
        return true;
    };
    try {
        return pictureFrom(next, Question::pixels, "a.dng") ? "a picture" : "it says no more";
    } catch (const InputError& error) {
        return error.what();
    } catch (const std::bad_alloc&) {
        return "no memory";
    }
}

TEST_F(RawProgram, ThatCrashesIsARefusal) {
    EXPECT_EQ(refusalOf(standIn("kill -SEGV $$")),
              std::string("a.dng: it is damaged (LibRaw crashed while reading it: Segmentation fault)") + orConvert);
    EXPECT_THAT(refusalOf(standIn("kill -ABRT $$")), HasSubstr("(LibRaw crashed while reading it: Aborted)"));
}

TEST_F(RawProgram, ThatCrashesAmidItsPixelsIsARefusal) {
    const fs::path answers = answering(grey(8, 4), 63);
    std::ofstream(answers, std::ios::app) << "kill -BUS $$\n";

    EXPECT_THAT(refusalOf(answers), HasSubstr("LibRaw crashed while reading it: Bus error"));
}

TEST_F(RawProgram, ThatHangsIsARefusal) {
    const std::string endless = std::string("a.dng: it is damaged (LibRaw does not finish reading it)") + orConvert;

    EXPECT_EQ(refusalOf(standIn("while :; do :; done"), {generous.memoryBytes, 1s, 60s}), endless);
    EXPECT_EQ(refusalOf(standIn("exec sleep 1000"), {generous.memoryBytes, 60s, 300ms}), endless);
}

TEST_F(RawProgram, KilledAsForWantOfMemoryIsOutOfMemory) {
    EXPECT_THROW(refusalOf(standIn("kill -KILL $$")), std::bad_alloc);
}

TEST_F(RawProgram, ThatIsMissingOrDoesNotStartSaysWhatToInstall) {
    const std::string install =
        "; install LibRaw and the whole of Coarsen, or convert the picture to a TIFF of 16 bits without gamma";

    EXPECT_EQ(refusalOf("/nowhere/coarsen-raw"),
              "a.dng: Coarsen cannot read camera raw pictures here: its program coarsen-raw does not start (No such file or "
              "directory)" +
                  install);
    EXPECT_EQ(refusalOf(standIn("exit 127")),  // as the loader says that a library is missing
              "a.dng: Coarsen cannot read camera raw pictures here: its program coarsen-raw does not start" + install);
    Answer ofAnother = grey(8, 4);
    ++ofAnother.seam;
    EXPECT_THAT(refusalOf(answering(ofAnother, 64)), HasSubstr("belongs to another version of Coarsen; install"));
}

TEST_F(RawProgram, IsBelievedWhereItGivesAllPixelsOfWhatItSays) {
    const Descriptor picture(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    const Picture read = ask(answering(grey(8, 4), 64), Question::pixels, picture.get(), generous, "a.dng");

    EXPECT_EQ(read.width, 8);
    EXPECT_EQ(read.height, 4);
    EXPECT_EQ(read.samples, std::vector<std::uint16_t>(32, 'x' << 8 | 'x'));
    EXPECT_THAT(refusalOf(answering(grey(8, 4), 62)), HasSubstr("(LibRaw crashed while reading it);"));
    EXPECT_THAT(refusalOf(answering(grey(8, 4), 0), generous, Question::size), testing::IsEmpty());
}

TEST(RawAnswer, OfWhatCannotBeIsRefused) {
    const auto with = [](auto change) {
        Answer answer = grey(8, 4);
        change(answer);
        return refusalOf(answer);
    };

    EXPECT_EQ(refusalOf(grey(8, 4)), "it says no more");
    EXPECT_THAT(with([](Answer& a) { a.width = -8; }), HasSubstr("its header declares -8 x 4 pixels"));
    EXPECT_THAT(with([](Answer& a) { a.height = 0; }), HasSubstr("its header declares 8 x 0 pixels"));
    EXPECT_THAT(with([](Answer& a) { a.width = a.height = 65535; }), HasSubstr("more than 268 million pixels"));
    EXPECT_THAT(with([](Answer& a) { a.sensorWidth = a.sensorHeight = 65535; }), HasSubstr("more than 268 million pixels"));
    EXPECT_THAT(with([](Answer& a) { a.width = a.height = 0x7FFFFFFF; }), HasSubstr("more than 268 million pixels"));
    EXPECT_THAT(with([](Answer& a) { a.colours = 4; }), HasSubstr("its sensor sees 4 colours, which Coarsen does not read"));
    EXPECT_THAT(with([](Answer& a) { a.colours = -3; }), HasSubstr("-3 colours"));
    EXPECT_THAT(with([](Answer& a) { a.verdict = Verdict::notAccepted; }), HasSubstr("it is damaged"));
    EXPECT_THAT(with([](Answer& a) { a.verdict = static_cast<Verdict>(99); }), HasSubstr("it is damaged"));
    EXPECT_THAT(with([](Answer& a) {
                    a.verdict = Verdict::damaged;
                    std::memset(a.words, 'w', sizeof a.words);
                }),
                "a.dng: it is damaged (" + std::string(sizeof Answer::words, 'w') + "); copy it again from the camera");
    EXPECT_EQ(with([](Answer& a) { a.verdict = Verdict::outOfMemory; }), "no memory");
}

/// A DNG in a file of its own.
class OurRawProgram : public testing::Test {
protected:
    OurRawProgram() {
        writeWhole(folder_ / "a.dng",
                   test::dngOf({.width = side, .height = side, .samples = std::vector<std::uint16_t>(side * side, 900)}));
    }
    Picture asked(const ProcessLimits& limits) const {
        const Descriptor file(::open((folder_ / "a.dng").c_str(), O_RDONLY | O_CLOEXEC));
        return ask(test::programFile(programName), Question::pixels, file.get(), limits, "a.dng");
    }
    static constexpr std::uint32_t side = 2500;

private:
    TemporaryFolder folder_;
};

TEST_F(OurRawProgram, IsOutOfMemoryWithinTooNarrowALimit) {
    EXPECT_EQ(asked(generous).samples.size(), 3u * side * side);
    for (const std::size_t megabytes : {64, 90})
        EXPECT_THROW(asked({megabytes << 20, 60s, 60s}), std::bad_alloc) << megabytes;
}

TEST_F(OurRawProgram, DoesNothingForAParentThatIsGone) {
    const Descriptor picture(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    LimitedProcess process(test::programFile(programName), {"1", "s", "1000"}, picture.get(), generous);

    std::byte any{};
    EXPECT_FALSE(process.read(std::span(&any, 1)));
    EXPECT_EQ(process.end().status, EXIT_FAILURE);
}

TEST_F(OurRawProgram, KeepsLibRawOutOfThisProcess) {
    asked(generous);
    std::ifstream maps("/proc/self/maps");

    EXPECT_THAT(std::string(std::istreambuf_iterator<char>(maps), {}), Not(HasSubstr("libraw")));
}

}  // namespace
}  // namespace coarsen::raw
