// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/batch/series_run.hpp"

#include "core/correlate/engines.hpp"
#include "core/synth/synthetic_series.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gtest/gtest.h>

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
    std::filesystem::path last = growing->series().frames.back().file, next = last;
    next.replace_filename("z.png");
    std::filesystem::copy_file(last, next);

    growing->grow({next});

    for (const auto& [frame, row] : before)
        EXPECT_EQ(growing->session().results.at(frame), row) << "frame " << frame << " was copied";
}

}  // namespace
}  // namespace coarsen
