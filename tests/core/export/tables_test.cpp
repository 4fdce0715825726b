// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/tables.hpp"

#include "core/base/version.hpp"
#include "core/export/csv_field.hpp"
#include "core/export/run_tables.hpp"
#include "core/export/sample_tables.hpp"
#include "tests/core/project/known_samples.hpp"
#include "tests/core/session/example_rows.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>

namespace coarsen {
namespace {

using test::measuredRow;
using testing::HasSubstr;

Session exampleSession() {
    Session session;
    session.version = "0.1.0";
    session.finishedUtc = "2026-03-01T12:01:00Z";
    session.recipe = defaultRecipe();
    session.calibration = {8.0, 8.0, "typed"};
    session.device = "CPU, 2 threads";
    session.results = {{0, shared(measuredRow(0))}, {4, shared(measuredRow(4))}};
    FrameResult failed;
    failed.frame = 7;
    failed.file = "a,b #1.png";
    failed.timeS = 423.5;
    failed.timeSource = TimeSource::table;
    failed.message = "it says \"no\"\nand stops";
    session.results[7] = shared(std::move(failed));
    return session;
}

/// The lines of a table that are no comments.
std::vector<std::string> rowsOf(const std::string& text) {
    std::vector<std::string> rows;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        if (!line.starts_with('#')) rows.push_back(line);
    return rows;
}

TEST(ResultsCsv, HasTheColumnsOfTheContract) {
    const auto rows = rowsOf(resultsCsv(exampleSession()));

    ASSERT_EQ(rows.size(), 4u);
    EXPECT_EQ(
        rows[0],
        "frame,file,page,time_s,time_source,status,quality,r_max_px,r_max_err_px,r_max_um,r_max_err_um,c_max,r_min_px,c_min,"
        "r_zero_px,r_half_px,shift_x_px,shift_y_px,width_px,height_px,valid_fraction,engine,message,r_min_err_px,r_zero_err_px,"
        "r_half_err_px,l_q1_px,l_qpeak_px,elongation,elongation_deg,domains,saturated_fraction,rotation_deg,shift_x_err_px,"
        "shift_y_err_px,rotation_err_deg,r_moment_px,r_moment_err_px,xi_px,xi_err_px,xi_integral_px,xi_integral_err_px,xi_fit_px,"
        "xi_fit_err_px,xi_fit_from_px,xi_fit_to_px,order_parameter,coherence_mean,axis_deg,depth_px,shift_z_px,"
        "j_min,rho,u_expected_err_px,u_mean_px,log_j_mean,"
        "s_v_per_um,s_v_per_um_err,mean_curvature_per_um,mean_curvature_per_um_err,euler,euler_err,pieces,pieces_err,volume_"
        "fraction,volume_fraction_err,s_v_per_px,s_v_per_px_err,euler_per_px3,euler_per_px3_err,s_v_r_max,s_v_r_max_err,euler_r_"
        "max3,euler_r_max3_err,contrast,sharpness");
    EXPECT_EQ(rows[1],
              "0,spin_0.png,3,0,table,ok,weak,21.5,0.1,172,0.8,0.25,12.333333333333334,-0.2,7.25,4.75,1.5,-2.5,640,480,0.985,"
              "cpu-fft,it stands 0.04 above its "
              "minimum,,0.125,,20.25,,0.5,30,654.6068144943213,0.0625,0.25,0.0625,0.125,0.5,,,,,,,27.5,2.25,8,61,0.5,0.75,-30,,"
              ",0.125,0.96875,0.375,0.75,-0.0625,,,,,,,,,,,,,,,,,,,,");
}

TEST(ResultsCsv, LeavesEmptyWhatAFailedFrameHasNot) {
    EXPECT_EQ(rowsOf(resultsCsv(exampleSession()))[3],
              "7,\"a,b #1.png\",0,423.5,table,failed,none,,,,,,,,,,,,,,,,\"it says \"\"no\"\" and "
              "stops\",,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,");
}

TEST(ResultsCsv, WithoutAPixelSizeHasNoMicrometres) {
    Session session = exampleSession();
    session.calibration = {};

    EXPECT_THAT(rowsOf(resultsCsv(session))[1], HasSubstr(",21.5,0.1,,,0.25,"));
}

TEST(ResultsCsv, BeginsWithWhatMadeIt) {
    const std::string text = resultsCsv(exampleSession());

    EXPECT_TRUE(text.starts_with(std::string("# Coarsen ") + version + "\n# recipe sha256: "));
    for (const char* line :
         {"\n# input sha256: ", "\n# engine: cpu-fft\n", "\n# device: CPU, 2 threads\n", "\n# estimator: R_max",
          "\n# pixel size: 8 x 8 um (typed)\n", "\n# time: from a table\n", "\n# date: 2026-03-01T12:01:00Z\n"})
        EXPECT_THAT(text, HasSubstr(line));
}

TEST(ResultsCsv, SaysWhoSaysTheTimes) {
    Session session = exampleSession();
    session.series.timesBy = "times.csv";
    EXPECT_THAT(resultsCsv(session), HasSubstr("\n# time: from a table (times.csv)\n"));
}

TEST(ResultsCsv, SaysWhereFramesHavePixelsOfTheirOwnSize) {
    Session session = exampleSession();
    FrameResult row = *session.results.begin()->second;
    row.ownUmPerPx = 4;
    session.results.begin()->second = shared(std::move(row));
    EXPECT_THAT(resultsCsv(session), HasSubstr("\n# pixel size: 8 x 8 um (typed)\n"));
    session.calibration.source = "ImageJ";
    EXPECT_THAT(resultsCsv(session), HasSubstr("\n# pixel size: 8 x 8 um (ImageJ; some frames have their own, um_per_px)\n"));
}

TEST(ResultsCsv, GivesTheExclusionsOfNow) {
    Session session = exampleSession();
    const int first = session.results.begin()->first;
    session.excluded = {first};
    EXPECT_THAT(rowsOf(resultsCsv(session))[1], HasSubstr(",excluded,"));
    FrameResult ofTheRun = *session.results[first];
    ofTheRun.status = FrameStatus::excluded;
    session.results[first] = shared(ofTheRun);
    session.excluded.clear();
    EXPECT_THAT(rowsOf(resultsCsv(session))[1], HasSubstr(",ok,"));
    ofTheRun.rMax = {};
    EXPECT_EQ(statusOf(ofTheRun, false), FrameStatus::noPeak);
    ofTheRun.image.widthPx = 0;
    EXPECT_EQ(statusOf(ofTheRun, false), FrameStatus::failed);
    EXPECT_EQ(statusOf(ofTheRun, true), FrameStatus::excluded);
}

TEST(ResultsCsv, NamesTheFramesOfAnotherRecipe) {
    Session session = exampleSession();
    const SharedResult row = session.results.begin()->second;
    session.results.clear();
    session.resultKeys.clear();
    for (const int frame : {0, 1, 2, 3, 5, 7}) {
        session.results[frame] = row;
        session.resultKeys[frame] = frame == 1 ? session.keysOfToday().of(frame) : ResultKey{"of another", 1, {}};
    }
    EXPECT_THAT(resultsCsv(session), HasSubstr("\n# frames measured with another recipe, out of date: 0, 2-3, 5, 7\n"));
    for (auto& [frame, key] : session.resultKeys)
        key = session.keysOfToday().of(frame);
    EXPECT_THAT(resultsCsv(session), Not(HasSubstr("another recipe")));
}

TEST(ResultsCsv, SaysWhatTheQuenchCountsIn) {
    Session session = exampleSession();
    session.recipe.fit.t0S = -5;
    EXPECT_THAT(resultsCsv(session), HasSubstr("\n# t0: -5 s: the quench"));
    for (auto& [frame, row] : session.results) {
        FrameResult counted = *row;
        counted.timeSource = TimeSource::index;
        row = shared(std::move(counted));
    }
    EXPECT_THAT(resultsCsv(session), HasSubstr("\n# t0: -5 frames: the quench"));
}

/// R = 3 t^(1/3) after the quench at -60.5 s, each length known to 1 %; the frames are 60.5 s apart.
Session cubeRootSession(int frames) {
    Session session = exampleSession();
    session.results.clear();
    session.recipe.fit.t0S = -60.5;
    for (int frame = 0; frame < frames; ++frame) {
        FrameResult row = measuredRow(frame);
        const double px = 3 * std::cbrt(row.timeS + 60.5);
        row.rMax = {px, px / 100, 0.25, Quality::good, ""};
        session.results[frame] = shared(std::move(row));
    }
    return session;
}

TEST(ExponentsCsv, IsOneThirdAtEveryFrameOfACubeRoot) {
    const Session session = cubeRootSession(20);
    const auto rows = rowsOf(exponentsCsv(session));

    ASSERT_EQ(rows.size(), 21u);  // with the header
    EXPECT_EQ(rows[0], "frame,time_s,n_from_start,n_from_start_err,n_local,n_local_err");
    std::size_t fromStart = 0, local = 0;
    for (std::size_t i = 1; i < rows.size(); ++i) {
        std::vector<std::string> cells;
        std::istringstream row(rows[i] + ",");
        for (std::string cell; std::getline(row, cell, ',');)
            cells.push_back(cell);
        ASSERT_EQ(cells.size(), 6u);
        EXPECT_DOUBLE_EQ(std::stod(cells[1]), 60.5 * std::stoi(cells[0]));
        for (const std::size_t n : {2u, 4u}) {
            if (cells[n].empty()) continue;
            EXPECT_NEAR(std::stod(cells[n]), 1.0 / 3, 1e-6) << rows[i];
            EXPECT_GT(std::stod(cells[n + 1]), 0);
            ++(n == 2 ? fromStart : local);
        }
    }
    EXPECT_EQ(fromStart, 15u);  // those that leave six frames or more
    EXPECT_EQ(local, 14u);      // from the seventh on five frames lie within 0.15 decade about each
}

TEST(ExponentsCsv, HasNoRowsWithoutAQuenchAndIsNotMadeThen) {
    Session session = cubeRootSession(20);
    session.recipe.fit.t0S.reset();
    const auto table = std::ranges::find(runTables(), "exponents.csv", &RunTable::file);

    EXPECT_EQ(rowsOf(exponentsCsv(session)).size(), 1u);
    ASSERT_NE(table, runTables().end());
    EXPECT_FALSE(table->isMadeFor(session.recipe));
    session.recipe.fit.t0S = 0;
    EXPECT_TRUE(table->isMadeFor(session.recipe));
}

TEST(RunTables, AreNamedOnceAndSayWhatTheyNeed) {
    const Session session = cubeRootSession(8);
    std::set<std::string> files, keys;
    for (const RunTable& table : runTables()) {
        const bool isOffered =
            keys.insert(table.key).second && !table.isOfDrift;  // by the window, which says why it is not there
        EXPECT_TRUE(files.insert(table.file).second) << table.file;
        EXPECT_EQ(table.text({session}).empty(), table.isOfDrift) << table.file;  // a session knows no drift
        EXPECT_TRUE(!isOffered || table.needs.empty() == !table.isMade) << table.file;
    }
}

TEST(C1dCsv, HasOneLineARadiusInShortestDigits) {
    const auto rows = rowsOf(c1dCsv(exampleSession()));

    ASSERT_EQ(rows.size(), 7u);
    EXPECT_EQ(rows[0], "frame,r_px,c1d,c1d_err,n");
    EXPECT_EQ(rows[3], "0,2,-0.1,0.02,305000.5");
    EXPECT_EQ(rows[4], "4,0,1,0,307200");
}

TEST(SectorsCsv, HasOneLineARadiusAndSectorWithTheSectorsLength) {
    const auto rows = rowsOf(sectorsCsv(exampleSession()));

    ASSERT_EQ(rows.size(), 9u);
    EXPECT_EQ(rows[0], "frame,sector_deg,r_px,c,n,r_max_px");
    EXPECT_EQ(rows[2], "0,0,1,0.25,306000,21.5");
    EXPECT_EQ(rows[8], "4,90,1,-0.5,305500,");
}

TEST(TermsCsv, HasOneLineARadiusAndTermWithTheTermsLength) {
    const auto rows = rowsOf(termsCsv(exampleSession()));

    ASSERT_EQ(rows.size(), 9u);
    EXPECT_EQ(rows[0], "frame,term,r_px,c,c_err,n,c0,r_max_px");
    EXPECT_EQ(rows[2], "0,1x1,1,0.25,0.5,306000,1,21.5");
    EXPECT_EQ(rows[8], "4,1x2,1,-0.5,,305500,-0.75,");
}

TEST(FitJson, HasTheKeysOfTheContract) {
    Session session = exampleSession();
    GrowthFit line;
    line.model = "line";
    line.parameters = {{"v", 0.5, 0.1, 0.08, 0.06, 0.3, 0.7}, {"R0", 20, 1, 0.8, 0.6, 18, 22}};
    line.covariance = {1, 2, 3, 4};
    line.frames = {0, 4};
    GrowthFit power;
    power.model = "power";
    power.reason = "2 points, 3 are needed";
    session.fits = {line, power};
    setText(session.recipe, "fit.t0", "-600");

    const auto json = nlohmann::json::parse(fitJson(session));

    EXPECT_EQ(json.at("schema"), 1);
    EXPECT_EQ(json.at("length"), "r_max");
    EXPECT_EQ(json.at("length_unit"), "um");
    EXPECT_EQ(json.at("time_unit"), "s");
    EXPECT_EQ(json.at("t0_s"), -600.0);
    setText(session.recipe, "fit.t0", "none");
    EXPECT_TRUE(nlohmann::json::parse(fitJson(session)).at("t0_s").is_null());
    EXPECT_EQ(json.at("chosen"), "origin-line");
    EXPECT_EQ(json.at("chosen_reliable"), false);  // it is not among the laws that were fitted
    EXPECT_EQ(json.at("chosen_doubt"), "no law is fitted");
    const auto& fitted = json.at("models").at("line");
    EXPECT_EQ(fitted.at("parameters").at("v").at("error_shared"), 0.06);
    EXPECT_EQ(fitted.at("covariance"), (std::vector<std::vector<double>>{{1, 2}, {3, 4}}));
    EXPECT_EQ(fitted.at("aic_above_lowest"), 0.0);
    EXPECT_EQ(fitted.at("points"), 2);
    EXPECT_EQ(fitted.at("frames"), (std::vector<int>{0, 4}));
    EXPECT_TRUE(json.at("models").at("power").at("parameters").is_null());
    EXPECT_EQ(json.at("models").at("power").at("reason"), "2 points, 3 are needed");
}

TEST(CsvField, QuotesOnlyWhatNeedsIt) {
    EXPECT_EQ(csvField("plain text"), "plain text");
    EXPECT_EQ(csvField("a,b"), "\"a,b\"");
    EXPECT_EQ(csvField("#1"), "\"#1\"");
    EXPECT_EQ(csvField("say \"x\""), "\"say \"\"x\"\"\"");
    EXPECT_EQ(csvField("two\nlines"), "\"two lines\"");
}

TEST(CsvField, IsNoFormulaToASpreadsheet) {
    EXPECT_EQ(csvField("=1+1.png"), "./=1+1.png");
    EXPECT_EQ(csvField("+a"), "./+a");
    EXPECT_EQ(csvField("-a"), "./-a");
    EXPECT_EQ(csvField("@SUM(A1)"), "./@SUM(A1)");
    EXPECT_EQ(csvField("=HYPERLINK(\"a\",\"b\")"), "\"./=HYPERLINK(\"\"a\"\",\"\"b\"\")\"");
    EXPECT_EQ(csvField("a=b-c"), "a=b-c");
    EXPECT_EQ(csvField(""), "");
}

TEST(ShiftsCsv, HasARowForEveryFrame) {
    ImageSeries series;
    series.frames.resize(2);
    series.frames[0].name = "a.png";
    series.frames[1].name = "b, c.png";
    Drift drift;
    drift.shifts = {{0, 0, 1}, {1.5, -2.25, 0.875, 0.5}};
    drift.errors = {{0, 0, 0}, {}};
    drift.isKnown = {true, false};

    EXPECT_EQ(shiftsCsv(series, drift),
              "frame,file,page,shift_x_px,shift_y_px,rotation_deg,likeness,found,shift_x_err_px,shift_y_err_px,rotation_err_deg,"
              "shift_z_px\n"
              "0,a.png,0,0,0,0,1,yes,0,0,0,\n"
              "1,\"b, c.png\",0,1.5,-2.25,0.5,,no,,,,\n");
    drift.ofVolumes = {{0, 0}, {3.5, 1}};
    EXPECT_THAT(shiftsCsv(series, drift), testing::EndsWith("no,,,,3.5\n"));
}

/// The field of a table without quotes: its column by name, its row from 1.
std::string fieldOf(const std::string& csv, int row, const std::string& column) {
    std::istringstream text(csv);
    std::string header, line;
    std::getline(text, header);
    for (int i = 0; i < row; ++i)
        std::getline(text, line);
    std::istringstream columns(header), fields(line);
    for (std::string name, field; std::getline(columns, name, ',') && std::getline(fields, field, ',');)
        if (name == column) return field;
    return "no column " + column;
}

TEST(TablesOfSamples, HaveTheLawBesideEachRateAndOneLawForAGroup) {
    const auto risen = [](double t) { return 10 + 0.05 * t; };
    std::vector<Sample> samples{test::sampleOf({.name = "a", .law = risen}), test::sampleOf({.name = "b", .law = risen})};
    samples[0].settings.model = "line";
    samples[1].settings.model = "origin-line";

    const std::string summary = summaryCsv(samples), groups = conditionsCsv(samples, conditionsOf(samples));

    EXPECT_EQ(fieldOf(summary, 1, "rate_model"), "line");
    EXPECT_EQ(fieldOf(summary, 2, "rate_model"), "origin-line");
    EXPECT_GT(std::stod(fieldOf(summary, 2, "rate")), 0.07);
    EXPECT_EQ(fieldOf(groups, 1, "rate_model"), "line");
    EXPECT_NEAR(std::stod(fieldOf(groups, 1, "rate_mean")), 0.05, 1e-9);
    EXPECT_NEAR(std::stod(fieldOf(groups, 1, "rate_sd")), 0, 1e-9);
}

}  // namespace
}  // namespace coarsen
