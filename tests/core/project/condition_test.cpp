// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/condition.hpp"

#include "tests/core/project/known_samples.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace coarsen {
namespace {

using test::KnownSample;
using testing::AllOf;
using testing::DoubleNear;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

Condition only(const std::vector<Sample>& samples) {
    const std::vector<Condition> conditions = conditionsOf(samples);
    EXPECT_THAT(conditions, SizeIs(1));
    return conditions.front();
}

std::vector<double> timesOf(const Condition& condition) {
    std::vector<double> times;
    for (const GrowthPoint& point : condition.growth.points)
        times.push_back(point.time);
    return times;
}

double parameterOf(const FittedGrowth& fitted, const std::string& law, const std::string& name) {
    const GrowthFit* const fit = fitted.fit(law);
    if (!fit) return std::nan("");
    return std::ranges::find(fit->parameters, name, &FitParameter::name)->value;
}

/// Times that grow by a factor: 100, 130, 169, ... times `shift`.
std::vector<double> geometric(double shift) {
    std::vector<double> times;
    for (int k = 0; k < 10; ++k)
        times.push_back(100 * shift * std::pow(1.3, k));
    return times;
}

TEST(Conditions, JoinTwoPowerLawsOfOtherTimesWithoutAnyLoss) {
    constexpr double n = 1.0 / 3;
    const auto law = [](double amplitude) { return [amplitude](double t) { return amplitude * std::pow(t, n); }; };
    const std::vector<Sample> samples{
        sampleOf(KnownSample{.name = "a", .times = geometric(1), .law = law(2)}),
        sampleOf(KnownSample{.name = "b", .times = geometric(1.12), .law = law(3)}),
    };

    const Condition condition = only(samples);

    // From b's first frame to a's last, at the times of both.
    ASSERT_THAT(condition.growth.points, SizeIs(20));
    const double from = 112, to = 100 * std::pow(1.3, 9);
    EXPECT_NEAR(*condition.settings.fromS, from, 1e-9);
    EXPECT_NEAR(*condition.settings.toS, to, 1e-9);
    for (std::size_t i = 0; i < condition.growth.points.size(); ++i) {
        const GrowthPoint& point = condition.growth.points[i];
        const bool isSpanned = point.time > from - 1 && point.time < to + 1;
        const double power = std::pow(point.time, n);
        EXPECT_EQ(condition.repeatsAt[i], isSpanned ? 2 : 1) << point.time;
        if (!isSpanned) continue;
        EXPECT_NEAR(point.length, 2.5 * power, 1e-12 * point.length);
        EXPECT_NEAR(point.error, 0.5 * power, 1e-12 * point.length);  // sd/sqrt(2) of 2 and 3
    }
    EXPECT_NEAR(parameterOf(condition, "power", "n"), n, 1e-9);
    EXPECT_NEAR(parameterOf(condition, "power", "A"), 2.5, 1e-8);
}

TEST(Conditions, TakePointsWithinATenthOfTheIntervalForOneTime) {
    const std::vector<Sample> samples{
        sampleOf(KnownSample{.name = "a", .times = {60, 120, 180, 240}}),
        sampleOf(KnownSample{.name = "b", .times = {64, 124, 184, 252}}),
    };

    // 4 s of 60 are one time, its mean; 12 s are two, of which 240 lies inside both.
    EXPECT_THAT(timesOf(only(samples)), ElementsAre(62, 122, 182, 240, 252));
    EXPECT_THAT(only(samples).repeatsAt, ElementsAre(2, 2, 2, 2, 1));
}

TEST(Conditions, AverageWhatWasMeasuredAtOneTimeAsItIs) {
    const auto three = [](double offset) { return [offset](double t) { return 10 + offset + 0.05 * t; }; };
    const std::vector<Sample> samples{
        sampleOf(KnownSample{.name = "a", .relativeError = 1e-6, .law = three(-1)}),
        sampleOf(KnownSample{.name = "b", .relativeError = 1e-6, .law = three(0)}),
        sampleOf(KnownSample{.name = "c", .relativeError = 1e-6, .law = three(4)}),
    };

    const Condition condition = only(samples);

    ASSERT_THAT(condition.growth.points, SizeIs(6));
    EXPECT_THAT(condition.repeatsAt, Each(3));
    for (const GrowthPoint& point : condition.growth.points) {
        EXPECT_NEAR(point.length, 11 + 0.05 * point.time, 1e-12);
        EXPECT_NEAR(point.error, std::sqrt((4 + 1 + 9) / 2.0) / std::sqrt(3.0), 1e-12);  // of -1, 0, 4 about 1
    }
}

TEST(Conditions, KeepTheOwnErrorsWhereRepeatsAgreeByChance) {
    const std::vector<Sample> samples{sampleOf(KnownSample{.name = "a", .relativeError = 0.03}),
                                      sampleOf(KnownSample{.name = "b", .relativeError = 0.01})};

    for (const GrowthPoint& point : only(samples).growth.points)
        EXPECT_NEAR(point.error, 0.02 * point.length / std::sqrt(2.0), 1e-12);  // mean own error / sqrt(2)
}

TEST(Conditions, OfASingleSampleAreTheSampleAndSaySo) {
    const Sample sample = test::sampleOf(KnownSample{.quench = -50});
    const Condition condition = only({sample});

    EXPECT_TRUE(condition.isSingle());
    EXPECT_EQ(condition.name, "warm");
    EXPECT_THAT(condition.repeatsAt, AllOf(SizeIs(6), Each(1)));
    EXPECT_EQ(condition.origin(), -50);
    EXPECT_EQ(condition.growth.points.back().error, sample.growth.points.back().error);
    EXPECT_EQ(parameterOf(condition, "origin-line", "v"), parameterOf(sample, "origin-line", "v"));
}

TEST(Conditions, InterpolateAFrameThatOneRepeatLacks) {
    KnownSample lacking{.name = "b", .times = {100, 200, 400, 500, 600}};
    const auto power = [](double t) { return std::pow(t, 0.4); };
    lacking.law = power;

    const Condition condition = only({sampleOf(KnownSample{.name = "a", .law = power}), sampleOf(lacking)});

    EXPECT_THAT(condition.repeatsAt, AllOf(SizeIs(6), Each(2)));
    EXPECT_NEAR(condition.growth.points[2].length, std::pow(300.0, 0.4), 1e-12);
}

TEST(Conditions, OfRepeatsThatEndEarlyAreFittedAsFarAsAllReach) {
    KnownSample shortOne{.name = "b", .times = {100, 200, 300, 400}};
    shortOne.law = [](double t) { return 0.07 * t; };

    const Condition condition = only({sampleOf(KnownSample{.name = "a"}), sampleOf(shortOne)});

    EXPECT_THAT(condition.repeatsAt, ElementsAre(2, 2, 2, 2, 1, 1));
    EXPECT_EQ(condition.settings.toS, 400);
    EXPECT_NEAR(parameterOf(condition, "origin-line", "v"), 0.06, 1e-9) << "a step where one ends is no growth";
}

TEST(Conditions, LeaveOutWhatTheUserLeavesOut) {
    Sample off = test::sampleOf(KnownSample{.name = "b"});
    off.growth.points[2].excluded = true;
    off.growth.points[2].length = 1000;

    const Condition condition = only({sampleOf(KnownSample{.name = "a"}), off});

    EXPECT_THAT(condition.growth.points, SizeIs(6));
    EXPECT_NEAR(condition.growth.points[2].length, 15, 1e-9);
}

TEST(Conditions, CountTimeFromEachRepeatsOwnQuench) {
    const std::vector<Sample> samples{sampleOf(KnownSample{.name = "a", .quench = -1000}),
                                      sampleOf(KnownSample{.name = "b", .quench = 5000})};

    const Condition condition = only(samples);

    EXPECT_THAT(timesOf(condition), ElementsAre(100, 200, 300, 400, 500, 600));
    EXPECT_EQ(condition.origin(), 0);
    EXPECT_NEAR(parameterOf(condition, "origin-line", "v"), 0.05, 1e-12);
}

TEST(Conditions, WithoutAQuenchCountFromTheFirstFrame) {
    std::vector<Sample> samples;
    for (const double start : {0.0, 7000.0}) {
        Sample sample = test::sampleOf(KnownSample{.name = start > 0 ? "b" : "a", .times = {0, 100, 230, 400}, .quench = start});
        for (GrowthPoint& point : sample.growth.points)
            point.length = 20 + 0.1 * (point.time - start);
        sample.settings.t0S.reset();
        samples.push_back(sample);
    }
    samples[1].growth.points.erase(samples[1].growth.points.begin() + 1);  // the first step is then over t, not over ln t

    const Condition condition = only(samples);

    EXPECT_FALSE(condition.hasQuench());
    EXPECT_THAT(timesOf(condition), ElementsAre(0, 100, 230, 400));
    const double between = std::exp(std::log(20) + 100.0 / 230 * std::log(43.0 / 20));
    EXPECT_NEAR(condition.growth.points[1].length, (30 + between) / 2, 1e-9);
}

TEST(Conditions, TakeTheRangeThatEveryRepeatsLawIsFittedIn) {
    std::vector<Sample> samples{sampleOf(KnownSample{.name = "a", .quench = 1000}), sampleOf(KnownSample{.name = "b"})};
    samples[0].settings.fromS = 1200;
    samples[1].settings.toS = 500;

    const Condition condition = only(samples);

    EXPECT_EQ(condition.settings.fromS, 200);
    EXPECT_EQ(condition.settings.toS, 500);
    EXPECT_THAT(condition.pointsInFit(), SizeIs(4));
}

TEST(Conditions, RefuseUnitsThatDoNotMixAndNameTheSamples) {
    const auto withSecond = [](auto change) {
        std::vector<Sample> samples{sampleOf(KnownSample{.name = "a"}), sampleOf(KnownSample{.name = "b"}),
                                    sampleOf(KnownSample{.name = "c"})};
        change(samples[1]);
        const Condition condition = only(samples);
        EXPECT_THAT(condition.growth.points, IsEmpty());
        EXPECT_THAT(condition.fits, IsEmpty());
        return condition.problem;
    };

    EXPECT_THAT(withSecond([](Sample& each) { each.growth.lengthUnit = "px"; }), HasSubstr("a and c in um, b in px"));
    EXPECT_THAT(withSecond([](Sample& each) { each.growth.timeUnit = "frame"; }),
                HasSubstr("a and c in seconds, b by frame numbers"));
    EXPECT_THAT(withSecond([](Sample& each) { each.settings.t0S.reset(); }),
                HasSubstr("from the quench, b from the first frame"));
    EXPECT_THAT(withSecond([](Sample& each) { each.growth.lengthKey = "xi"; }), HasSubstr("b by xi"));
}

TEST(Conditions, ComeInOrderOfTheirNumbersAndThenAsTheyAre) {
    const auto named = [](const char* name, const char* group, double x) {
        return test::sampleOf(KnownSample{.name = name, .group = group, .x = x});
    };
    const double none = std::nan("");
    const std::vector<Condition> conditions = conditionsOf({named("z", "", none), named("a", "hot", 30), named("b", "cold", 10),
                                                            named("c", "hot", 30), named("d", "", 20), named("e", "", none)});

    std::vector<std::string> names;
    for (const Condition& condition : conditions)
        names.push_back(condition.name);
    EXPECT_THAT(names, ElementsAre("cold", "d", "hot", "z", "e"));
    EXPECT_EQ(conditions[2].repeats, 2);
    EXPECT_THAT(conditions[2].samples, ElementsAre(1U, 3U));
}

TEST(Conditions, PassOverRepeatsThatHaveNothing) {
    Sample gone = sampleWithout({.name = "gone", .group = "warm", .x = 20}, "its file is not there");

    const Condition condition = only({sampleOf(KnownSample{.name = "a"}), gone});
    EXPECT_TRUE(condition.isSingle());
    EXPECT_THAT(condition.samples, SizeIs(2));

    EXPECT_EQ(only({gone, gone}).problem, "None of its repeats is measured");
    gone.group.clear();
    EXPECT_EQ(only({gone}).problem, "its file is not there");
}

TEST(Conditions, SayWhereRepeatsDifferByMoreThanTheErrors) {
    const auto rate = [](double v) { return [v](double t) { return v * t; }; };
    const std::vector<Sample> apart{
        sampleOf(KnownSample{.name = "a", .times = geometric(1), .relativeError = 1e-3, .law = rate(0.04)}),
        sampleOf(KnownSample{.name = "b", .times = geometric(1), .relativeError = 1e-3, .law = rate(0.06)})};
    const std::vector<Sample> together{sampleOf(KnownSample{.name = "a"}), sampleOf(KnownSample{.name = "b"})};

    const auto isSaid = [](const Condition& condition) {
        return std::ranges::any_of(condition.notes, [](const std::string& note) { return note.find("scatters") != note.npos; });
    };
    EXPECT_FALSE(isSaid(only(together)));
    // Its own error holds the scatter of the points; what a mean of rates scatters by is stated where that is more.
    EXPECT_EQ(isSaid(only(apart)), 0.01 > 2 * only(apart).chosenFit()->parameters.front().errorScaled);
}

TEST(Conditions, SayThatRepeatsHaveNoTimeInCommon) {
    const Condition condition = only({sampleOf(KnownSample{.name = "a", .times = {1, 2, 3, 4}}),
                                      sampleOf(KnownSample{.name = "b", .times = {10, 20, 30, 40}})});

    EXPECT_THAT(condition.notes, testing::Contains(HasSubstr("no time in common")));
    EXPECT_THAT(condition.repeatsAt, AllOf(SizeIs(8), Each(1)));
}

}  // namespace
}  // namespace coarsen
