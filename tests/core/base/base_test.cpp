// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/clock_time.hpp"
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/latest_only.hpp"
#include "core/base/numbers.hpp"
#include "core/base/parallel.hpp"
#include "core/base/sha256.hpp"
#include "core/base/shell_word.hpp"
#include "core/base/tenth_of_time.hpp"
#include "core/base/time_unit.hpp"
#include "core/base/typed_length.hpp"
#include "core/base/utf8.hpp"
#include "tests/support/sanitized.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/timeout.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <latch>
#include <limits>
#include <mutex>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>

namespace coarsen {
namespace {

TEST(Significant, LeavesOutDigitsThatNobodyMeant) {
    EXPECT_EQ(significant(8.299995020002989, 6), "8.3");
    EXPECT_EQ(significant(0.25, 6), "0.25");
    EXPECT_EQ(significant(1234567, 6), "1.23457e+06");
    EXPECT_EQ(significant(5e-5, 6), "5e-05");
}

TEST(TenthOfTime, IsDueAtOnceAndThenAfterNineTimesAsLongAsItTook) {
    using namespace std::chrono_literals;
    const TenthOfTime::Clock::time_point start{1h};
    TenthOfTime writing;
    EXPECT_TRUE(writing.isDue(start));

    writing.took(start, start + 2s);

    EXPECT_FALSE(writing.isDue(start + 2s + 17s));
    EXPECT_TRUE(writing.isDue(start + 2s + 18s));
}

TEST(Sha256, EqualsThePublishedVectors) {  // FIPS 180-4 examples
    EXPECT_EQ(sha256(std::string_view("")), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(sha256(std::string_view("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(sha256(std::string_view("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    EXPECT_EQ(sha256(std::string(1000000, 'a')), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, IsTheSameOnManyThreadsAtOnce) {
    std::array<std::string, 64> sums;
    parallelFor(sums.size(), 8, [&](std::size_t i) { sums[i] = sha256(std::string(100000 + i % 2, 'a')); });

    const std::string even = sha256(std::string(100000, 'a')), odd = sha256(std::string(100001, 'a'));
    for (std::size_t i = 0; i < sums.size(); ++i)
        EXPECT_EQ(sums[i], i % 2 ? odd : even) << i;
}

TEST(Sha256, OfAFileIsThatOfItsBytesAndNothingAfterAStop) {
    const TemporaryFolder folder;
    for (const std::size_t size : {0u, 1u, 1u << 20, (1u << 20) + 1u, (2u << 20) + 7u}) {
        std::string text(size, 'x');
        if (!text.empty()) text.back() = 'y';
        writeWhole(folder / "file", text);
        EXPECT_EQ(sha256OfFile(folder / "file"), sha256(text)) << size;
    }
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(sha256OfFile(folder / "file", stop.get_token()), "");
    EXPECT_THROW(sha256OfFile(folder / "missing"), InputError);
}

TEST(FileReader, GivesTheStartAtAnyTimeAndTheRestInOrder) {
    const TemporaryFolder folder;
    writeWhole(folder / "file", std::string_view("0123456789"));
    const auto text = [](std::span<const std::byte> bytes) {
        return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    };
    FileReader file(folder / "file");
    std::array<std::byte, 6> piece{};

    EXPECT_EQ(file.size(), 10u);
    EXPECT_EQ(text(file.start(3)), "012");
    EXPECT_EQ(text(std::span(piece).first(file.read(piece))), "012345");
    EXPECT_EQ(text(file.start(100)), "0123456789");
    EXPECT_EQ(text(std::span(piece).first(file.read(piece))), "6789");
    EXPECT_EQ(file.read(piece), 0u);
}

TEST(FileReader, TakesNeitherAFolderNorWhatIsNotThere) {
    const TemporaryFolder folder;
    EXPECT_THROW(FileReader(folder.path()), InputError);
    EXPECT_THROW(FileReader(folder / "missing"), InputError);
}

TEST(ReadWhole, RefusesAFileOfMoreBytesThanItIsGiven) {
    const TemporaryFolder folder;
    writeWhole(folder / "file", std::string_view("0123456789"));
    EXPECT_EQ(readWhole(folder / "file", 10).size(), 10u);
    EXPECT_THROW(readWhole(folder / "file", 9), InputError);
}

TEST(Shortest, ReadsBackAsTheSameNumber) {
    EXPECT_EQ(shortest(0.1), "0.1");
    EXPECT_EQ(shortest(0.1f), "0.1");
    EXPECT_EQ(shortest(1.0 / 3), "0.3333333333333333");
    EXPECT_EQ(shortest(-0.0), "0");
    EXPECT_EQ(shortest(std::numeric_limits<double>::quiet_NaN()), "");
}

TEST(TypedTime, IsANumberWithOrWithoutItsUnit) {
    for (const char* text : {"-20 h", "-20h", " -20 hours ", "-20 hr", "-20 Hours", "-20 hour", "\u221220\u2009h", "-20,0 h"})
        EXPECT_EQ(typedTime(text), (TypedTime{-72000, TimeUnit::hour})) << text;
    for (const char* text : {"90s", "90 sec", "90 second", "90 seconds"})
        EXPECT_EQ(typedTime(text), (TypedTime{90, TimeUnit::second})) << text;
    for (const char* text : {"1.5 min", "1.5 minute", "1.5 minutes"})
        EXPECT_EQ(typedTime(text), (TypedTime{90, TimeUnit::minute})) << text;
    for (const char* text : {"2 d", "2 day", "2 days"})
        EXPECT_EQ(typedTime(text), (TypedTime{172800, TimeUnit::day})) << text;
    EXPECT_EQ(typedTime("1e3"), (TypedTime{1000, TimeUnit::automatic}));
    EXPECT_EQ(typedTime("2", TimeUnit::hour), (TypedTime{7200, TimeUnit::automatic}));
    EXPECT_EQ(typedTime("2 s", TimeUnit::hour), (TypedTime{2, TimeUnit::second}));
}

TEST(TypedTime, OfAnythingElseIsNone) {
    for (const char* text : {"", "h", "noon", "20 months", "20 m", "20 h 5", "1:30", "inf", "20 hs", "--20 h", "1e308 d"})
        EXPECT_FALSE(typedTime(text)) << text;
}

TEST(ClockTime, IsADateWithOrWithoutATimeOfDay) {
    constexpr double march1at1405 = 1772373900;  // 2026-03-01 14:05:00 UTC, by `date`
    for (const char* text : {"2026-03-01 14:05:00", "2026-03-01T14:05:00", " 2026-03-01  14:05 ", "2026/3/1 14:05",
                             "2026:03:01 14:05:00", "2026.03.01 14:05", "1.3.2026 14:05", "01.03.2026 14:05:00.0"})
        EXPECT_EQ(clockTime(text), (ClockTime{march1at1405, std::nullopt})) << text;
    EXPECT_EQ(clockTime("2026-03-01"), (ClockTime{march1at1405 - 14 * 3600 - 5 * 60, std::nullopt}));
    EXPECT_EQ(clockTime("2026-03-01 14:05:00,25")->seconds, march1at1405 + 0.25);
    EXPECT_EQ(clockTime("2026-03-01T14:05:00Z"), (ClockTime{march1at1405, 0.0}));
    for (const char* text : {"2026-03-01T14:05:00+01:30", "2026-03-01T14:05+0130"})
        EXPECT_EQ(clockTime(text), (ClockTime{march1at1405, 5400.0})) << text;
    EXPECT_EQ(clockTime("2026-03-01 14:05 -2")->zone, -7200.0);
    for (const char* text : {"2026-03-01 2:05 PM", "2026-03-01 02:05:00pm", "2026-03-01 2:05 p.m.", "1.3.2026 2:05\u202FPM"})
        EXPECT_EQ(clockTime(text), (ClockTime{march1at1405, std::nullopt})) << text;
    EXPECT_EQ(clockTime("2026-03-01 12:05 AM")->seconds, march1at1405 - 14 * 3600);
    EXPECT_EQ(clockTime("2026-03-01 12:05 PM")->seconds, march1at1405 - 2 * 3600);
}

TEST(ClockTime, IsReadInTheOrderThatIsKnown) {
    const double march1 = clockTime("2026-03-01")->seconds;
    for (const char* text : {"01/03/2026", "1/3/2026", "1-3-2026", "01-03-2026 00:00", "1/3/2026 12:00 AM"})
        EXPECT_EQ(clockTime(text, DateOrder::dayFirst)->seconds, march1) << text;
    for (const char* text : {"3/1/2026", "03-01-2026 00:00:00"})
        EXPECT_EQ(clockTime(text, DateOrder::monthFirst)->seconds, march1) << text;
    for (const DateOrder order : {DateOrder::dayFirst, DateOrder::monthFirst}) {
        EXPECT_EQ(clockTime("1.3.2026", order)->seconds, march1) << "points always stand behind the day";
        EXPECT_EQ(clockTime("2026/03/01", order)->seconds, march1);
        for (const char* text : {"13/13/2026", "1/3-2026", "1/3/26", "0/1/2026"})
            EXPECT_FALSE(clockTime(text, order)) << text;
    }
    EXPECT_FALSE(clockTime("3/25/2026", DateOrder::dayFirst));
    EXPECT_FALSE(clockTime("25/3/2026", DateOrder::monthFirst));
}

TEST(ClockTime, OfAnythingElseIsNone) {
    for (const char* text : {"", "20", "20 h", "14:05", "3/1/2026", "2026-02-30", "2026-03-01 24:00", "2026-03-01 14:60",
                             "2026-03-01 14", "2026-03-01T", "2026-03-01 14:05 noon", "2026-03-01 14:05 PM", "2026-03-01 0:05 AM",
                             "2026-03-01 2 PM", "25/3/2026", "2026-03/01", "1e9", "2026-03-01 14:05+99"})
        EXPECT_FALSE(clockTime(text)) << text;
}

TEST(TypedLength, IsANumberWithOrWithoutItsUnit) {
    for (const char* text : {"0.5", "500 nm", "500nm", "0,5 \u00B5m", "0.5\u03BCm", "0.5 um", "5e-4 mm", "5e-5cm", "500\u2009nm"})
        EXPECT_DOUBLE_EQ(typedLengthUm(text).value(), 0.5) << text;
    EXPECT_EQ(typedLengthUm("2", 1e3), 2000.0);
    EXPECT_EQ(typedLengthUm("2 nm", 1e3), 0.002);
    for (const char* text : {"", "nm", "5 furlongs", "5 nm nm", "1e308 m", "5 px", "1,000,5"})
        EXPECT_FALSE(typedLengthUm(text)) << text;
}

TEST(ClockText, ReadsBackAsTheSameMoment) {
    EXPECT_EQ(clockText(1772373900), "2026-03-01 14:05:00");
    EXPECT_EQ(clockText(1772373900.25), "2026-03-01 14:05:00.250");
    EXPECT_EQ(clockText(-1), "1969-12-31 23:59:59");
    EXPECT_EQ(clockTime(clockText(1772373899.9996))->seconds, 1772373900);
    EXPECT_EQ(clockText(1e300), "1e+300 s");
}

TEST(ParseNumber, TakesTheWholeTextOrNothing) {
    EXPECT_EQ(parseNumber("2.5"), 2.5);
    EXPECT_EQ(parseNumber("+1e3"), 1000.0);
    EXPECT_FALSE(parseNumber("2,5"));
    EXPECT_FALSE(parseNumber("2.5 px"));
    EXPECT_FALSE(parseNumber(""));
}

TEST(RoundedToError, ShowsTwoDigitsOfAnErrorThatStartsWithOneOrTwo) {  // decision M15
    const auto expect = [](double value, double error, const char* v, const char* e) {
        const RoundedPair pair = roundedToError(value, error);
        EXPECT_EQ(pair.value, v);
        EXPECT_EQ(pair.error, e);
    };
    expect(605.4, 6.2, "605", "6");
    expect(571.04, 10.5, "571", "11");
    expect(21.9812, 0.2034, "21.98", "0.20");
    expect(0.9923, 0.00389, "0.992", "0.004");
    expect(5.0, 0.0296, "5.00", "0.03");
    expect(5.0, 0.0996, "5.00", "0.10");
    expect(1234567, 2300, "1234600", "2300");
}

TEST(RoundedToError, HasFourDigitsWithoutAnError) {
    const auto text = [](double value) { return roundedToError(value, std::numeric_limits<double>::quiet_NaN()).value; };
    EXPECT_EQ(text(31.391039052753687), "31.39");
    EXPECT_EQ(text(0.000123456), "0.0001235");
    EXPECT_EQ(text(-5), "-5");
    EXPECT_EQ(text(123456.7), "123457");
    EXPECT_EQ(roundedToError(2.71828, 0).error, "");
}

TEST(ParallelFor, VisitsEveryIndexOnce) {
    std::vector<std::atomic<int>> visits(1000);

    parallelFor(visits.size(), 4, [&](std::size_t i) { ++visits[i]; });

    for (const auto& count : visits)
        EXPECT_EQ(count, 1);
}

TEST(ParallelFor, RethrowsTheFirstErrorInTheCaller) {
    EXPECT_THROW(parallelFor(100, 3,
                             [](std::size_t i) {
                                 if (i == 17) throw InputError("x", "y");
                             }),
                 InputError);
}

TEST(ParallelFor, GoesOnWithFewerThreadsWhereTheSystemGivesNoMore) {
    if (test::sanitized()) GTEST_SKIP() << "a sanitizer needs address space of its own";
    const auto endsWell = [] {
        std::size_t pages = 0;
        std::ifstream("/proc/self/statm") >> pages;
        const rlim_t room = static_cast<rlim_t>(pages) * static_cast<rlim_t>(::sysconf(_SC_PAGE_SIZE)) + (rlim_t{60} << 20);
        const rlimit limit{room, room};
        if (::setrlimit(RLIMIT_AS, &limit) != 0) std::_Exit(2);
        std::atomic<int> visits = 0;
        parallelFor(500, 500, [&](std::size_t) {  // each thread's stack takes 8 MB of the 60
            std::this_thread::yield();
            ++visits;
        });
        std::_Exit(visits == 500 ? 0 : 1);
    };
    EXPECT_EXIT(endsWell(), testing::ExitedWithCode(0), "");
}

TEST(ParallelFor, OnAllThreadsTakesNoMoreThanTheLimitAlsoWithinItself) {
    const auto threadsOf = [](int threads) {
        std::mutex mutex;
        std::set<std::thread::id> seen;
        std::latch allAreThere(std::max(1, threads));  // each thread waits for as many as were asked for
        parallelFor(static_cast<std::size_t>(std::max(1, threads)), threads, [&](std::size_t) {
            allAreThere.arrive_and_wait();
            parallelFor(20, 0, [&](std::size_t) {
                for (int i = 0; i < 1000; ++i)
                    std::this_thread::yield();  // so that others would find some left
                const std::lock_guard lock(mutex);
                seen.insert(std::this_thread::get_id());
            });
        });
        return seen.size();
    };
    const ThreadLimit limit(1);
    EXPECT_EQ(threadsOf(0), 1u);
    EXPECT_EQ(threadsOf(3), 3u) << "a number that is asked for is taken, and each of the three has the limit";
    {
        const ThreadLimit outer(2), inner(1), none(0);
        EXPECT_EQ(threadsOf(0), 1u) << "the innermost counts";
    }
    EXPECT_EQ(threadsOf(0), 1u) << "the one before is back";
    std::thread::id caller;
    parallelForShort(1000, [&](std::size_t) { caller = std::this_thread::get_id(); });
    EXPECT_EQ(caller, std::this_thread::get_id());
}

TEST(ParallelFor, StartsNothingAfterAStop) {
    std::stop_source stop;
    std::atomic<int> done = 0, late = 0;

    parallelFor(
        1000, 2,
        [&](std::size_t) {
            if (stop.stop_requested()) ++late;
            if (++done == 10) stop.request_stop();
        },
        stop.get_token());

    EXPECT_LE(late, 1) << "the other thread had asked before";
    EXPECT_LT(done, 1000);
}

TEST(LatestOnly, GivesTheLastRequestAndStopsTheRunningOne) {
    LatestOnly<int> box;
    box.post(1);
    const auto first = box.take({});
    ASSERT_TRUE(first);
    EXPECT_EQ(first->request, 1);
    EXPECT_FALSE(first->stop.stop_requested());

    box.post(2);
    box.post(3);

    EXPECT_TRUE(first->stop.stop_requested());
    EXPECT_EQ(box.take({})->request, 3);
}

TEST(LatestOnly, SaysOnceThatNothingWasAskedForLong) {
    LatestOnly<int> box;
    int rests = 0;
    {
        std::jthread asker([&] {
            test::letPass(std::chrono::milliseconds(30));
            box.post(7);
        });
        EXPECT_EQ(box.take({}, std::chrono::milliseconds(1), [&] { ++rests; })->request, 7);
    }
    EXPECT_EQ(rests, 1);
    box.post(8);
    EXPECT_EQ(box.take({}, std::chrono::milliseconds(1), [&] { ++rests; })->request, 8);
    EXPECT_EQ(rests, 1);  // a request was there
}

TEST(LatestOnly, StopsWaitingWhenAsked) {
    LatestOnly<int> box;
    bool gotNothing = false;

    {
        std::jthread worker([&](std::stop_token stop) { gotNothing = !box.take(stop).has_value(); });
    }

    EXPECT_TRUE(gotNothing);
}

class FilesTest : public testing::Test {
protected:
    std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / ("coarsen_files_" + std::to_string(::getpid()));
    void SetUp() override { std::filesystem::create_directories(folder); }
    void TearDown() override { std::filesystem::remove_all(folder); }
};

TEST_F(FilesTest, WrittenWholeReadsBackAndLeavesNothingBeside) {
    writeWhole(folder / "a.txt", std::string_view("one"));
    writeWhole(folder / "a.txt", std::string_view("two"));

    const auto bytes = readWhole(folder / "a.txt");
    EXPECT_EQ(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()), "two");
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 1);
}

TEST_F(FilesTest, AMissingFolderIsNamedWithARemedy) {
    try {
        writeWhole(folder / "none" / "a.txt", std::string_view("x"));
        FAIL();
    } catch (const StorageError& error) {
        EXPECT_EQ(error.subject(), "a.txt");
        EXPECT_EQ(error.remedy(), "create the folder first");
    }
}

TEST_F(FilesTest, AFolderOrAMissingFileIsNoInput) {
    EXPECT_THROW(readWhole(folder), InputError);
    EXPECT_THROW(readWhole(folder / "none.png"), InputError);
}

TEST(DisplayName, KeepsUtf8AndEscapesOtherBytes) {
    EXPECT_EQ(displayName("/a/m\xC3\xA4rz.png"), "m\xC3\xA4rz.png");
    EXPECT_EQ(displayName("/a/m\xE4rz.png"), "m%E4rz.png");
}

TEST(DisplayName, EscapesWhatOnlyLooksLikeUtf8) {  // RFC 3629, section 3
    EXPECT_EQ(displayName("\xC0\xAF"), "%C0%AF");  // longer than it needs to be
    EXPECT_EQ(displayName("\xE0\x80\xAF"), "%E0%80%AF");
    EXPECT_EQ(displayName("\xF0\x80\x80\xAF"), "%F0%80%80%AF");
    EXPECT_EQ(displayName("\xED\xA0\x80"), "%ED%A0%80");         // half of a pair of UTF-16
    EXPECT_EQ(displayName("\xF4\x90\x80\x80"), "%F4%90%80%80");  // beyond U+10FFFF
    EXPECT_EQ(displayName("\xF5\x80\x80\x80"), "%F5%80%80%80");
    EXPECT_EQ(displayName("\xFE\xFF"), "%FE%FF");
    EXPECT_EQ(displayName("a\x80z"), "a%80z");                       // in the middle of a character
    EXPECT_EQ(displayName("a\xE2\x82z\xE2\x82"), "a%E2%82z%E2%82");  // cut short
    EXPECT_EQ(displayName("\xEC\x80\x80\xF4\x8F\xBF\xBF"), "\xEC\x80\x80\xF4\x8F\xBF\xBF");
}

TEST(DisplayName, EscapesWhatIsNotSeenOrMisleads) {
    EXPECT_EQ(displayName("a\x1B[2J\r\nb\t\x7F"), "a%1B[2J%0D%0Ab%09%7F");
    EXPECT_EQ(displayName("\u0080\u0085\u009f\u00a0"), "%C2%80%C2%85%C2%9F\u00a0");
    EXPECT_EQ(displayName("turned\u202egnp.exe"), "turned%E2%80%AEgnp.exe");
    for (const char* turns : {"\u061c", "\u200e", "\u200f", "\u202a", "\u202b", "\u202c", "\u202d", "\u202e", "\u2066", "\u2067",
                              "\u2068", "\u2069", "\u2028", "\u2029"})
        EXPECT_EQ(displayName(turns).size(), 3 * std::string(turns).size()) << displayName(turns);
    for (const char* stays : {"\u061b", "\u200d", "\u2010", "\u2027", "\u202f", "\u2065", "\u206a", "\u05d0\u0627"})
        EXPECT_EQ(displayName(stays), stays);
    EXPECT_EQ(printable(printable("\u202e%\xFF")), "%E2%80%AE%%FF");
}

TEST(ShellWord, IsQuotedWhereAShellWouldSplitOrReadIt) {
    EXPECT_EQ(shellWord("/lab/foam_2/r-1.5"), "/lab/foam_2/r-1.5");
    EXPECT_EQ(shellWord("/lab/all runs"), "'/lab/all runs'");
    EXPECT_EQ(shellWord("$HOME;*"), "'$HOME;*'");
    EXPECT_EQ(shellWord("it's"), R"('it'\''s')");
    EXPECT_EQ(shellWord(""), "''");
    EXPECT_EQ(shellWord("~/foam"), "'~/foam'");
}

TEST(Errors, AreWordsWhateverTheyAreAbout) {
    const InputError error("m\xE4rz.png", "'\u202e' is no\nname", "rename \xFF");
    EXPECT_EQ(std::string(error.what()), "m%E4rz.png: '%E2%80%AE' is no%0Aname; rename %FF");
    EXPECT_EQ(error.subject(), "m%E4rz.png");
}

}  // namespace
}  // namespace coarsen
