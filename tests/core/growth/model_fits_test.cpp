// SPDX-License-Identifier: GPL-3.0-or-later
// The models that need a search, robust fits and the bootstrap.
#include "core/growth/growth_fit.hpp"
#include "core/growth/parameter_unit.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

namespace coarsen {
namespace {

GrowthSeries seriesOf(int count, double first, double step, const std::function<double(double)>& law, double noise = 0,
                      unsigned seed = 1) {
    std::mt19937 random(seed);
    std::normal_distribution<double> normal(0, 1);
    GrowthSeries series;
    for (int i = 0; i < count; ++i) {
        GrowthPoint point;
        point.frame = i;
        point.time = first + step * i;
        point.length = law(point.time) + noise * normal(random);
        point.error = noise > 0 ? noise : 1;
        series.points.push_back(point);
    }
    return series;
}

GrowthFit fitOf(const GrowthSeries& series, const std::string& model, FitSettings settings = {}) {
    for (const GrowthFit& fit : fitGrowth(series, settings))
        if (fit.model == model) return fit;
    throw std::logic_error("no such model");
}

double crossoverLaw(double t) {
    return 30 * std::pow(t / 4000, t < 4000 ? 1.0 / 3 : 1.0);
}

TEST(FreeQuench, RecoversExactData) {
    for (const double t0 : {-5000.0, -200.0, 700.0}) {
        const GrowthFit fit = fitOf(seriesOf(25, 1000, 250, [&](double t) { return 0.4 * std::pow(t - t0, 0.6); }), "power-t0");

        ASSERT_TRUE(fit.isFitted()) << fit.reason;
        EXPECT_NEAR(fit.parameters[0].value, 0.4, 1e-5);
        EXPECT_NEAR(fit.parameters[1].value, 0.6, 1e-6);
        EXPECT_NEAR(fit.parameters[2].value, t0, 0.01 + 1e-6 * std::abs(t0));
        EXPECT_NEAR(fit.valueAt(3000), 0.4 * std::pow(3000 - t0, 0.6), 1e-6);
    }
}

TEST(FreeQuench, CountsItsQuenchFromTheOneThatIsGiven) {
    FitSettings settings;
    settings.t0S = 500;
    const GrowthFit fit =
        fitOf(seriesOf(20, 1000, 250, [](double t) { return 0.4 * std::pow(t - 700, 0.6); }), "power-t0", settings);

    EXPECT_NEAR(fit.parameters[2].value, 200, 0.01);
}

TEST(FreeQuench, HasAWiderExponentThanTheFixedOne) {  // the quench and the exponent know each other
    const GrowthSeries series = seriesOf(
        30, 1000, 250, [](double t) { return 0.4 * std::sqrt(t); }, 0.2);

    const GrowthFit free = fitOf(series, "power-t0"), fixed = fitOf(series, "power");

    EXPECT_GT(free.parameters[1].errorPoints, 2 * fixed.parameters[1].errorPoints);
    EXPECT_NEAR(free.parameters[1].value, 0.5, 3 * free.parameters[1].errorPoints);
    EXPECT_LT(free.covariance[1 * 3 + 2], 0);  // an earlier quench goes with a larger exponent
}

TEST(Crossover, RecoversExactData) {
    const GrowthFit fit = fitOf(seriesOf(40, 500, 300, crossoverLaw), "crossover");

    ASSERT_TRUE(fit.isFitted()) << fit.reason;
    EXPECT_NEAR(fit.parameters[0].value, 30, 1e-4);
    EXPECT_NEAR(fit.parameters[1].value, 4000, 0.1);
    EXPECT_NEAR(fit.parameters[2].value, 1.0 / 3, 1e-6);
    EXPECT_NEAR(fit.parameters[3].value, 1, 1e-6);
}

TEST(Crossover, IsWithinItsErrorsOfNoisyDataAndBeatsOnePowerLawByAic) {
    int within = 0;
    constexpr int series = 40;
    for (unsigned seed = 1; seed <= series; ++seed) {
        const GrowthSeries noisy = seriesOf(40, 500, 300, crossoverLaw, 0.3, seed);
        const GrowthFit fit = fitOf(noisy, "crossover");
        ASSERT_TRUE(fit.isFitted()) << fit.reason;
        within += std::abs(fit.parameters[3].value - 1) <= fit.parameters[3].errorPoints;
        EXPECT_LT(fit.aic, fitOf(noisy, "power").aic - 10);
    }
    EXPECT_GE(within, 20);  // 68 % of 40 are 27 +- 3
    EXPECT_LE(within, 35);
}

TEST(Crossover, SaysWhenThereIsNone) {
    EXPECT_EQ(fitOf(seriesOf(5, 500, 300, crossoverLaw), "crossover").reason,
              "needs at least 6 frames with a length, 5 are there");
}

double lswLaw(double t) {
    return std::cbrt(8000 + 2.5 * t);
}

TEST(Lsw, RecoversExactData) {
    const GrowthFit fit = fitOf(seriesOf(25, 1000, 250, lswLaw), "lsw");

    ASSERT_TRUE(fit.isFitted()) << fit.reason;
    EXPECT_EQ(fit.parameters[0].name, "K");
    EXPECT_NEAR(fit.parameters[0].value, 2.5, 1e-7);
    EXPECT_NEAR(fit.parameters[1].value, 8000, 1e-3);
    EXPECT_NEAR(fit.valueAt(3000), lswLaw(3000), 1e-8);
}

TEST(Lsw, IsWithinItsErrorsOfNoisyData) {
    int within = 0;
    constexpr int series = 60;
    for (unsigned seed = 1; seed <= series; ++seed) {
        const GrowthFit fit = fitOf(seriesOf(25, 1000, 250, lswLaw, 0.4, seed), "lsw");
        ASSERT_TRUE(fit.isFitted()) << fit.reason;
        within += std::abs(fit.parameters[0].value - 2.5) < fit.parameters[0].error;
    }
    EXPECT_GT(within, 0.55 * series);
    EXPECT_LT(within, 0.82 * series);
}

TEST(Lsw, FitsCubesThatBeginBelowNothing) {  // whose length only comes later
    const GrowthFit fit = fitOf(seriesOf(
                                    25, 1000, 250, [](double t) { return std::cbrt(t - 900); }, 0.05),
                                "lsw");

    ASSERT_TRUE(fit.isFitted()) << fit.reason;
    EXPECT_NEAR(fit.parameters[1].value, -900, 5 * fit.parameters[1].error);
    EXPECT_EQ(fit.valueAt(0), 0);
}

TEST(Lsw, IsOfferedOnlyWhenChosen) {
    FitSettings settings;
    settings.t0S = std::nullopt;
    EXPECT_FALSE(isOffered(growthModelNamed("lsw"), settings));
}

TEST(AmplitudePer, IsTheAmplitudeOfTheSamePointsWithTheirTimesInThatUnit) {
    const auto law = [](double t) { return 0.4 * std::pow(t, 0.6); };
    const GrowthSeries inSeconds = seriesOf(25, 3600, 2500, law, 0.3);
    GrowthSeries inHours = inSeconds;
    for (GrowthPoint& point : inHours.points)
        point.time /= 3600;

    for (const std::string model : {"power", "power-t0"}) {
        const FitParameter perHour = amplitudePer(fitOf(inSeconds, model), growthModelNamed(model).parameter("A"), 3600);
        const FitParameter expected = fitOf(inHours, model).parameters[0];
        EXPECT_NEAR(perHour.value, expected.value, 1e-6 * expected.value) << model;
        EXPECT_TRUE(std::isnan(perHour.errorPoints)) << "a power of the unit mixes A with n, whose parts are not kept apart";
        EXPECT_NEAR(perHour.error, expected.error, 1e-4 * expected.error) << model;
        EXPECT_NEAR(perHour.low95, expected.low95, 1e-4 * expected.value) << model;
        EXPECT_NEAR(perHour.high95, expected.high95, 1e-4 * expected.value) << model;
    }
}

TEST(Fits, SayWhenTheirRangeHoldsNoFrame) {
    FitSettings settings;
    settings.fromS = 3000, settings.toS = 2000;
    EXPECT_EQ(fitOf(seriesOf(20, 1000, 100, [](double t) { return 0.02 * t; }), "line", settings).reason,
              "no frame with a length lies between the ends of the fit range");
}

TEST(Fits, SettleOnLengthsThatHaveNoScatter) {
    for (int more = 0; more < 40; ++more) {
        const double n = 0.3 + 0.01 * more;
        const GrowthSeries series = seriesOf(20 + 15 * more, 100 + 37 * more, 100, [&](double t) { return std::pow(t, n); });
        const GrowthFit fit = fitOf(series, "power");
        ASSERT_TRUE(fit.isFitted()) << n << ": " << fit.reason;
        EXPECT_NEAR(fit.parameters[1].value, n, 1e-9);
    }
}

TEST(Fits, OfExactDataHaveAFiniteAic) {
    FitSettings settings;
    settings.weights = FitWeights::none;
    const GrowthSeries series = seriesOf(20, 1000, 100, [](double t) { return 0.02 * t; });

    for (const char* model : {"origin-line", "line", "power"})
        EXPECT_TRUE(std::isfinite(fitOf(series, model, settings).aic)) << model;
}

TEST(RobustFits, PassByAnOutlier) {
    FitSettings robust;
    robust.robust = true;
    GrowthSeries series = seriesOf(
        24, 1000, 200, [](double t) { return 5 + 0.02 * t; }, 0.4);
    const GrowthFit clean = fitOf(series, "line", robust);
    series.points[20].length += 60;

    const GrowthFit with = fitOf(series, "line", robust), ordinary = fitOf(series, "line");

    EXPECT_EQ(with.withoutWeight, std::vector<int>{20});
    EXPECT_TRUE(ordinary.withoutWeight.empty());
    EXPECT_NEAR(with.parameters[0].value, clean.parameters[0].value, 0.5 * clean.parameters[0].errorPoints);
    EXPECT_GT(std::abs(ordinary.parameters[0].value - clean.parameters[0].value), 5 * clean.parameters[0].errorPoints);
}

TEST(RobustFits, OfExactDataAreExact) {
    FitSettings robust;
    robust.robust = true;

    for (const char* model : {"line", "power", "power-t0"}) {
        const GrowthFit fit = fitOf(seriesOf(20, 1000, 100, [](double t) { return 0.02 * t; }), model, robust);
        EXPECT_NEAR(fit.valueAt(2000), 40, 1e-6) << model;
    }
}

TEST(Bootstrap, AgreesWithTheCovarianceForGaussianErrors) {
    FitSettings settings;
    settings.bootstrap = 2000;
    const GrowthSeries series = seriesOf(
        60, 1000, 100, [](double t) { return 0.5 * std::pow(t, 0.55); }, 0.5);

    for (const char* model : {"origin-line", "line", "power"}) {
        settings.weights = FitWeights::none;  // the origin line misses these data: residuals know only the scaled error
        for (const FitParameter& parameter : fitOf(series, model, settings).parameters) {
            ASSERT_TRUE(parameter.bootstrap) << model;
            const double half = (parameter.bootstrap->high68 - parameter.bootstrap->low68) / 2;
            EXPECT_NEAR(half / parameter.errorScaled, 1, 0.15) << model << " " << parameter.name;
            EXPECT_LT(parameter.bootstrap->low95, parameter.bootstrap->low68);
            EXPECT_GT(parameter.bootstrap->high95, parameter.bootstrap->high68);
        }
    }
}

TEST(Bootstrap, GivesTheSameIntervalsAgainAndNoneUnlessAsked) {
    FitSettings settings;
    settings.bootstrap = 50;
    const GrowthSeries series = seriesOf(
        30, 1000, 100, [](double t) { return 0.02 * t; }, 0.5);

    EXPECT_EQ(fitOf(series, "line", settings).parameters[0].bootstrap->low95,
              fitOf(series, "line", settings).parameters[0].bootstrap->low95);
    EXPECT_FALSE(fitOf(series, "line").parameters[0].bootstrap);
}

TEST(LowestAic, IsOneModelsAloneAmongTheUsualAndTheChosenOnesOnTheSameFrames) {
    const auto fit = [](const char* model, double aic, std::vector<int> frames = {0, 1, 2, 3}) {
        GrowthFit one;
        one.model = model;
        one.aic = aic;
        one.frames = std::move(frames);
        return one;
    };
    const std::vector<GrowthFit> fits = {fit("origin-line", 60), fit("line", 32), fit("power", 21), fit("crossover", 1)};

    EXPECT_TRUE(hasLowestAic(fits, "crossover"));
    EXPECT_FALSE(hasLowestAic(fits, "power"));  // a law that is not among the usual ones has a lower AIC
    EXPECT_TRUE(hasLowestAic({fits.begin(), fits.begin() + 3}, "power"));
    EXPECT_FALSE(hasLowestAic({fit("line", 18.5), fit("power", 9)}, "power"));        // the data do not tell them apart
    EXPECT_FALSE(hasLowestAic({fit("line", 30, {0, 1}), fit("power", 9)}, "power"));  // nothing to compare with
}

TEST(BetterModel, IsNamedOnlyWhenItsAicIsLowerByMoreThanTenOnTheSameFrames) {
    const GrowthSeries bent = seriesOf(
        40, 500, 300, [](double t) { return 0.5 * std::sqrt(t); }, 0.2);
    const auto better = betterModel(fitGrowth(bent, {}), "origin-line");
    ASSERT_TRUE(better);
    EXPECT_EQ(better->model, "power");
    EXPECT_GT(better->aicLower, 100);

    EXPECT_FALSE(betterModel(fitGrowth(bent, {}), "power"));
    FitSettings late;
    late.t0S = 2000;  // the power law then lacks the first frames, so the two cannot be compared
    const auto other = betterModel(fitGrowth(bent, late), "line");
    EXPECT_TRUE(!other || other->model != "power");
}

TEST(BetterModel, IsLookedForAmongAllLaws) {
    const GrowthSeries ripening = seriesOf(
        40, 0, 1000, [](double t) { return std::cbrt(8000 + 3 * t); }, 0.05);
    const GrowthSeries stopping = seriesOf(
        40, 500, 300, [](double t) { return t < 6000 ? 2 * std::sqrt(t) : 2 * std::sqrt(6000); }, 0.2);

    const auto ripe = betterModel(fitGrowth(ripening, {}), "origin-line"), stopped = betterModel(fitGrowth(stopping, {}), "line");

    ASSERT_TRUE(ripe && stopped);
    EXPECT_EQ(ripe->model, "lsw");
    EXPECT_EQ(stopped->model, "crossover");
}

TEST(BetterModel, IsNoLawThatHasAParameterForEveryFrame) {
    GrowthFit plain, rich;
    plain.model = "origin-line";
    rich.model = "crossover";
    plain.parameters.resize(1);
    rich.parameters.resize(4);
    plain.frames = rich.frames = {0, 1, 2, 3, 4};
    plain.aic = 30, rich.aic = 8;

    EXPECT_FALSE(betterModel({plain, rich}, "origin-line"));
    plain.frames = rich.frames = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    EXPECT_TRUE(betterModel({plain, rich}, "origin-line"));
}

TEST(Doubt, IsOfALawThatIsNotFittedOrStandsOnWeakFramesAlone) {
    GrowthSeries series = seriesOf(4, 1, 1, [](double t) { return 10 * t; });
    series.points[0].isWeak = series.points[1].isWeak = true;
    GrowthFit line, power;
    line.model = "line";
    line.parameters.resize(2);
    line.frames = {0, 1, 2};
    power.model = "power";
    power.reason = "2 points, 3 are needed";

    EXPECT_EQ(doubtOf(series, {line, power}, "line"), "");
    EXPECT_EQ(doubtOf(series, {line, power}, "power"), "2 points, 3 are needed");
    EXPECT_EQ(doubtOf(series, {}, "line"), "no law is fitted");
    line.frames = {0, 1};
    EXPECT_EQ(doubtOf(series, {line, power}, "line"), "all of its 2 frames are weak: no R_max is certain");
}

TEST(Doubt, IsOfALawThatMissesItsPointsAndNamesOneThatDoesNot) {
    const GrowthSeries series = seriesOf(12, 1, 0.1, [](double t) { return 30 * std::cbrt(t); });
    FitSettings settings;
    settings.t0S = 0;
    const std::vector<GrowthFit> fits = fitGrowth(series, settings);

    EXPECT_THAT(doubtOf(series, fits, "origin-line"),
                testing::AllOf(testing::StartsWith("it misses its points by up to "),
                               testing::EndsWith("its errors are too small; 'power' fits far better")));
    EXPECT_EQ(doubtOf(series, fits, "power"), "");
}

TEST(UnitOfAParameter, IsMadeOfTheUnitsOfLengthAndTime) {
    const auto unit = [](const char* law, const char* parameter) {
        return unitOf(growthModelNamed(law).parameter(parameter), "um", "s");
    };

    EXPECT_EQ(unit("origin-line", "v"), "um/s");
    EXPECT_EQ(unit("line", "R0"), "um");
    EXPECT_EQ(unit("power", "n"), "");
    EXPECT_EQ(unit("power", "A"), "um/s^n");
    EXPECT_EQ(unit("power-t0", "t0"), "s");
    EXPECT_EQ(unit("lsw", "K"), "um^3/s");
}

TEST(WeakFrames, AreCountedAmongThoseOfTheFit) {
    GrowthSeries series = seriesOf(5, 1, 1, [](double t) { return 10 * t; });
    series.points[0].isWeak = series.points[4].isWeak = true;
    GrowthFit fit;
    fit.frames = {0, 1, 2, 3};

    EXPECT_EQ(weakWords(weakFramesOf(series, fit)), "1 of its 4 frames is weak");
    fit.frames = {0, 4};
    EXPECT_TRUE(weakFramesOf(series, fit).areAll());
    EXPECT_EQ(weakWords(weakFramesOf(series, fit)), "all of its 2 frames are weak: no R_max is certain");
    fit.frames = {1, 2};
    EXPECT_EQ(weakWords(weakFramesOf(series, fit)), "");
}

TEST(WithoutAQuench, TimeCountsFromTheFirstFrameAndOnlyLawsWithoutAnOriginAreFitted) {
    GrowthSeries bent = seriesOf(
        40, 500, 300, [](double t) { return 0.5 * std::sqrt(t); }, 0.2);
    bent.firstTime = 200;  // a frame without a length
    FitSettings unknown;
    unknown.model = lawByQuench;
    unknown.t0S.reset();
    const std::vector<GrowthFit> fits = fitGrowth(bent, unknown);
    for (const GrowthFit& fit : fits) {
        const bool needsNone = !growthModelNamed(fit.model).needsQuench;
        EXPECT_EQ(fit.isFitted(), needsNone) << fit.model;
        EXPECT_EQ(fit.reason, needsNone ? "" : "needs t0, the time of the quench") << fit.model;
        EXPECT_EQ(fit.t0, 200);
    }
    EXPECT_EQ(std::ranges::count(fits, true, &GrowthFit::isFitted), 3);
    ASSERT_TRUE(betterModel(fits, unknown.chosenModel()));
    EXPECT_EQ(betterModel(fits, unknown.chosenModel())->model, "power-t0");
    EXPECT_NEAR(fitOf(bent, "power-t0", unknown).parameters[2].value, -200, 60);  // the truth: 0 on the clock
    FitSettings given = unknown;
    given.t0S = 200;
    EXPECT_DOUBLE_EQ(fitOf(bent, "line", unknown).parameters[1].value, fitOf(bent, "line", given).parameters[1].value);
}

TEST(NoGrowth, IsALineWhoseSlopeLiesWithinTwoErrorsWidenedByItsScatter) {
    const auto seriesWithSlope = [](double slope, double scatter) {
        GrowthSeries series = seriesOf(30, 0, 1, [&](double t) { return 20 + slope * t; });
        for (std::size_t i = 0; i < series.points.size(); ++i) {
            series.points[i].length += scatter * (i % 2 == 0 ? 1 : -1);
            series.points[i].error = 0.5;
            series.points[i].domains = 0;  // nothing is shared
        }
        return series;
    };
    const auto isStill = [&](double slope, double scatter) {
        return showsNoGrowth(fitGrowth(seriesWithSlope(slope, scatter), {}));
    };
    const double error = 0.5 / std::sqrt(30.0 * (30 * 30 - 1) / 12.0);  // of a slope through equal spacings
    EXPECT_TRUE(isStill(0, 0));
    EXPECT_TRUE(isStill(1.5 * error, 0));
    EXPECT_FALSE(isStill(2.5 * error, 0));
    EXPECT_TRUE(isStill(2.5 * error, 1));  // scatter twice the errors
    EXPECT_FALSE(isStill(6 * error, 1));
}

TEST(AicAboveLowest, IsZeroForTheBestModelAndComparesTheSameFramesOnly) {
    const GrowthSeries bent = seriesOf(
        40, 500, 300, [](double t) { return 0.5 * std::sqrt(t); }, 0.2);
    std::vector<GrowthFit> fits = fitGrowth(bent, {});
    const std::vector<double> above = aicAboveLowest(fits);

    EXPECT_EQ(*std::ranges::min_element(above), 0);
    EXPECT_GT(above[0], 100) << fits[0].model;
    for (std::size_t i = 1; i < fits.size(); ++i)
        if (fits[i].isFitted()) {
            EXPECT_NEAR(above[i] - above[0], fits[i].aic - fits[0].aic, 1e-9) << fits[i].model;
        }

    fits[0].frames.pop_back();
    EXPECT_EQ(aicAboveLowest(fits)[0], 0);
}

TEST(RobustFits, MakeNoClaimByAic) {
    FitSettings robust;
    robust.robust = true;
    const std::vector<GrowthFit> fits = fitGrowth(seriesOf(
                                                      40, 500, 300, [](double t) { return 0.5 * std::sqrt(t); }, 0.2),
                                                  robust);

    EXPECT_FALSE(betterModel(fits, "origin-line"));
    for (const double above : aicAboveLowest(fits))
        EXPECT_TRUE(std::isnan(above));
}

}  // namespace
}  // namespace coarsen
