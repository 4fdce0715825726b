// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/names.hpp"

#include "core/base/csv_rows.hpp"
#include "core/base/files.hpp"
#include "core/base/numbers.hpp"
#include "core/base/text_parts.hpp"
#include "tests/support/folders.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ostream>

namespace coarsen {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Optional;

/// A row of tests/data/entrance: names, and what they say.
struct NamesWithAnswer {
    std::vector<std::string> stems;
    std::string answer;                            ///< "order", "time", "clock"
    std::vector<double> seconds;                   ///< of a clock since the first name
    std::optional<std::vector<std::string>> said;  ///< codes, where the table has them
    std::string text;                              ///< the names
};

std::ostream& operator<<(std::ostream& out, const NamesWithAnswer& names) {
    return out << names.text;
}

std::vector<std::string> stemsIn(const std::string& text) {
    const std::string sign = " | ";
    std::vector<std::string> stems;
    std::size_t from = 0;
    for (std::size_t to = text.find(sign); to != std::string::npos; from = to + sign.size(), to = text.find(sign, from))
        stems.push_back(text.substr(from, to - from));
    stems.push_back(text.substr(from));
    return stems;
}

std::vector<NamesWithAnswer> namesIn(const std::string& table) {
    const auto file = test::sourceFolder() / "tests/data/entrance" / table;
    std::vector<NamesWithAnswer> all;
    const auto bytes = readWhole(file);
    for (const CsvRow& row : csvRows({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, ',', file)) {
        if (row.line == 1) continue;
        NamesWithAnswer& names = all.emplace_back();
        names.text = row.fields.at(0);
        names.stems = stemsIn(names.text);
        names.answer = row.fields.at(1);
        if (names.answer != "order")
            for (const std::string_view number : textParts(row.fields.at(2), ' '))
                names.seconds.push_back(parseNumber(number).value());
        if (row.fields.size() < 4) continue;
        names.said.emplace();
        for (const std::string_view code : textParts(row.fields[3], ' '))
            names.said->emplace_back(code);
    }
    return all;
}

std::string wordOf(FactsOfNames::Kind kind) {
    return kind == FactsOfNames::Kind::order ? "order" : kind == FactsOfNames::Kind::clock ? "clock" : "time";
}

std::vector<std::string> codesOf(const FactsOfNames& facts) {
    std::vector<std::string> codes;
    for (const Said& said : facts.said)
        codes.push_back(said.code);
    return codes;
}

class NamesOf : public testing::TestWithParam<NamesWithAnswer> {};

TEST_P(NamesOf, SayTheirTimes) {
    const auto& [stems, answer, seconds, said, text] = GetParam();

    const FactsOfNames facts = factsOfNames(stems);

    EXPECT_EQ(wordOf(facts.kind), answer);
    ASSERT_EQ(facts.seconds.size(), seconds.size());
    const double start = answer == "clock" ? facts.seconds.front() - seconds.front() : 0;
    for (std::size_t i = 0; i < seconds.size(); ++i)
        EXPECT_NEAR(facts.seconds[i] - start, seconds[i], answer == "clock" ? 1e-6 : 1e-9 * std::abs(seconds[i])) << stems[i];
    EXPECT_EQ(facts.axes.size(), stems.size());
    EXPECT_EQ(facts.by.empty(), answer == "order");
    if (said) {
        EXPECT_EQ(codesOf(facts), *said);
    }
}

TEST_P(NamesOf, SayTheSameInAnyOrder) {
    std::vector<std::string> stems = GetParam().stems;
    const FactsOfNames before = factsOfNames(stems);
    std::ranges::reverse(stems);

    const FactsOfNames after = factsOfNames(stems);

    EXPECT_EQ(after.kind, before.kind);
    EXPECT_EQ(codesOf(after), codesOf(before));
    ASSERT_EQ(after.seconds.size(), before.seconds.size());
    ASSERT_EQ(after.numbers.size(), before.numbers.size());
    for (std::size_t i = 0; i < stems.size(); ++i) {
        const std::size_t other = stems.size() - 1 - i;
        if (!before.seconds.empty()) {
            EXPECT_EQ(after.seconds[other], before.seconds[i]);
        }
        if (!before.numbers.empty()) {
            EXPECT_EQ(after.numbers[other], before.numbers[i]);
        }
        EXPECT_EQ(after.axes[other], before.axes[i]);
    }
}

INSTANTIATE_TEST_SUITE_P(Given, NamesOf, testing::ValuesIn(namesIn("names.csv")));
INSTANTIATE_TEST_SUITE_P(Siblings, NamesOf, testing::ValuesIn(namesIn("names_siblings.csv")));

TEST(FactsOfNames, CountsClocksFrom1970AndKnowsWhetherItKnowsTheDay) {
    constexpr double march1at22h02 = 1772402520;  // 2026-03-01 22:02:00 UTC, by `date`

    EXPECT_THAT(factsOfNames({"2026-03-01_10.02.00PM", "2026-03-01_11.02.00PM"}).seconds,
                ElementsAre(march1at22h02, march1at22h02 + 3600));
    EXPECT_TRUE(factsOfNames({"13-01-2026 12-00-00", "14-01-2026 12-00-00"}).isDayKnown);
    const FactsOfNames facts = factsOfNames({"03-01-2026 12-00-00", "03-01-2026 12-10-00"});
    EXPECT_FALSE(facts.isDayKnown);
    EXPECT_THAT(facts.seconds, ElementsAre(43200, 43800));
}

TEST(FactsOfNames, NamesWhatWasRead) {
    EXPECT_EQ(factsOfNames({"a_t0012s_1", "a_t0013s_2"}).by, "the names ('t0012s')");
    EXPECT_EQ(factsOfNames({"gel_1h_40min", "gel_2h_10min"}).by, "the names ('1h_40min')");
    EXPECT_EQ(factsOfNames({"t=10µs", "t=20µs"}).by, "the names ('t=10µs')");
}

TEST(FactsOfNames, OffersBareNumbersAndThoseOfRefusedUnits) {
    const FactsOfNames bare = factsOfNames({"stack_t001", "stack_t002"});
    ASSERT_EQ(bare.said.size(), 1u);
    EXPECT_EQ(bare.said[0].text, "The numbers in the names (t001 …) only order the frames.");
    EXPECT_EQ(bare.said[0].flag, "--times-from names:s");
    EXPECT_THAT(numbersInUnit(bare, 60), Optional(ElementsAre(60, 120)));

    const FactsOfNames metres = factsOfNames({"a_5m", "a_10m"});
    ASSERT_EQ(metres.said.size(), 1u);
    EXPECT_THAT(metres.said[0].text, HasSubstr("'m' in 'a_5m' is not understood as a unit of time (minutes or metres?)"));
    EXPECT_EQ(metres.said[0].flag, "--times-from names:min");
    EXPECT_THAT(numbersInUnit(metres, 60), Optional(ElementsAre(300, 600)));

    EXPECT_FALSE(numbersInUnit(factsOfNames({"T150", "T160"}), 1)) << "a temperature";
    EXPECT_FALSE(numbersInUnit(factsOfNames({"t1", "x"}), 1)) << "one has none";
    EXPECT_FALSE(numbersInUnit(factsOfNames({"t1e300", "t2e300"}), 1e300)) << "more seconds than a number holds";
}

TEST(FactsOfNames, OfOneNameAreThoseOfASet) {
    EXPECT_THAT(factsOfNames({"exposure_20ms_t0012s_0001"}).seconds, ElementsAre(12));
    EXPECT_THAT(factsOfNames({"t001"}).said, IsEmpty());
    EXPECT_EQ(factsOfNames({}).kind, FactsOfNames::Kind::order);
}

TEST(FactsOfNames, GivesTheIndicesOfAxes) {
    struct Case {
        std::string stem;
        FactsOfNames::Axes axes;
    };
    using Words = std::optional<std::string>;
    const Words none;
    for (const auto& [stem, axes] : std::vector<Case>{
             {"Series001_t00_ch00", {0, {}, "ch00", "Series001"}},
             {"img_T0001_C1", {1, {}, "C1", none}},
             {"t01xy02c1", {1, {}, "c1", "xy02"}},
             {"exp_w1DAPI_s1_t1", {1, {}, "w1DAPI", "s1"}},
             {"img_000000003_Default_007", {3, 7, "Default", none}},
             {"img_channel001_position002_time000000003_z004", {3, 4, "channel001", "position002"}},
             {"gel_z03_t02", {2, 3, none, none}},
             {"gel_slice_5_tp07", {7, 5, none, none}},
             {"gel_z-1.5", {{}, 1.5, none, none}},
             {"gel_z=-1.5_t0.5", {0.5, -1.5, none, none}},
             {"pos_1", {{}, {}, none, "pos_1"}},
             {"A01f02", {{}, {}, none, "A01 f02"}},
             {"Well_A1_t2", {2, {}, none, "A1"}},
             {"gel_DAPI_t1", {1, {}, "DAPI", none}},
             {"gel_t10s_ch1", {{}, {}, "ch1", none}},
             {"pH7_spot12_Teq_V1.75f3", {{}, {}, none, none}},
             {"f_1d04h", {{}, {}, none, none}},
         })
        EXPECT_EQ(factsOfNames({stem}).axes.front(), axes) << stem;
    const FactsOfNames wells = factsOfNames({"B03", "C03"});
    EXPECT_EQ(wells.axes[1].position, "C03") << "a well beside B03";
    EXPECT_EQ(factsOfNames({"C03"}).axes[0].channel, "C03");
}

}  // namespace
}  // namespace coarsen
