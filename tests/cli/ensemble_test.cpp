// SPDX-License-Identifier: GPL-3.0-or-later
// `ensemble`: groups of images, their tables and maps, and what it refuses.
#include "core/base/files.hpp"
#include "core/session/session.hpp"
#include "core/synth/synthetic_series.hpp"
#include "tests/cli/program.hpp"
#include "tests/cli/table.hpp"
#include "tests/support/folders.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace coarsen::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class EnsembleCommand : public testing::Test {
protected:
    TemporaryFolder folder;

    void makeGroup(const std::string& name, double xiPx, int images, std::uint64_t seed) const {
        ExponentialSettings settings;
        settings.width = 160;
        settings.height = 140;
        settings.frames = images;
        settings.seed = seed;
        settings.xiPx = xiPx;
        writeExponentialSeries(folder / name, settings);
    }
    void SetUp() override {
        makeGroup("cold", 4, 5, 1);
        makeGroup("warm", 8, 4, 2);
    }
    Outcome ensemble(const std::vector<std::string>& groups, const std::string& out,
                     const std::vector<std::string>& more = {}) const {
        std::vector<std::string> words{"ensemble"};
        for (const std::string& group : groups)
            words.push_back(folder / group);
        // Flattening would take long waves for light, and make xi short.
        words.insert(words.end(), {"-o", folder / out, "--set", "fit.length=xi", "--set", "flatten.on=false"});
        words.insert(words.end(), more.begin(), more.end());
        return coarsenCli(words);
    }
    nlohmann::json facts(const std::string& out) const {
        return nlohmann::json::parse(contentOf(folder / out / "ensemble.json"));
    }
};

TEST_F(EnsembleCommand, OffersThePresetsThatItTakes) {
    const std::string help = coarsenCli({"ensemble", "--help"}).out;
    EXPECT_THAT(help, HasSubstr("plain"));
    EXPECT_THAT(help, testing::Not(HasSubstr("lu2010")));
    EXPECT_THAT(coarsenCli({"analyze", "--help"}).out, HasSubstr("lu2010"));
}

TEST_F(EnsembleCommand, TellsConditionsApart) {
    const Outcome outcome = ensemble({"cold", "warm"}, "out");

    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("cold: xi = "));
    EXPECT_THAT(outcome.out, HasSubstr("5 images: image-to-image scatter "));
    EXPECT_THAT(contentOf(folder / "out" / "ensemble.csv"),
                testing::StartsWith("group,x,images,length,value_px,err_px,low68,high68,sd_between,err_within,"
                                    "value_mean_of_maps_px,images_with\n"));
    const auto json = facts("out");
    ASSERT_EQ(json.at("groups").size(), 2U);
    const auto &cold = json["groups"][0], &warm = json["groups"][1];
    EXPECT_EQ(cold.at("name"), "cold");
    EXPECT_EQ(cold.at("images").size(), 5U);
    EXPECT_NEAR(cold["lengths"]["xi"]["value_px"], 4, 0.5);
    const auto& xi = warm["lengths"]["xi"];
    EXPECT_NEAR(xi["value_px"], 8, 3 * xi["err_px"].get<double>());
    EXPECT_GT(xi["low68"], cold["lengths"]["xi"]["high68"]);
    for (const char* file : {"mean_c2d_cold.tif", "err_c2d_cold.tif", "c1d_cold.csv", "mean_c2d_warm.tif", "c1d_warm.csv"})
        EXPECT_TRUE(fs::exists(folder / "out" / file)) << file;
}

TEST_F(EnsembleCommand, HasNoPixelSizeWhereNobodyStatesOne) {
    ASSERT_EQ(ensemble({"cold"}, "unknown", {"--pixel-size", "none"}).status, 0);
    ASSERT_EQ(ensemble({"cold"}, "known", {"--pixel-size", "0.5"}).status, 0);

    EXPECT_TRUE(facts("unknown").at("pixel_size_um").is_null());
    EXPECT_EQ(facts("known").at("pixel_size_um"), 0.5);
}

TEST_F(EnsembleCommand, GivesTheSameBytesOnAnyNumberOfThreads) {
    ASSERT_EQ(ensemble({"cold"}, "one", {"--threads", "1"}).status, 0);
    ASSERT_EQ(ensemble({"cold"}, "three", {"--threads", "3"}).status, 0);
    for (const char* file : {"ensemble.csv", "mean_c2d_cold.tif", "err_c2d_cold.tif", "c1d_cold.csv"})
        EXPECT_EQ(contentOf(folder / "one" / file), contentOf(folder / "three" / file)) << file;
}

TEST_F(EnsembleCommand, MakesGroupsOfATablesNumbers) {
    std::map<std::string, int> known;
    std::ofstream table(folder / "images.csv");
    table << "file,temperature_C\n";
    int place = 0;
    for (const auto& entry : fs::directory_iterator(folder / "cold"))
        if (entry.path().extension() == ".png")
            table << entry.path().filename().string() << ',' << (place++ % 2 == 0 ? 20 : 35) << '\n';
    table.close();
    const Outcome outcome = ensemble({"cold"}, "out", {"--table", folder / "images.csv", "--x", "temperature_C"});

    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const auto json = facts("out");
    ASSERT_EQ(json.at("groups").size(), 2U);
    EXPECT_EQ(json["groups"][0].at("name"), "temperature_C=20");
    EXPECT_EQ(json["groups"][0].at("x"), 20);
    EXPECT_EQ(json["groups"][0].at("images").size(), 3U);
    EXPECT_EQ(json["groups"][1].at("x"), 35);
    EXPECT_TRUE(fs::exists(folder / "out" / "c1d_temperature_C_35.csv"));
}

TEST_F(EnsembleCommand, KeepsItsGroupsInASessionThatGivesTheSameAgain) {
    ASSERT_EQ(ensemble({"warm", "cold"}, "out").status, 0);
    const Session session = readSession(folder / "out" / "session.coarsen");
    ASSERT_TRUE(session.ensemble);
    ASSERT_EQ(session.ensemble->groups.size(), 2U);
    EXPECT_EQ(session.ensemble->groups[0].name, "warm");
    EXPECT_THAT(session.ensemble->groups[1].frames, testing::ElementsAre(4, 5, 6, 7, 8));
    EXPECT_EQ(session.results.size(), 9U);
    EXPECT_TRUE(session.isUpToDate(8));

    const Outcome again = coarsenCli({"ensemble", folder / "out" / "session.coarsen", "-o", folder / "again"});
    ASSERT_EQ(again.status, 0) << again.err;
    for (const char* file : {"ensemble.csv", "mean_c2d_cold.tif", "err_c2d_warm.tif", "c1d_cold.csv"})
        EXPECT_EQ(contentOf(folder / "out" / file), contentOf(folder / "again" / file)) << file;
    EXPECT_EQ(readSession(folder / "again" / "session.coarsen").ensemble->groups, session.ensemble->groups);

    const std::vector<std::string> both{"ensemble", folder / "out" / "session.coarsen", folder / "cold", "-o", folder / "mixed"};
    EXPECT_THAT(coarsenCli(both).err, HasSubstr("a session names its own images and groups"));
}

TEST_F(EnsembleCommand, SaysWhatEachImageHas) {
    ASSERT_EQ(ensemble({"cold"}, "out").status, 0);
    const auto group = facts("out")["groups"][0];
    double sum = 0, squares = 0;
    for (const auto& image : group["images"]) {
        const double px = image["lengths"]["xi"]["value_px"];
        sum += px;
        squares += px * px;
    }
    EXPECT_NEAR(std::sqrt((squares - sum * sum / 5) / 4), group["lengths"]["xi"]["sd_between"], 1e-9);
}

TEST_F(EnsembleCommand, SweepsASetting) {
    const Outcome outcome = ensemble({"warm"}, "out", {"--sweep", "measure.max_lag=20,40"});

    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const auto json = facts("out");
    ASSERT_EQ(json.at("groups").size(), 2U);
    EXPECT_EQ(json["groups"][1].at("name"), "warm measure.max_lag=40");
    EXPECT_EQ(json["groups"][1].at("x"), 40);
    EXPECT_EQ(json["groups"][1]["recipe"]["measure"]["max_lag"], 40);
    EXPECT_FALSE(fs::exists(folder / "out" / "session.coarsen")) << "which holds one recipe";
}

TEST_F(EnsembleCommand, GoesOnBesideAnImageThatIsDamagedAndSaysSo) {
    std::ofstream(folder / "cold" / "exponential_0002_t7200s.png") << "no picture";
    const Outcome outcome = ensemble({"cold"}, "out");

    EXPECT_EQ(outcome.status, 3);
    EXPECT_THAT(outcome.err, HasSubstr("cold, exponential_0002_t7200s.png: "));
    EXPECT_EQ(facts("out")["groups"][0]["lengths"]["xi"]["images"], 4);
}

TEST_F(EnsembleCommand, PoolsImagesOfDifferentSizes) {
    ExponentialSettings larger;
    larger.width = 260;
    larger.height = 200;
    larger.frames = 3;
    larger.seed = 7;
    larger.xiPx = 4;
    writeExponentialSeries(folder / "larger", larger);
    for (const auto& entry : fs::directory_iterator(folder / "larger"))
        if (entry.path().extension() == ".png") fs::copy(entry, folder / "cold" / ("larger_" + entry.path().filename().string()));
    const Outcome outcome = ensemble({"cold"}, "out");

    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("8 images: "));
    const auto json = facts("out");
    EXPECT_EQ(json["groups"][0]["images"].size(), 8U);
    EXPECT_NEAR(json["groups"][0]["lengths"]["xi"]["value_px"], 4, 0.4);
}

TEST_F(EnsembleCommand, PrintsTheLineThatDrawsItsFigures) {
    const fs::path out = folder / "out";
    EXPECT_THAT(ensemble({"cold"}, "out").out, HasSubstr("\nFigures  coarsen --export \"" + (out / "figures").string() + "\" \"" +
                                                         (out / "ensemble.json").string() + "\"\n"));
}

TEST_F(EnsembleCommand, SaysThatOneImageHasNoScatter) {
    makeGroup("single", 4, 1, 9);
    const Outcome outcome = ensemble({"single"}, "out");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("one image: no scatter"));
    EXPECT_TRUE(facts("out")["groups"][0]["lengths"]["xi"]["err_px"].is_null());
}

TEST_F(EnsembleCommand, RefusesWhatItCannotCompare) {
    const auto refused = [&](const std::vector<std::string>& groups, const std::vector<std::string>& more) {
        const Outcome outcome = ensemble(groups, "refused", more);
        EXPECT_NE(outcome.status, 0);
        EXPECT_FALSE(fs::exists(folder / "refused"));
        return outcome.err;
    };
    EXPECT_THAT(refused({"cold"}, {"--x", "temperature_C"}), HasSubstr("a table and its column belong together"));
    EXPECT_THAT(refused({"cold"}, {"--sweep", "channels.sigma"}), HasSubstr("has no values"));
    EXPECT_THAT(refused({"cold"}, {"--sweep", "tea.cup=1,2"}), HasSubstr("tea"));
    EXPECT_THAT(refused({}, {}), HasSubstr("no images are given"));
    EXPECT_THAT(refused({"cold"}, {"--preset", "best"}), HasSubstr("'best' is unknown"));
    ExponentialSettings calibrated;
    calibrated.width = calibrated.height = 100;
    calibrated.frames = 1;
    calibrated.pixelSizeUm = 2;
    writeExponentialSeries(folder / "calibrated", calibrated);
    EXPECT_THAT(
        refused({"cold", "calibrated"}, {}),
        HasSubstr(
            "calibrated/exponential_0000_t0s.png: its pixels are 2 um, those of cold/exponential_0000_t0s.png of unknown size"));
    calibrated.pixelSizeUm = 3;
    writeExponentialSeries(folder / "other", calibrated);
    fs::rename(folder / "other/exponential_0000_t0s.png", folder / "calibrated/later.png");
    EXPECT_THAT(refused({"calibrated"}, {}),
                HasSubstr("calibrated/later.png: its pixels are 3 um, those of calibrated/exponential_0000_t0s.png 2 um"));
    EXPECT_EQ(ensemble({"calibrated"}, "given", {"--pixel-size", "2000 nm"}).status, 0);
    EXPECT_EQ(readSession(folder / "given/session.coarsen").calibration.umPerPx(), 2);
    const Outcome lu = ensemble({"cold"}, "lu", {"--preset", "lu2010"});
    EXPECT_THAT(lu.err, HasSubstr("choose measure.norm=count"));
    const Outcome bracketed = ensemble({"cold"}, "lu2", {"--preset", "lu2010", "--set", "measure.norm=count"});
    EXPECT_THAT(bracketed.err, HasSubstr("choose measure.bracket=own"));
    EXPECT_EQ(ensemble({"cold"}, "plain", {"--preset", "plain"}).status, 0);
    ASSERT_EQ(ensemble({"cold"}, "twice").status, 0);
    EXPECT_THAT(ensemble({"cold"}, "twice").err, HasSubstr("it is there already"));
}

}  // namespace
}  // namespace coarsen::test
