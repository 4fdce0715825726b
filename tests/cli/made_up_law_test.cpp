// SPDX-License-Identifier: GPL-3.0-or-later
// The program with growth laws and a length in its lists that it does not know: each law must come through words and tables.
#include "core/base/files.hpp"
#include "tests/cli/program.hpp"
#include "tests/cli/small_series.hpp"
#include "tests/cli/table.hpp"
#include "tests/support/folders.hpp"
#include "tests/support/made_up_lists.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <ostream>

namespace coarsen {

std::ostream& operator<<(std::ostream& out, const GrowthModel& law) {
    return out << law.key;
}

namespace test {
namespace {

using testing::HasSubstr;

/// coarsen-cli with the made-up lists instead of its own.
Outcome called(const std::vector<std::string>& words) {
    return coarsenCli(words, {}, {}, programFile("coarsen-cli-made-up"));
}

nlohmann::json jsonOf(const std::filesystem::path& file) {
    const auto bytes = readWhole(file);
    return nlohmann::json::parse(bytes.begin(), bytes.end());
}

class MadeUpLaw : public testing::TestWithParam<GrowthModel> {
protected:
    SmallSeries series;
    Outcome analysed(const std::vector<std::string>& more = {}) {
        std::vector<std::string> words{"analyze", series.images(), "-o", series / "out", "--fit", GetParam().key};
        words.insert(words.end(), more.begin(), more.end());
        return called(words);
    }
};
INSTANTIATE_TEST_SUITE_P(All, MadeUpLaw, testing::ValuesIn(madeUpLaws()), [](const auto& instance) {
    std::string name = instance.param.key;
    std::erase(name, '-');
    return name;
});

TEST_P(MadeUpLaw, IsToldWithAllItsParameters) {
    const Outcome outcome = analysed();

    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("Fit     " + GetParam().equation + ":  " + GetParam().parameters.front().name + " = "));
    for (const ModelParameter& parameter : GetParam().parameters)
        EXPECT_THAT(outcome.out, HasSubstr("  " + parameter.name + " = ")) << parameter.name;
}

TEST_P(MadeUpLaw, StandsInEveryTable) {
    ASSERT_EQ(analysed({"--set", "fit.bootstrap=20"}).status, 0);

    const nlohmann::json json = jsonOf(series / "out" / "fit.json");
    EXPECT_EQ(json.at("chosen"), GetParam().key);
    const nlohmann::json& model = json.at("models").at(GetParam().key);
    EXPECT_EQ(model.at("points"), 6);
    EXPECT_EQ(model.at("r2_kind"), "centred");
    EXPECT_EQ(model.at("parameters").size(), GetParam().parameters.size());
    for (const auto& [name, symbol, length, time, exponent, isInstant] : GetParam().parameters) {
        const nlohmann::json& parameter = model.at("parameters").at(name);
        EXPECT_TRUE(parameter.at("value").is_number()) << name;
        EXPECT_GT(parameter.at("error"), 0) << name;
        EXPECT_TRUE(parameter.at("bootstrap").at("high95").is_number()) << name;
    }
    EXPECT_EQ(json.at("models").size(), growthModels().size());
    EXPECT_EQ(readTable(series / "out" / "results.csv").rows.size(), 6u);
}

TEST_P(MadeUpLaw, IsSetByTheSessionOfARunBefore) {
    ASSERT_EQ(analysed().status, 0);
    const Outcome again = called({"analyze", "--session", series / "out" / "session.coarsen", "-o", series / "again"});

    EXPECT_EQ(again.status, 0) << again.err;
    EXPECT_THAT(again.out, HasSubstr("Fit     " + GetParam().equation));
}

TEST_P(MadeUpLaw, IsRobustToo) {
    const Outcome outcome = analysed({"--set", "fit.robust=true", "--set", "fit.weights=none"});

    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("Fit     " + GetParam().equation));
}

TEST_P(MadeUpLaw, NamesTheLengthThatIsFitted) {
    const Outcome outcome = analysed({"--set", "fit.length=r_zero"});

    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("Fit     r_zero" + GetParam().equation.substr(5) + ":  "));
}

TEST(MadeUpLists, AreNamedInTheHelp) {
    const Outcome help = called({"analyze", "--help"});

    for (const GrowthModel& law : growthModels())
        EXPECT_THAT(help.out, HasSubstr(law.key));
}

TEST(MadeUpLists, AreOfferedByNameWhereALawOrALengthIsChosen) {
    const Outcome keys = called({"recipe", "--keys"});

    for (const GrowthModel& law : growthModels())
        EXPECT_THAT(keys.out + keys.err, HasSubstr(law.key));
    EXPECT_THAT(keys.out + keys.err, HasSubstr("r_made_up"));
}

TEST(MadeUpLists, HaveALengthThatIsMeasuredWrittenAndFitted) {
    const SmallSeries series;

    const Outcome outcome = called({"analyze", series.images(), "-o", series / "out", "--set", "fit.length=r_made_up"});

    EXPECT_EQ(outcome.status, 0) << outcome.err;
    const Table table = readTable(series / "out" / "results.csv");
    for (std::size_t row = 0; row < table.rows.size(); ++row)
        EXPECT_EQ(table.number(row, "r_made_up_px"), table.number(row, "r_half_px"));
    const nlohmann::json fit = jsonOf(series / "out" / "fit.json");
    EXPECT_EQ(fit.at("length"), "r_made_up");
    EXPECT_EQ(fit.at("models").at("line").at("points"), 6);
    const nlohmann::json session = jsonOf(series / "out" / "session.coarsen");
    EXPECT_TRUE(session.at("results").front().contains("r_made_up"));
}

}  // namespace
}  // namespace test
}  // namespace coarsen
