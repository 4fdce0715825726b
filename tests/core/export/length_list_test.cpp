// SPDX-License-Identifier: GPL-3.0-or-later
// Every length of the list has a place in a row, and comes through fit, tables and session by its key.
#include "core/analysis/run_series.hpp"
#include "core/export/tables.hpp"
#include "core/growth/growth_fit.hpp"
#include "core/measure/lengths.hpp"
#include "tests/core/session/example_rows.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <ostream>
#include <sstream>

namespace coarsen {

std::ostream& operator<<(std::ostream& out, const LengthEstimator& length) {
    return out << length.key;
}

namespace {

class LengthOfTheList : public testing::TestWithParam<LengthEstimator> {
protected:
    static constexpr double firstPx = 30.25;

    const std::string& key() const { return GetParam().key; }

    /// Four frames in which this length grows by a pixel each.
    Session session() const {
        Session session;
        session.recipe = defaultRecipe();
        setText(session.recipe, "fit.length", key());
        setText(session.recipe, "fit.model", "line");
        for (int frame = 0; frame < 4; ++frame) {
            FrameResult row = test::measuredRow(frame);
            (key() == "r_max" ? row.rMax : row.lengths[key()]) = {firstPx + frame, 0.125, 0.25, Quality::good, ""};
            session.series.frames.emplace_back().file = "/" + row.file;
            session.results[frame] = shared(std::move(row));
        }
        session.fits = fitGrowth(growthSeries(session.rows(), session.neighbourCorrelations, session.calibration, key()),
                                 session.recipe.fit);
        return session;
    }
};
INSTANTIATE_TEST_SUITE_P(Every, LengthOfTheList, testing::ValuesIn(lengthEstimators()),
                         [](const auto& instance) { return instance.param.key; });

std::vector<std::string> cellsOf(const std::string& line) {
    std::vector<std::string> cells;
    std::istringstream text(line);
    for (std::string cell; std::getline(text, cell, ',');)
        cells.push_back(cell);
    return cells;
}

TEST_P(LengthOfTheList, IsWhatTheFitSees) {
    const GrowthSeries series = growthSeries(session().rows(), {}, {}, key());

    ASSERT_EQ(series.points.size(), 4u);
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(series.points[i].length, firstPx + static_cast<double>(i));
        EXPECT_EQ(series.points[i].error, 0.125);
    }
}

TEST_P(LengthOfTheList, HasItsColumnInTheTable) {
    std::istringstream text(resultsCsv(session()));
    std::string line;
    while (std::getline(text, line) && line.starts_with('#')) {
    }
    const std::vector<std::string> names = cellsOf(line);
    const auto column = std::ranges::find(names, key() + "_px") - names.begin();
    ASSERT_LT(column, static_cast<std::ptrdiff_t>(names.size()));
    std::getline(text, line);

    EXPECT_EQ(cellsOf(line).at(static_cast<std::size_t>(column)), "30.25");
}

TEST_P(LengthOfTheList, IsNamedByTheFit) {
    const nlohmann::json json = nlohmann::json::parse(fitJson(session()));

    EXPECT_EQ(json.at("length"), key());
    // A pixel every 60.5 s.
    EXPECT_NEAR(json.at("models").at("line").at("parameters").at("v").at("value"), 1 / 60.5, 1e-9);
}

TEST_P(LengthOfTheList, ComesBackFromASession) {
    const Session before = session();

    const Session after = sessionFromJson(sessionJson(before, "/"), "/session.coarsen");

    EXPECT_EQ(after.recipe.fit.length, key());
    for (int frame = 0; frame < 4; ++frame)
        EXPECT_EQ(lengthNamed(*after.results.at(frame), key()).px, firstPx + frame);
}

}  // namespace
}  // namespace coarsen
