// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/sample.hpp"

#include "tests/core/session/example_session.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace coarsen {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

const ProjectSeries series{.path = "/data/spin", .name = "spinning", .group = "20C", .x = 20};

/// Eight frames at R_max = 20 + 2 t.
Session measuredSession() {
    Session session = test::exampleSession("/data");
    session.recipe = defaultRecipe();
    session.manualRMaxPx.clear();
    session.excluded.clear();
    for (int frame = 3; frame < 8; ++frame)
        session.series.frames.push_back(session.series.frames.front());
    for (int frame = 0; frame < 8; ++frame)
        session.series.frames[static_cast<std::size_t>(frame)].problem.clear();
    session.results.clear();
    session.resultKeys.clear();
    session.fits.clear();
    for (int frame = 0; frame < 8; ++frame) {
        FrameResult row = test::measuredRow(frame);
        row.timeS = frame;
        row.rMax.px = 20 + 2 * frame;
        row.rMax.quality = Quality::good;
        session.results[frame] = shared(std::move(row));
        session.resultKeys[frame] = session.keysOfToday().of(frame);
    }
    return session;
}

void change(Session& session, int frame, const std::function<void(FrameResult&)>& how) {
    FrameResult row = *session.results.at(frame);
    how(row);
    session.results[frame] = shared(std::move(row));
}

TEST(Sample, IsWhatChartsNeedOfASession) {
    Session session = measuredSession();
    session.excluded = {7};
    change(session, 5, [](FrameResult& row) { row.status = FrameStatus::failed; });
    change(session, 6, [](FrameResult& row) {
        row.status = FrameStatus::noPeak;
        row.rMax = {};
    });
    session.resultKeys[4].measurement = "of another recipe";
    session.series.frames.resize(9);

    const Sample sample = sampleOf(session, series);

    EXPECT_EQ(sample.name, "spinning");
    EXPECT_EQ(sample.group, "20C");
    EXPECT_EQ(sample.x, 20);
    EXPECT_THAT(sample.problem, IsEmpty());
    EXPECT_EQ(sample.counts, (FrameCounts{.frames = 9, .measured = 5, .noPeak = 1, .failed = 1, .excluded = 1, .outOfDate = 1}));
    EXPECT_TRUE(sample.isCalibrated());
    EXPECT_TRUE(sample.timesAreSeconds());
    EXPECT_FALSE(sample.hasQuench());
    EXPECT_THAT(sample.growth.points, SizeIs(6)) << "with the one left out, which charts show as such";
    EXPECT_NEAR(sample.contrast, std::sqrt(123.5), 1e-9);
    const double umPerPx = std::sqrt(8.3 * 8.5);
    ASSERT_NE(sample.chosenFit(), nullptr) << "fits that the session lacks are made";
    EXPECT_NEAR(sample.chosenFit()->parameters.front().value, 2 * umPerPx, 1e-9);
}

TEST(Sample, KeepsTheFitsOfItsSession) {
    Session session = measuredSession();
    session.fits = fitGrowth(growthOf(session), session.recipe.fit);
    session.fits[1].parameters.front().value = 77;

    EXPECT_EQ(sampleOf(session, series).fit("line")->parameters.front().value, 77);
}

TEST(Sample, SaysWhyItHasNothing) {
    Session session = measuredSession();
    session.results.clear();
    session.resultKeys.clear();
    EXPECT_EQ(sampleOf(session, series).problem, "It is not measured yet");
    EXPECT_THAT(sampleOf(session, series).fits, IsEmpty());

    session = measuredSession();
    for (int frame = 0; frame < 8; ++frame)
        change(session, frame, [](FrameResult& row) { row.status = FrameStatus::failed; });
    EXPECT_EQ(sampleOf(session, series).problem, "No frame of its 8 gave a length");
}

TEST(Sample, OfAFileThatIsGoneSaysSo) {
    const TemporaryFolder folder;
    ProjectSeries gone = series;
    gone.path = folder / "gone.coarsen";

    const Sample sample = readSample(gone);

    EXPECT_THAT(sample.problem, HasSubstr("gone.coarsen"));
    EXPECT_EQ(sample.name, "spinning");
    EXPECT_EQ(sample.x, 20);
}

TEST(Sample, OfAFileIsThatOfItsSession) {
    const TemporaryFolder folder;
    ProjectSeries here = series;
    here.path = folder / "session.coarsen";
    writeSession(here.path, measuredSession());

    const Sample sample = readSample(here);

    EXPECT_THAT(sample.problem, IsEmpty());
    EXPECT_EQ(sample.counts.measured, 8);
}

}  // namespace
}  // namespace coarsen
