// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/run_journal.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/session/frame_result_json.hpp"
#include "tests/core/session/example_rows.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <span>

namespace coarsen {
namespace {

using test::measuredRow;
using testing::HasSubstr;

constexpr std::size_t frames = 4;
const RunIdentity identity{"recipe", "input", "auto"};

TEST(RunJournal, GivesBackTheFinishedRows) {
    const TemporaryFolder folder;
    {
        RunJournal journal(folder.path(), identity);
        journal.add(rowLine({measuredRow(0)}));
        journal.add(rowLine({measuredRow(1)}));
    }

    const auto rows = readJournal(folder.path(), identity, frames).rows;

    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(storedRowJson({*rows.at(1)}), storedRowJson({measuredRow(1)}));
}

TEST(RunJournal, GivesBackHowAlikeNeighboursAre) {
    const TemporaryFolder folder;
    {
        RunJournal journal(folder.path(), identity, {{0, shared(measuredRow(0))}}, {{0, 0.25}});
        journal.add(rowLine({measuredRow(1), 0.75}));
        journal.add(rowLine({measuredRow(2)}));
    }

    const NeighbourCorrelations neighbourCorrelations = readJournal(folder.path(), identity, frames).neighbourCorrelations;

    EXPECT_EQ(neighbourCorrelationOf(neighbourCorrelations, 0), 0.25);
    EXPECT_EQ(neighbourCorrelationOf(neighbourCorrelations, 1), 0.75);
    EXPECT_TRUE(std::isnan(neighbourCorrelationOf(neighbourCorrelations, 2)));
}

TEST(RunJournal, IgnoresATornLastLine) {
    const TemporaryFolder folder;
    {
        RunJournal journal(folder.path(), identity);
        journal.add(rowLine({measuredRow(0)}));
    }
    std::ofstream(folder / RunJournal::fileName, std::ios::app) << storedRowJson({measuredRow(1)}).substr(0, 100);

    EXPECT_EQ(readJournal(folder.path(), identity, frames).rows.size(), 1u);
}

TEST(RunJournal, LosesOnlyTheRowsThatAreDamagedAndSaysWhich) {
    const TemporaryFolder folder;
    {
        RunJournal journal(folder.path(), identity);
        for (int frame = 0; frame < 4; ++frame)
            journal.add(rowLine({measuredRow(frame)}));
        journal.add(rowLine({measuredRow(4)}));
    }
    std::string text;
    {
        const auto bytes = readWhole(folder / RunJournal::fileName);
        text.assign(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    }
    text.replace(text.find("\"status\""), 3, std::string(3, '\0'));                 // line 2
    text.replace(text.find("\"frame\":2"), std::string("\"frame\":2").size(), "");  // line 4
    std::ofstream(folder / RunJournal::fileName) << text;

    const JournalRows read = readJournal(folder.path(), identity, frames);

    EXPECT_EQ(read.rows.size(), 2u);
    EXPECT_TRUE(read.rows.contains(1) && read.rows.contains(3));
    ASSERT_EQ(read.damages.size(), 3u);
    EXPECT_THAT(read.damages[0], HasSubstr(".coarsen-run.jsonl, line 2: the row is damaged"));
    EXPECT_THAT(read.damages[1], HasSubstr("line 4: the row is damaged"));
    EXPECT_THAT(read.damages[2], HasSubstr("line 6: the row is damaged ('results' names frame 4, but there are 4 frames)"));
}

TEST(RunJournal, TakesNoRowThatIsNotAsItWasWritten) {
    const TemporaryFolder folder;
    const std::filesystem::path file = folder / RunJournal::fileName;
    RunJournal(folder.path(), identity).add(rowLine({measuredRow(0)}));
    const auto bytes = readWhole(file);
    const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    for (std::size_t at = text.find('\n') + 1; at < text.size(); ++at) {
        if (text[at] < '0' || text[at] > '9') continue;
        std::string changed = text;
        changed[at] = text[at] == '9' ? '8' : static_cast<char>(text[at] + 1);
        std::ofstream(file) << changed;
        EXPECT_TRUE(readJournal(folder.path(), identity, frames).rows.empty()) << "the digit " << at;
    }
    std::ofstream(file) << text.substr(0, text.find('\n') + 1) << storedRowJson({measuredRow(0)}) << '\n';
    EXPECT_EQ(readJournal(folder.path(), identity, frames).rows.size(), 1U) << "as earlier versions wrote it";
}

TEST(RunJournal, WithADamagedFirstLineIsRefusedByName) {
    const TemporaryFolder folder;
    for (const char* first :
         {"", "{", "7", "{\"recipe\":\"recipe\"}", "{\"recipe\":7,\"input\":\"input\",\"engine\":\"auto\",\"version\":\"0.1.0\"}",
          "{\"recipe\":\"recipe\",\"input\":\"input\",\"engine\":\"auto\",\"rules\":\"one\"}"}) {
        std::ofstream(folder / RunJournal::fileName) << first << "\n" << storedRowJson({measuredRow(0)}) << "\n";
        try {
            readJournal(folder.path(), identity, frames);
            FAIL() << first;
        } catch (const InputError& error) {
            EXPECT_EQ(error.subject(), RunJournal::fileName);
            EXPECT_EQ(error.reason(), "its first line is damaged");
        }
    }
}

TEST(RunJournal, OfOtherRulesIsRefusedAndNamesBothNumbers) {
    const TemporaryFolder folder;
    RunIdentity other = identity;
    other.rules = rulesNumber + 1;
    const RunJournal journal(folder.path(), other, {{0, shared(measuredRow(0))}});

    try {
        readJournal(folder.path(), identity, frames);
        FAIL();
    } catch (const InputError& error) {
        EXPECT_EQ(error.subject(), RunJournal::fileName);
        EXPECT_THAT(error.reason(), HasSubstr("measured by rules number " + std::to_string(rulesNumber + 1)));
        EXPECT_THAT(error.reason(), HasSubstr("this version measures by number " + std::to_string(rulesNumber)));
        EXPECT_THAT(error.remedy(), HasSubstr("--force"));
    }
}

/// The first line as 0.1.0 wrote it, and as another version with the same rules does.
TEST(RunJournal, WithoutARulesNumberIsOfTheFirstRulesWhateverItsVersion) {
    const TemporaryFolder folder;
    for (const char* first : {R"({"recipe":"recipe","input":"input","engine":"auto","version":"0.1.0"})",
                              R"({"recipe":"recipe","input":"input","engine":"auto","version":"7.7","rules":1})"}) {
        std::ofstream(folder / RunJournal::fileName) << first << "\n" << storedRowJson({measuredRow(0)}) << "\n";
        RunIdentity run = identity;
        run.rules = firstRulesNumber;
        EXPECT_EQ(readJournal(folder.path(), run, frames).rows.size(), 1u) << first;
        run.rules = firstRulesNumber + 1;
        EXPECT_THROW(readJournal(folder.path(), run, frames), InputError) << first;
    }
}

TEST(RunJournal, OfAnotherRunIsRefusedAndSaysWhatDiffers) {
    const TemporaryFolder folder;
    const RunJournal journal(folder.path(), identity);
    RunIdentity other = identity;
    other.input = "other";

    try {
        readJournal(folder.path(), other, frames);
        FAIL();
    } catch (const InputError& error) {
        EXPECT_THAT(error.reason(), HasSubstr("another pixel size"));
        EXPECT_THAT(error.remedy(), HasSubstr("--force"));
    }
}

RunIdentity ofImages(const std::vector<std::string>& names) {
    RunIdentity run = identity;
    for (const std::string& name : names)
        run.files.push_back({name, 0, "100", "0"});
    return run;
}

/// Error of readJournal for a series of these images, the journal being of b and d.
InputError refusalOf(const RunIdentity& now) {
    const TemporaryFolder folder;
    const RunJournal journal(folder.path(), ofImages({"b.png", "d.png"}));
    try {
        readJournal(folder.path(), now, now.files.size());
    } catch (const InputError& error) {
        return error;
    }
    return {"nothing", "was refused"};
}

TEST(RunJournal, IsContinuedWhereImagesHaveComeBehindItsLast) {
    const TemporaryFolder folder;
    const RunJournal journal(folder.path(), ofImages({"b.png", "d.png"}), {{0, shared(measuredRow(0))}});

    const JournalRows read = readJournal(folder.path(), ofImages({"b.png", "d.png", "e.png"}), 3);

    EXPECT_EQ(read.rows.size(), 1u);
    EXPECT_EQ(read.frames, 2u);
}

/// A journal of b and d that e and f have come to, each with its row.
void writeGrown(const TemporaryFolder& folder) {
    const RunIdentity all = ofImages({"b.png", "d.png", "e.png", "f.png"});
    RunJournal journal(folder.path(), ofImages({"b.png", "d.png"}), {{0, shared(measuredRow(0))}, {1, shared(measuredRow(1))}});
    for (const int frame : {2, 3}) {
        journal.grow(std::span(all.files).subspan(static_cast<std::size_t>(frame), 1));
        journal.add(rowLine({measuredRow(frame)}));
    }
}

TEST(RunJournal, ThatGrewKnowsTheImagesThatCame) {
    const TemporaryFolder folder;
    writeGrown(folder);

    RunIdentity now = ofImages({"b.png", "d.png", "e.png", "f.png", "g.png"});
    const JournalRows read = readJournal(folder.path(), now, 5);
    EXPECT_EQ(read.rows.size(), 4u);
    EXPECT_EQ(read.frames, 4u);
    EXPECT_TRUE(read.damages.empty());

    now.files[3].bytes = "101";
    try {
        readJournal(folder.path(), now, 5);
        FAIL();
    } catch (const InputError& error) {
        EXPECT_EQ(error.subject(), "f.png");
    }
}

TEST(RunJournal, WhoseImagesThatCameAreDamagedLosesTheRowsBehind) {
    const TemporaryFolder folder;
    writeGrown(folder);
    const auto bytes = readWhole(folder / RunJournal::fileName);
    std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    text[text.find("e.png")] = 'x';  // line 4
    std::ofstream(folder / RunJournal::fileName) << text;

    const JournalRows read = readJournal(folder.path(), ofImages({"b.png", "d.png", "e.png", "f.png"}), 4);

    EXPECT_EQ(read.rows.size(), 2u);
    EXPECT_EQ(read.frames, 2u);
    ASSERT_EQ(read.damages.size(), 1u);
    EXPECT_THAT(read.damages[0], HasSubstr("line 4: the list of images that came is damaged (its checksum does not hold)"));
}

TEST(RunJournal, OfImagesThatAreGoneOrOthersOrBetweenNamesThem) {
    EXPECT_EQ(refusalOf(ofImages({"b.png", "e.png"})).subject(), "d.png");
    EXPECT_THAT(refusalOf(ofImages({"b.png"})).reason(), HasSubstr("not among the images now"));
    EXPECT_EQ(refusalOf(ofImages({"b.png", "c.png", "d.png"})).subject(), "c.png");
    EXPECT_THAT(refusalOf(ofImages({"b.png", "c.png", "d.png"})).reason(), HasSubstr("before the last image"));
    EXPECT_THAT(refusalOf(ofImages({"d.png", "b.png"})).reason(), HasSubstr("another place"));
    RunIdentity now = ofImages({"b.png", "d.png"});
    now.files[1].bytes = "101";
    EXPECT_EQ(refusalOf(now).subject(), "d.png");
    EXPECT_THAT(refusalOf(now).reason(), HasSubstr("not the one"));
    now = ofImages({"b.png", "d.png"});
    now.files[1].timeS = "60";
    EXPECT_THAT(refusalOf(now).reason(), HasSubstr("another time"));
}

TEST(RunJournal, ContinuedKeepsTheEarlierRows) {
    const TemporaryFolder folder;
    {
        RunJournal journal(folder.path(), identity, {{0, shared(measuredRow(0))}});
        journal.add(rowLine({measuredRow(1)}));
    }

    EXPECT_EQ(readJournal(folder.path(), identity, frames).rows.size(), 2u);
}

TEST(RunJournal, IsGoneAfterTheRun) {
    const TemporaryFolder folder;
    RunJournal journal(folder.path(), identity);

    journal.remove();

    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
    EXPECT_TRUE(readJournal(folder.path(), identity, frames).rows.empty());
}

TEST(RunJournal, WhereNothingCanBeWrittenSaysSo) {
    const TemporaryFolder folder;

    EXPECT_THROW(RunJournal(folder / "missing", identity), StorageError);
}

TEST(FrameResultJson, ThatIsDamagedIsAnInputError) {
    EXPECT_THROW(storedRowFromJson("{}"), InputError);
    EXPECT_THROW(storedRowFromJson("{\"frame\":"), InputError);
}

TEST(FrameResultJson, OfBracketsWithoutEndIsAnInputError) {
    constexpr int levels = 200'000;
    std::string text = storedRowJson({measuredRow(0)});
    const std::string key = "\"sectors\":";
    text.replace(text.find(key) + key.size(), std::string::npos, std::string(levels, '[') + std::string(levels, ']') + "}");

    EXPECT_THROW(storedRowFromJson(text), InputError);
}

}  // namespace
}  // namespace coarsen
