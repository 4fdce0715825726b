// SPDX-License-Identifier: GPL-3.0-or-later
// analyze --watch: a folder that images come into while it is measured.
#include "core/base/files.hpp"
#include "tests/cli/growing_folder.hpp"
#include "tests/cli/program.hpp"
#include "tests/cli/table.hpp"
#include "tests/support/timeout.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <csignal>
#include <fstream>
#include <map>
#include <ostream>
#include <set>

namespace coarsen::test {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;

constexpr std::chrono::milliseconds twoListings{2500};

class Watched : public testing::Test {
protected:
    GrowingFolder images;
    std::vector<std::string> settings;  ///< of the watch, and of the run that it is compared with

    std::vector<std::string> words(std::vector<std::string> options) const {
        std::vector<std::string> all{"analyze", images.folder(), "-o", out(), "--watch", "--progress", "plain"};
        all.insert(all.end(), settings.begin(), settings.end());
        all.insert(all.end(), options.begin(), options.end());
        return all;
    }
    fs::path out() const { return images / "out"; }
    void awaitRows(int rows) const {
        EXPECT_TRUE(comesTrue([&] { return rowsOf(out() / "results.csv") == rows; })) << rows << " rows";
    }
    void expectTheTablesOfAPlainRun() const {
        std::vector<std::string> plain{"analyze", images.folder(), "-o", images / "plain"};
        plain.insert(plain.end(), settings.begin(), settings.end());
        coarsenCli(plain);
        std::set<std::string> names;
        for (const auto& entry : fs::directory_iterator(images / "plain")) {
            const std::string name = entry.path().filename().string();
            names.insert(name);
            if (name == "survey.json") continue;  // its key has the times at which images came
            EXPECT_TRUE(withoutClocks(out() / name) == withoutClocks(entry.path())) << name;
        }
        EXPECT_GE(names.size(), 4u);
        for (const auto& entry : fs::directory_iterator(out()))
            EXPECT_TRUE(names.contains(entry.path().filename().string())) << entry.path();
    }
};

/// Correlations of each frame with the one before it, as the session there has them.
std::vector<nlohmann::json> neighbourCorrelations(const fs::path& folder) {
    std::ifstream text(folder / "session.coarsen");
    const nlohmann::json session = nlohmann::json::parse(text);
    std::vector<nlohmann::json> all;
    for (const auto& row : session.at("results"))
        all.push_back(row.at("neighbour_correlation"));
    return all;
}

struct Way {
    std::string name;
    std::vector<std::string> settings;
};

void PrintTo(const Way& way, std::ostream* stream) {
    *stream << way.name;
}

class WatchedWith : public Watched, public testing::WithParamInterface<Way> {};

TEST_P(WatchedWith, EachImageSoonHasItsRowAndTheTablesAreThoseOfAPlainRun) {
    settings = GetParam().settings;
    images.addFrom(0, 3);

    const Outcome outcome = coarsenCli(words({"--until", "6"}), {}, [&](pid_t) {
        for (int frame = 3; frame < 6; ++frame) {
            awaitRows(frame);
            images.add(frame);
        }
    });

    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("waiting for the next image"));
    EXPECT_THAT(outcome.out, HasSubstr("Frames  6: 6 with R_max"));
    expectTheTablesOfAPlainRun();
}

INSTANTIATE_TEST_SUITE_P(, WatchedWith,
                         testing::Values(Way{"NoMore", {}}, Way{"ATime", {"--interval", "60", "--t0", "-600"}},
                                         Way{"Drift", {"--set", "stabilise.on=true"}},
                                         Way{"StillDust", {"--set", "dust.find=still"}}),
                         [](const auto& way) { return way.param.name; });

TEST_F(Watched, FramesThatComeBetweenOthersInTimeHaveTheNeighboursOfAPlainRun) {
    const std::vector<int> minutes{0, 5, 1, 2, 3, 4};
    std::string table = "file,t (min)\n";
    for (int frame = 0; frame < 6; ++frame)
        table += displayName(images.image(frame)) + "," + std::to_string(minutes[static_cast<std::size_t>(frame)]) + "\n";
    writeWhole(images / "t.csv", table);
    settings = {"--times", images / "t.csv", "--set", "stabilise.on=true"};
    const std::vector<std::string> byName = settings;
    settings.insert(settings.end(), {"--order", "time"});
    images.addFrom(0, 2);

    const Outcome outcome = coarsenCli(words({"--until", "6"}), {}, [&](pid_t) {
        for (int frame = 2; frame < 6; ++frame) {
            awaitRows(frame);
            images.add(frame);
        }
    });

    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.err, Not(HasSubstr("Times are not in order")));
    expectTheTablesOfAPlainRun();
    std::vector<std::string> plain{"analyze", images.folder(), "-o", images / "by-name"};
    plain.insert(plain.end(), byName.begin(), byName.end());
    coarsenCli(plain);
    EXPECT_NE(neighbourCorrelations(images / "by-name"), neighbourCorrelations(out())) << "else the order decides nothing here";
}

TEST_F(Watched, ImagesThatTurnOutToBeOfAnotherSizeThanMostAreRefusedAsInAPlainRun) {
    const SmallSeries others(2, 120, 90);
    fs::copy_file(others.image(0), images.image(0));
    settings = {"--interval", "60"};

    const Outcome outcome = coarsenCli(words({"--until", "4"}), {}, [&](pid_t) {
        awaitRows(1);
        images.addFrom(1, 4);
    });

    EXPECT_EQ(outcome.status, 3) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("most images are now 240 x 180 px"));
    expectTheTablesOfAPlainRun();
}

TEST_F(Watched, AnImageThatIsHalfWrittenWaitsAndSoDoThoseBehindIt) {
    images.addFrom(0, 2);

    const Outcome outcome = coarsenCli(words({"--until", "4"}), {}, [&](pid_t) {
        awaitRows(2);
        std::ifstream whole(images.original(2), std::ios::binary);
        const std::string bytes{std::istreambuf_iterator<char>(whole), {}};
        std::ofstream coming(images.image(2), std::ios::binary);
        coming.write(bytes.data(), static_cast<std::streamsize>(bytes.size() / 2)).flush();
        images.add(3);
        letPass(twoListings);
        EXPECT_EQ(rowsOf(out() / "results.csv"), 2);
        coming.write(bytes.data() + bytes.size() / 2, static_cast<std::streamsize>(bytes.size() - bytes.size() / 2));
    });

    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.err, Not(HasSubstr("failed")));
    expectTheTablesOfAPlainRun();
}

TEST_F(Watched, ANameThatSortsBeforeTheLastIsSaidOnceAndLeftOut) {
    images.add(0), images.add(2);

    const Outcome outcome = coarsenCli(words({"--until", "3"}), {}, [&](pid_t) {
        awaitRows(2);
        images.add(1);
        letPass(twoListings);
        images.add(3);
    });

    EXPECT_EQ(outcome.status, 0) << outcome.err;
    const std::string said = images.image(1).filename().string() + ": by its name it belongs before the last frame";
    const auto first = outcome.err.find(said);
    ASSERT_NE(first, std::string::npos) << outcome.err;
    EXPECT_EQ(outcome.err.find(said, first + 1), std::string::npos) << outcome.err;
    EXPECT_EQ(readTable(out() / "results.csv").rows.at(2).at("file"), images.image(3).filename().string());
}

/// A table of times that is written on while images come.
class WatchedWithTable : public Watched {
protected:
    WatchedWithTable() { settings = {"--times", table()}; }
    std::string table() const { return images / "times.csv"; }
    void writeTable(const std::map<int, double>& times) const {
        std::ofstream text(table() + ".new");
        text << "file,time_s\n";
        for (const auto& [index, seconds] : times)
            text << images.image(index).filename().string() << ',' << seconds << '\n';
        text.close();
        fs::rename(table() + ".new", table());
    }
};

TEST_F(WatchedWithTable, FramesMeasuredBeforeTakeTheTimesThatItHasNow) {
    writeTable({{0, 0}, {1, 60}, {2, 120}});
    images.addFrom(0, 3);

    const Outcome outcome = coarsenCli(words({"--until", "4"}), {}, [&](pid_t) {
        awaitRows(3);
        writeTable({{0, 0}, {1, 100}, {2, 250}, {3, 400}});
        images.add(3);
    });

    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(readTable(out() / "results.csv").number(1, "time_s"), 100);
    expectTheTablesOfAPlainRun();
}

TEST_F(WatchedWithTable, AFrameWhoseRowComesLaterIsMeasuredThen) {
    writeTable({{0, 0}, {2, 120}});
    images.addFrom(0, 3);

    const Outcome outcome = coarsenCli(words({"--until", "4"}), {}, [&](pid_t) {
        awaitRows(3);
        EXPECT_EQ(readTable(out() / "results.csv").rows.at(1).at("status"), "failed");
        writeTable({{0, 0}, {1, 60}, {2, 120}, {3, 180}});
        images.add(3);
    });

    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(readTable(out() / "results.csv").rows.at(1).at("status"), "ok");
    expectTheTablesOfAPlainRun();
}

TEST_F(Watched, AnImageThatIsWrittenAnewIsMeasuredAnew) {
    images.add(0), images.add(1, 5), images.add(2);

    const Outcome outcome = coarsenCli(words({}), {}, [&](pid_t process) {
        awaitRows(3);
        const auto before = readTable(out() / "results.csv").number(1, "r_max_px");
        images.add(1);
        EXPECT_TRUE(comesTrue([&] { return readTable(out() / "results.csv").number(1, "r_max_px") != before; }));
        ::kill(process, SIGINT);
    });

    EXPECT_EQ(outcome.status, 0) << "Ctrl+C is the usual end: " << outcome.err;
    EXPECT_THAT(outcome.err, Not(HasSubstr("--resume")));
    expectTheTablesOfAPlainRun();
}

TEST_F(Watched, KilledAfterImagesCameIsContinuedFromItsJournal) {
    images.addFrom(0, 2);
    const Outcome killed = coarsenCli(words({}), {}, [&](pid_t process) {
        awaitRows(2);
        images.addFrom(2, 4);
        awaitRows(4);
        ::kill(process, SIGKILL);
    });
    EXPECT_EQ(killed.status, 128 + SIGKILL);
    EXPECT_NE(contentOf(out() / RunJournal::fileName).find("}\n{\"files\":[["), std::string::npos) << "it was begun anew";
    fs::remove(out() / "session.coarsen");
    images.addFrom(4, 6);

    const Outcome outcome = coarsenCli(words({"--resume", "--until", "6"}));

    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.err, Not(HasSubstr("damaged")));
    EXPECT_FALSE(fs::exists(out() / RunJournal::fileName));
    expectTheTablesOfAPlainRun();
}

TEST_F(Watched, AFolderWithoutAnImageBeginsWithItsFirst) {
    const Outcome outcome = coarsenCli(words({"--until", "2"}), {}, [&](pid_t) {
        letPass(twoListings);
        images.addFrom(0, 2);
    });

    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("waiting for the first image"));
    expectTheTablesOfAPlainRun();
}

TEST_F(Watched, AFolderThatNoImageComesIntoLeavesNothing) {
    const Outcome outcome = coarsenCli(words({}), {}, [&](pid_t process) {
        letPass(twoListings);
        ::kill(process, SIGTERM);
    });

    EXPECT_EQ(outcome.status, 1) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("no image came into"));
    EXPECT_FALSE(fs::exists(out()));
}

TEST_F(Watched, AFolderThatIsAwayKeepsItsResultsAndComesBack) {
    images.addFrom(0, 2);

    const Outcome outcome = coarsenCli(words({"--until", "3"}), {}, [&](pid_t) {
        awaitRows(2);
        fs::rename(images.folder(), images / "away");
        letPass(twoListings);
        GrowingFolder::bring(images.original(2), images / "away" / images.original(2).filename());
        fs::rename(images / "away", images.folder());
    });

    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("All results are kept"));
    EXPECT_THAT(outcome.err, HasSubstr("is back"));
    expectTheTablesOfAPlainRun();
}

TEST_F(Watched, SettingsThatCannotBeGoodAreRefusedBeforeAnyImageComes) {
    const Outcome wrong = coarsenCli(words({"--set", "crop.width=many"}));
    EXPECT_EQ(wrong.status, 2) << wrong.err;
    EXPECT_THAT(wrong.err, HasSubstr("crop.width"));

    images.add(0);
    const Outcome noFolder = coarsenCli({"analyze", images.image(0), "-o", out(), "--watch"});
    EXPECT_EQ(noFolder.status, 2);
    EXPECT_THAT(noFolder.err, HasSubstr("--watch"));
    EXPECT_EQ(coarsenCli({"analyze", images.folder(), "-o", out(), "--until", "3"}).status, 2) << "--until without --watch";
    EXPECT_EQ(coarsenCli(words({"--frames", "0:1"})).status, 2);
    EXPECT_FALSE(fs::exists(out()));
}

TEST(WatchedLongRun, CutShortByCtrlCSaysSoAndIsContinued) {
    const GrowingFolder images(24, 480, 360);
    images.addFrom(0, 23);
    const fs::path out = images / "out";
    const std::vector<std::string> words{"analyze", images.folder(), "-o", out, "--threads", "1", "--watch"};

    const Outcome outcome = coarsenCli(words, {}, [&](pid_t process) {
        EXPECT_TRUE(comesTrue([&] { return linesOfJournal(out) >= 4; }));
        ::kill(process, SIGINT);
    });
    EXPECT_EQ(outcome.status, 130) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("--resume"));
    EXPECT_LT(rowsOf(out / "results.csv"), 23);

    images.add(23);
    std::vector<std::string> again = words;
    again.insert(again.end(), {"--resume", "--until", "24"});
    EXPECT_EQ(coarsenCli(again).status, 0);
    coarsenCli({"analyze", images.folder(), "-o", images / "plain"});
    for (const char* name : {"results.csv", "c1d.csv", "fit.json"})
        EXPECT_TRUE(withoutClocks(out / name) == withoutClocks(images / "plain" / name)) << name;
    EXPECT_FALSE(fs::exists(out / RunJournal::fileName));
}

}  // namespace
}  // namespace coarsen::test
