// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/numbers.hpp"
#include "tests/cli/program.hpp"
#include "tests/cli/table.hpp"
#include "tests/support/large_data.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace coarsen::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class RealSeries : public testing::TestWithParam<fs::path> {
protected:
    fs::path data = GetParam();
    TemporaryFolder folder;

    /// Measures a part of the data and reads the table.
    Table measured(const std::string& name, std::vector<std::string> options = {}) {
        std::vector<std::string> words{"analyze", data / name, "-o", folder / "out", "--force", "--progress", "none"};
        words.insert(words.end(), options.begin(), options.end());
        outcome = coarsenCli(words);
        return readTable(folder / "out" / "results.csv");
    }
    Outcome outcome;

    /// Largest deviation from a column of the series' truth, and prints it.
    struct Deviation {
        double px = 0, relative = 0;
    };
    Deviation worstDeviation(const Table& results, const std::string& series) {
        const Table truth = readTable(data / series / "truth.csv");
        Deviation worst;
        for (std::size_t i = 0; i < results.rows.size(); ++i) {
            EXPECT_EQ(results.rows[i].at("status"), "ok") << results.lines[i + 1];
            const auto frame = static_cast<std::size_t>(results.number(i, "frame"));
            const double expected = truth.number(frame, "Rmax_crop_px");
            const double deviation = std::abs(results.number(i, "r_max_px") - expected);
            worst.px = std::max(worst.px, deviation);
            worst.relative = std::max(worst.relative, deviation / expected);
        }
        RecordProperty("worst_px", shortest(worst.px));
        RecordProperty("worst_relative", shortest(worst.relative));
        std::cout << series << ": " << results.rows.size() << " frames, worst " << worst.px << " px, " << 100 * worst.relative
                  << " %\n";
        return worst;
    }

    void expectNeverGood(const Table& results) {
        std::map<std::string, int> count;
        for (const auto& row : results.rows) {
            EXPECT_THAT(row.at("quality"), testing::AnyOf("weak", "edge", "none")) << row.at("file");
            EXPECT_NE(row.at("status"), "failed") << row.at("message");
            ++count[row.at("quality")];
        }
        for (const auto& [quality, number] : count)
            std::cout << quality << ": " << number << '\n';
    }
};

TEST_P(RealSeries, CleanSpinodalIsWithinATenthOfAPixelWithoutFlattening) {
    const Table results = measured("spinodal-sim-clean/frames", {"--set", "flatten.on=false", "--set", "dust.on=false"});

    ASSERT_EQ(results.rows.size(), 60u);
    EXPECT_LT(worstDeviation(results, "spinodal-sim-clean").px, 0.1);
}

TEST_P(RealSeries, CleanSpinodalIsWithin3PerMilWithTheDefaultRecipe) {
    const Table results = measured("spinodal-sim-clean/frames");

    ASSERT_EQ(results.rows.size(), 60u);
    EXPECT_LT(worstDeviation(results, "spinodal-sim-clean").relative, 0.003);
}

TEST_P(RealSeries, LabSpinodalIsWithin1PercentWithAutomaticDust) {
    const Table results = measured("spinodal-sim-lab/frames", {"--set", "dust.on=true"});

    ASSERT_EQ(results.rows.size(), 60u);
    EXPECT_LT(worstDeviation(results, "spinodal-sim-lab").relative, 0.01);
    for (const auto& row : results.rows) {  // where two maxima compete before the larger one wins
        const bool isTornFrame = row.at("frame") == "42" || row.at("frame") == "43" || row.at("frame") == "44";
        EXPECT_EQ(row.at("quality"), isTornFrame ? "weak" : "good") << row.at("frame");
    }
}

TEST_P(RealSeries, FoamHasTheSameLengthInEveryFrame) {  // cropped to the foam, as its README says
    const Table results = measured("foam", {"--set", "crop.on=true", "--set", "crop.x=70", "--set", "crop.y=10", "--set",
                                            "crop.width=640", "--set", "crop.height=340"});

    ASSERT_EQ(results.rows.size(), 4u);
    for (std::size_t i = 0; i < 4; ++i) {
        std::cout << "foam " << i << ": " << results.number(i, "r_max_px") << " px, " << results.rows[i].at("quality") << '\n';
        EXPECT_NEAR(results.number(i, "r_max_px"), 25.9, 0.1);
        EXPECT_EQ(results.rows[i].at("quality"), "good");
    }
}

TEST_P(RealSeries, BulkWaterIsNeverGood) {
    const Table results = measured("bulk-water");

    EXPECT_EQ(results.rows.size(), 40u);
    expectNeverGood(results);
}

TEST_P(RealSeries, ActiveNematicsAreNeverGood) {
    const Table results = measured("active-nematics");

    EXPECT_EQ(results.rows.size(), 10u);
    expectNeverGood(results);
}

TEST_P(RealSeries, EveryHostileFileIsNamedAndNothingCrashes) {
    int parts = 0;
    for (const auto& part : fs::directory_iterator(data / "hostile")) {
        if (!part.is_directory()) continue;
        ++parts;
        const std::string name = part.path().filename();

        const Table results = measured("hostile/" + name);

        EXPECT_THAT(outcome.status, testing::AnyOf(0, 1, 3)) << name << outcome.err;
        std::set<std::string> rows;
        for (const auto& row : results.rows) {
            rows.insert(row.at("file"));
            EXPECT_TRUE(row.at("status") == "ok" || !row.at("message").empty()) << row.at("file");
        }
        std::vector<std::string> unnamed;
        for (const auto& file : fs::directory_iterator(part.path())) {
            const std::string each = file.path().filename();
            if (!rows.contains(each) && outcome.err.find(each) == std::string::npos) unnamed.push_back(each);
        }
        EXPECT_THAT(unnamed, testing::IsEmpty()) << outcome.err.substr(0, 2000);
        std::cout << name << ": " << results.rows.size() << " frames, status " << outcome.status << '\n';
    }
    EXPECT_GT(parts, 0);
}

INSTANTIATE_TEST_SUITE_P(Data, RealSeries, testing::ValuesIn(largeData()), [](const auto&) { return "folder"; });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(RealSeries);

}  // namespace
}  // namespace coarsen::test
