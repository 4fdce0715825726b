// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/batch/condition_number.hpp"

#include <gtest/gtest.h>

namespace coarsen {
namespace {

struct Case {
    const char* name;
    std::optional<ConditionNumber> number;
};

TEST(ConditionNumber, IsTheOneThatANameStates) {
    const auto number = [](double value, std::string unit) { return ConditionNumber{value, std::move(unit)}; };
    for (const auto& [name, expected] : std::vector<Case>{
             {"20C", number(20, "C")},
             {"20", number(20, "")},
             {"20.5C", number(20.5, "C")},
             {"20,5 °C", number(20.5, "°C")},
             {"-20C", number(-20, "C")},
             {"T=-4.25K", number(-4.25, "K")},
             {"sample-20", number(20, "")},
             {"sample_20mM", number(20, "mM")},
             {"12.5%", number(12.5, "%")},
             {"20C_run2", number(20, "C")},
             {"20C 2024-03-01", number(20, "C")},
             {"3 samples", number(3, "")},
             {"run 7 of the new batch", number(7, "of")},
             {"2024-03-01", std::nullopt},
             {"1_20C", std::nullopt},
             {"run2_20C", std::nullopt},
             {"sample", std::nullopt},
             {"", std::nullopt},
             {".", std::nullopt},
         })
        EXPECT_EQ(conditionNumber(name), expected) << name;
}

TEST(ConditionNumber, IsSharedByNamesThatEndInARepeat) {
    using Names = std::vector<std::string>;
    EXPECT_EQ(sharedConditions({"20C-1", "20C-2", "30C-1", "20C b"}, true), (Names{"20C", "20C", "", "20C"}));
    EXPECT_EQ(sharedConditions({"a-1", "a-2", "", ""}, true), (Names{"", "", "", ""}));
    EXPECT_EQ(sharedConditions({"a-1", "a-2", "", ""}, false), (Names{"a", "a", "", ""}));
}

TEST(ConditionNumber, OfAUnitHasAName) {
    EXPECT_EQ(labelOfUnit("C"), "temperature (°C)");
    EXPECT_EQ(labelOfUnit("K"), "temperature (K)");
    EXPECT_EQ(labelOfUnit("mM"), "x (mM)");
    EXPECT_EQ(labelOfUnit(""), "");
}

}  // namespace
}  // namespace coarsen
