// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/session.hpp"
#include "tests/cli/program.hpp"
#include "tests/pins/differences.hpp"
#include "tests/pins/measured_case.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace coarsen::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// The committed session of volumes: what it says stands in it, whatever the program becomes.
TEST(VolumesSession, OpensWithItsResults) {
    const RepositoryCopy here;
    fs::copy(dataFolder() / "pins/volumes", "tests/data/pins/volumes");
    const Session session = readSession("tests/data/pins/volumes/session.coarsen");

    ASSERT_TRUE(session.series.volumes);
    ASSERT_EQ(session.series.frames.size(), 5U);
    EXPECT_EQ(session.calibration.pixelWidthUm, 0.5);
    EXPECT_EQ(session.calibration.pixelDepthUm, 0.8);
    EXPECT_EQ(session.series.frames[4].timeS, 8400);
    ASSERT_EQ(session.results.size(), 5U);
    for (const auto& [frame, row] : session.results) {
        EXPECT_EQ(row->status, FrameStatus::ok);
        EXPECT_EQ(row->image.depthPx, 24);
        const double truth = 1.2295 * (5 + 0.5 * frame);  // wavelengths of 5 to 7 px
        EXPECT_NEAR(row->rMax.px, truth, 4 * row->rMax.errorPx) << frame;
    }
    EXPECT_TRUE(checkInputs(session).isUnchanged());
}

TEST(VolumesSession, MeasuredAgainGivesItsNumbers) {
    const RepositoryCopy here;
    const fs::path folder = "tests/data/pins/volumes";
    fs::copy(dataFolder() / "pins/volumes", folder);

    const Outcome outcome = coarsenCli({"analyze", "--session", folder / "session.coarsen", "-o", folder, "--force"});

    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("Images  unchanged"));
    for (const char* file : {"results.csv", "c1d.csv", "fit.json"})
        expectNone(differences(dataFolder() / "pins/volumes" / file, folder / file));
}

}  // namespace
}  // namespace coarsen::test
