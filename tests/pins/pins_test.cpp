// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/pins/measured_case.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace coarsen::test {
namespace {

/// An issue that changes a number on purpose makes the pin again (tests/pins/remake.sh), in a commit that says why. The engines
/// are named in the cases, so that a machine with a GPU, or a newer rule for `auto`, measures the same.
class Pins : public testing::TestWithParam<const char*> {};

TEST_P(Pins, AreMeasuredAgain) {
    expectPinned(GetParam());
}

constexpr const char* cases[] = {"sample", "masked", "stabilised", "rigid", "foam", "foam-whole", "stack", "lu2010", "volumes"};
INSTANTIATE_TEST_SUITE_P(Of, Pins, testing::ValuesIn(cases), [](const auto& test) {
    std::string name = test.param;
    std::erase(name, '-');
    return name;
});

TEST(PinnedCases, HaveATestEach) {
    std::vector<std::string> tested(std::begin(cases), std::end(cases));
    tested.push_back("film");  // where the program reads films

    EXPECT_THAT(pinnedCases(), testing::UnorderedElementsAreArray(tested));
}

}  // namespace
}  // namespace coarsen::test
