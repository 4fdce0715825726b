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

TEST(SeriesRun, ThatWatchesEndsTheJournalOfOneThatWasKilledBehindItsTables) {
    const TemporaryFolder folder;
    RingSettings settings;
    settings.width = 160, settings.height = 120, settings.frames = 3;
    settings.rMaxFromPx = 14, settings.rMaxToPx = 20;
    writeRingSeries(folder / "images", settings);
    NoReport report;
    const auto run = [&](bool isAgain) {
        Session session;
        session.series = openSeries({folder / "images"});
        assignTimes(session.series, {});
        session.recipe = defaultRecipe();
        RunRequest request;
        request.series = session.series;
        request.recipe = session.recipe;
        request.engines.engines = cpuEngines();
        RunChoices choices;
        choices.output = folder / "out";
        choices.resumes = choices.watches = isAgain;
        return std::make_unique<SeriesRun>(session, request, choices, Engines(cpuEngines()), report);
    };
    auto killed = run(false);
    killed->begin();
    killed->measure({});
    killed->writeTables(false);
    killed.reset();
    const std::filesystem::path journal = folder / "out" / RunJournal::fileName;
    ASSERT_TRUE(std::filesystem::exists(journal));

    const auto again = run(true);
    again->begin();
    EXPECT_FALSE(again->measure({})) << "no frame is missing";
    again->writeTables(false);
    again->endJournal();

    EXPECT_FALSE(std::filesystem::exists(journal));
    EXPECT_EQ(again->session().results.size(), 3u);
}

}  // namespace
}  // namespace coarsen
