// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/pins/differences.hpp"

#include "core/base/files.hpp"
#include "core/base/numbers.hpp"
#include "core/session/base64.hpp"
#include "tests/cli/table.hpp"
#include "tests/pins/measured_case.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <functional>

namespace coarsen::test {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;
using Json = nlohmann::json;

/// Files of a pin, and what is found when today's are others.
class Differences : public testing::Test {
protected:
    std::string text(const std::string& file, const std::string& name = "sample") const {
        const auto bytes = readWhole(dataFolder() / "pins" / name / file);
        return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    }

    /// Between a pinned file and a copy in which `from` has become `to` once.
    std::vector<std::string> afterReplacing(const std::string& file, const std::string& from, const std::string& to) const {
        std::string changed = text(file);
        const auto place = changed.find(from);
        EXPECT_NE(place, std::string::npos) << from;
        if (place != std::string::npos) changed.replace(place, from.size(), to);
        return afterWriting(file, changed);
    }
    std::vector<std::string> afterWriting(const std::string& file, const std::string& changed) const {
        const TemporaryFolder folder;
        writeWhole(folder / file, std::string_view(changed));
        return differences(dataFolder() / "pins" / "sample" / file, folder / file);
    }

    /// Between a pinned table and a copy in which one cell is another; the table's first row has number 0.
    std::vector<std::string> afterCell(const std::string& file, std::size_t row, const std::string& column,
                                       const std::string& value) const {
        const Table table = readTable(dataFolder() / "pins" / "sample" / file);
        const std::string before = table.rows.at(row).at(column), line = table.lines.at(row + 1);
        std::size_t start = 0;
        for (const std::string& each : table.columns) {
            if (each == column) break;
            start = line.find(',', start) + 1;
        }
        std::string changed = line;
        changed.replace(start, before.size(), value);
        return afterReplacing(file, line, changed);
    }
    double cell(std::size_t row, const std::string& column) const {
        return readTable(dataFolder() / "pins" / "sample" / "results.csv").number(row, column);
    }

    std::vector<std::string> afterChange(const std::string& file, const std::function<void(Json&)>& change) const {
        Json json = Json::parse(text(file));
        change(json);
        return afterWriting(file, json.dump());
    }
};

TEST_F(Differences, AreNoneBetweenAFileAndItself) {
    for (const std::string& name : pinnedCases())
        for (const auto& file : fs::directory_iterator(dataFolder() / "pins" / name))
            if (file.path().filename() != "arguments") {
                EXPECT_THAT(differences(file.path(), file.path()), IsEmpty()) << file.path();
            }
}

TEST_F(Differences, LeaveRoundingAlone) {
    const double length = cell(2, "r_max_px"), error = cell(2, "r_max_err_px");

    EXPECT_THAT(afterCell("results.csv", 2, "r_max_px", shortest(length + 0.5e-3 * error)), IsEmpty());
    const double c1d = readTable(dataFolder() / "pins" / "sample" / "c1d.csv").number(300, "c1d");
    EXPECT_THAT(afterCell("c1d.csv", 300, "c1d", shortest(c1d + 5e-6)), IsEmpty());
    EXPECT_THAT(afterCell("c1d.csv", 300, "c1d", shortest(c1d + 5e-4)), testing::SizeIs(1));
}

TEST_F(Differences, NameALengthThatLeftItsErrorByAFewThousandths) {
    const double length = cell(2, "r_max_px"), error = cell(2, "r_max_err_px");

    const auto found = afterCell("results.csv", 2, "r_max_px", shortest(length + 3e-3 * error));

    ASSERT_EQ(found.size(), 1u);
    EXPECT_THAT(found[0], AllOf(StartsWith("results.csv, frame 2, row[2].r_max_px: pinned 30.55988737896"),
                                HasSubstr("now 30.5602275"), HasSubstr("allowed 0.000113377")));
}

TEST_F(Differences, NameAWordACountAndANumberThatWentAway) {
    EXPECT_THAT(afterCell("results.csv", 4, "status", "no-peak"),
                ElementsAre(R"(results.csv, frame 4, row[4].status: pinned "ok", now "no-peak")"));
    EXPECT_THAT(afterCell("results.csv", 4, "quality", "weak"),
                ElementsAre(R"(results.csv, frame 4, row[4].quality: pinned "good", now "weak")"));
    EXPECT_THAT(afterCell("results.csv", 4, "width_px", "1321"),
                ElementsAre(R"(results.csv, frame 4, row[4].width_px: pinned "1320", now "1321")"));
    EXPECT_THAT(afterCell("results.csv", 4, "valid_fraction", "0.9958"), testing::SizeIs(1));
    EXPECT_THAT(afterCell("results.csv", 4, "message", "a weak peak"), testing::SizeIs(1));
    EXPECT_THAT(afterCell("results.csv", 4, "r_zero_px", ""),
                ElementsAre(R"(results.csv, frame 4, row[4].r_zero_px: pinned 14.119309543142663, now "")"));
    EXPECT_THAT(afterCell("results.csv", 4, "r_zero_px", "nan"), testing::SizeIs(1));
}

TEST_F(Differences, NameARowThatWentAway) {
    const std::string last = readTable(dataFolder() / "pins" / "sample" / "results.csv").lines.back();

    EXPECT_THAT(afterReplacing("results.csv", last + "\n", ""),
                ElementsAre("results.csv, row: pinned 15 entries, now 14 entries"));
    EXPECT_THAT(afterReplacing("results.csv", last, last + "\n" + last),
                ElementsAre("results.csv, row: pinned 15 entries, now 16 entries"));
}

TEST_F(Differences, AllowColumnsAtTheEndAndNowhereElse) {
    std::string wider = text("results.csv");
    for (std::size_t place = wider.find("\nframe,"); (place = wider.find('\n', place + 1)) != std::string::npos; place += 2)
        wider.insert(place, ",7");
    ASSERT_NE(wider, text("results.csv"));
    EXPECT_THAT(afterWriting("results.csv", wider), IsEmpty());

    EXPECT_THAT(afterReplacing("results.csv", ",r_min_px,", ","),
                ElementsAre("results.csv, column 12: pinned r_min_px, now c_min"));
    EXPECT_THAT(afterReplacing("results.csv", "frame,file", "frame,folder,file"),
                ElementsAre("results.csv, column 1: pinned file, now folder"));
}

TEST_F(Differences, LeaveOutCommentsDatesVersionsEnginesAndHashes) {
    EXPECT_THAT(afterReplacing("results.csv", "# Coarsen", "# Roughen"), IsEmpty());
    EXPECT_THAT(afterCell("results.csv", 3, "engine", "gpu-fft"), IsEmpty());
    EXPECT_THAT(afterChange("session.coarsen",
                            [](Json& json) {
                                json["version"] = "9.9";
                                json["finished_utc"] = "2001-01-01T00:00:00Z";
                                json["device"] = "an abacus";
                                json["result_hashes"][0][1] = "another";
                                json["series"]["inputs"][0]["sha256"] = "another";
                            }),
                IsEmpty());
}

TEST_F(Differences, NameAPointOfC1D) {
    const auto found = afterCell("c1d.csv", 3 * 221 + 40, "c1d", "0.0897");

    ASSERT_EQ(found.size(), 1u);
    EXPECT_THAT(found[0], StartsWith("c1d.csv, frame 3, r_px 40, row[703].c1d: pinned "));
}

TEST_F(Differences, NameAKeyThatIsMissingAndAllowNewOnes) {
    EXPECT_THAT(afterChange("fit.json", [](Json& json) { json["models"]["line"].erase("r2_kind"); }),
                ElementsAre(R"(fit.json, models.line.r2_kind: pinned "centred", now missing)"));
    EXPECT_THAT(afterChange("fit.json",
                            [](Json& json) {
                                json["models"]["furukawa"] = {{"parameters", nullptr}};
                                json["models"]["line"]["headline"] = true;
                            }),
                IsEmpty());
}

TEST_F(Differences, NameAParameterAnErrorAndAFrameOfAFit) {
    const auto moved = [](const char* key, double errors) {
        return [key, errors](Json& json) {
            Json& n = json["models"]["power"]["parameters"]["n"];
            n[key] = n[key].get<double>() + errors * n["error"].get<double>();
        };
    };
    EXPECT_THAT(afterChange("fit.json", moved("value", 0.5e-3)), IsEmpty());
    EXPECT_THAT(afterChange("fit.json", moved("value", 2e-3)),
                ElementsAre(StartsWith("fit.json, models.power.parameters.n.value: pinned 1.0")));
    EXPECT_THAT(afterChange("fit.json", moved("error", 2e-3)), testing::SizeIs(1));
    EXPECT_THAT(afterChange("fit.json", [](Json& json) { json["models"]["power"]["frames"][3] = 99; }),
                ElementsAre("fit.json, models.power.frames[3]: pinned 3, now 99"));
    EXPECT_THAT(afterChange("fit.json",
                            [](Json& json) {
                                Json& entry = json["models"]["power"]["covariance"][0][1];
                                entry = entry.get<double>() * 1.01;
                            }),
                ElementsAre(StartsWith("fit.json, models.power.covariance[1].covariance: pinned ")));
}

TEST_F(Differences, OpenTheListsThatASessionPacks) {
    const auto found = afterChange("session.coarsen", [](Json& json) {
        Json& value = json["results"][5]["c1d"]["value"];
        auto floats = floatsFromBase64(value.get<std::string>());
        floats[17] += 0.001f;
        value = base64Of(floats);
    });

    EXPECT_THAT(found, ElementsAre(StartsWith("session.coarsen, frame 5, results[5].c1d[17].c1d: pinned ")));
}

TEST_F(Differences, NameWhatASessionKeepsButAllowNewStepsAndModels) {
    EXPECT_THAT(afterChange("session.coarsen",
                            [](Json& json) {
                                Json& steps = json["recipe"]["steps"];
                                steps.insert(steps.begin() + 3, Json{{"step", "filter"}, {"on", false}});
                                json["recipe"]["measure"]["bracket"] = "own";
                                json["fits"].insert(json["fits"].begin(), Json{{"model", "furukawa"}});
                            }),
                IsEmpty());
    EXPECT_THAT(afterChange("session.coarsen", [](Json& json) { json["recipe"]["steps"].erase(2); }),
                ElementsAre("session.coarsen, recipe.steps[dust]: pinned there, now missing"));
    EXPECT_THAT(afterChange("session.coarsen", [](Json& json) { json["recipe"]["measure"]["weak"] = 0.0600001; }),
                ElementsAre("session.coarsen, recipe.measure.weak: pinned 0.06, now 0.0600001"));
    EXPECT_THAT(afterChange("session.coarsen", [](Json& json) { json["series"]["inputs"][1]["file"] = "elsewhere.png"; }),
                testing::SizeIs(1));
    EXPECT_THAT(afterChange("session.coarsen", [](Json& json) { json["excluded"].push_back(3); }),
                ElementsAre("session.coarsen, excluded: pinned 0 entries, now 1 entries"));
}

TEST_F(Differences, SayThatAFileWasNotWritten) {
    const TemporaryFolder folder;

    EXPECT_THAT(differences(dataFolder() / "pins/sample/fit.json", folder / "fit.json"),
                ElementsAre("fit.json: it was not written"));
}

}  // namespace
}  // namespace coarsen::test
