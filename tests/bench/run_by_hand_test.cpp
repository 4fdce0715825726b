// SPDX-License-Identifier: GPL-3.0-or-later
// The benchmarks and studies as a person meets them: each says what it does, and takes no word that it does not know.
#include "tests/cli/program.hpp"
#include "tests/support/folders.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

namespace {

using namespace coarsen;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

std::vector<std::string> programs() {
    std::istringstream words(COARSEN_RUN_BY_HAND);
    return {std::istream_iterator<std::string>(words), {}};
}

test::Outcome called(const std::string& program, const std::vector<std::string>& arguments) {
    return test::coarsenCli(arguments, {}, {}, test::programFile(program));
}

class RunByHand : public testing::TestWithParam<std::string> {};

TEST_P(RunByHand, SaysWhatItMeasuresAndWithWhich) {
    const test::Outcome outcome = called(GetParam(), {"--help"});

    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("Usage: " + GetParam() + " [OPTIONS]"));
    EXPECT_GT(outcome.out.find("Usage: "), 60u) << "what is measured stands before";
    EXPECT_THAT(outcome.err, IsEmpty());
}

TEST_P(RunByHand, TakesNoOptionThatItDoesNotKnow) {
    const test::Outcome outcome = called(GetParam(), {"--no-such-option"});

    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err, StartsWith(GetParam() + ": "));
    EXPECT_THAT(outcome.err, HasSubstr("; see " + GetParam() + " --help\n"));
    EXPECT_THAT(outcome.out, IsEmpty());
}

/// A series that is not there, a number that is none, a fact that is unknown.
TEST_P(RunByHand, TakesNoMalformedArgument) {
    const test::Outcome outcome = called(GetParam(), {"12x"});

    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err, StartsWith(GetParam() + ": "));
    EXPECT_THAT(outcome.err, HasSubstr("12x"));
    EXPECT_THAT(outcome.out, IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Programs, RunByHand, testing::ValuesIn(programs()), [](const auto& each) {
    std::string name = each.param;
    std::ranges::replace(name, '-', '_');  // a test's name has none
    return name;
});

TEST(CorrelationBench, TakesNoOffsetBeyondTheImage) {
    const test::Outcome outcome = called("correlation_bench", {"300", "200", "200"});

    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err, HasSubstr("from 1 to 199"));
}

}  // namespace
