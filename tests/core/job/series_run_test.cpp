// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/job/series_run.hpp"

#include "core/base/files.hpp"
#include "core/correlate/engines.hpp"
#include "core/synth/synthetic_series.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>

namespace coarsen {
namespace {

struct NoReport final : RunReport {
    void show(const RunProgress&) override {}
    void showSurvey(int, int) override {}
    void end() override {}
    void say(const std::string&) override {}
};

/// Runs over three rings.
class SeriesRunOfRings : public testing::Test {
protected:
    SeriesRunOfRings() {
        RingSettings settings;
        settings.width = 160, settings.height = 120, settings.frames = 3;
        settings.rMaxFromPx = 14, settings.rMaxToPx = 20;
        writeRingSeries(folder_ / "images", settings);
    }
    std::unique_ptr<SeriesRun> run(bool isAgain) {
        Session session;
        session.series = openSeries({folder_ / "images"});
        assignTimes(session.series, {});
        session.recipe = defaultRecipe();
        RunRequest request;
        request.series = session.series;
        request.recipe = session.recipe;
        request.engines.engines = cpuEngines();
        RunChoices choices;
        choices.output = folder_ / "out";
        choices.resumes = choices.watches = isAgain;
        return std::make_unique<SeriesRun>(session, request, choices, Engines(cpuEngines()), report_);
    }

    /// An image comes behind the others, a copy of the last.
    std::filesystem::path comes(const std::string& name) const {
        const std::filesystem::path file = folder_ / "images" / name;
        std::filesystem::copy_file(openSeries({folder_ / "images"}).frames.back().file, file);
        return file;
    }

    const TemporaryFolder folder_;
    NoReport report_;
};

TEST_F(SeriesRunOfRings, ThatWatchesEndsTheJournalOfOneThatWasKilledBehindItsTables) {
    auto killed = run(false);
    killed->begin();
    killed->measure({});
    killed->writeTables(false);
    killed.reset();
    const std::filesystem::path journal = folder_ / "out" / RunJournal::fileName;
    ASSERT_TRUE(std::filesystem::exists(journal));

    const auto again = run(true);
    again->begin();
    EXPECT_FALSE(again->measure({})) << "no frame is missing";
    again->writeTables(false);
    again->endJournal();

    EXPECT_FALSE(std::filesystem::exists(journal));
    EXPECT_EQ(again->session().results.size(), 3u);
}

TEST_F(SeriesRunOfRings, ThatGrowsHoldsEachRowOnce) {
    const auto growing = run(false);
    growing->begin();
    growing->measure({});
    const FrameResults before = growing->session().results;

    growing->grow({comes("z.png")});

    for (const auto& [frame, row] : before)
        EXPECT_EQ(growing->session().results.at(frame), row) << "frame " << frame << " was copied";
}

std::string contentOf(const std::filesystem::path& file) {
    const auto bytes = readWhole(file);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// A file and what it begins with.
struct JournalSeen {
    std::filesystem::path file;
    std::string text = contentOf(file);
    bool isKept() const { return contentOf(file).starts_with(text); }
};

TEST_F(SeriesRunOfRings, ThatGrowsGoesOnWithItsJournal) {
    auto growing = run(false);
    growing->begin();
    growing->measure({});
    const JournalSeen journal{folder_ / "out" / RunJournal::fileName};
    const std::filesystem::path next = comes("ring_0003_t99999s.png");

    growing->grow({next});
    growing->measure({});

    EXPECT_TRUE(journal.isKept());
    const std::string text = contentOf(journal.file);
    EXPECT_EQ(std::ranges::count(text, '\n'), 1 + 3 + 1 + 1) << "the head, three rows, the image that came and its row";
    growing.reset();  // as a kill leaves it
    const auto again = run(true);
    again->begin();
    EXPECT_FALSE(again->isAnyMissing());
}

TEST_F(SeriesRunOfRings, WhoseImageIsAnotherBeginsItsJournalAnew) {
    auto growing = run(false);
    growing->begin();
    growing->measure({});
    const std::filesystem::path first = growing->series().frames[0].file, last = growing->series().frames[2].file;
    const JournalSeen journal{folder_ / "out" / RunJournal::fileName};
    const double before = neighbourCorrelationOf(growing->session().neighbourCorrelations, 1);
    std::filesystem::copy_file(last, first, std::filesystem::copy_options::overwrite_existing);

    growing->forget({0});
    growing->measure({});

    EXPECT_FALSE(journal.isKept());
    const double alike = neighbourCorrelationOf(growing->session().neighbourCorrelations, 1);
    EXPECT_NE(alike, before) << "else nothing is compared";
    growing.reset();
    const auto again = run(true);
    again->begin();
    EXPECT_FALSE(again->isAnyMissing()) << "the journal has the size that the image has now";
    EXPECT_EQ(neighbourCorrelationOf(again->session().neighbourCorrelations, 1), alike)
        << "of the frame behind the one that was measured anew";
}

}  // namespace
}  // namespace coarsen
