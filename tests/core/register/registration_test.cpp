// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/register/known_pair.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

namespace coarsen {
namespace {

using namespace coarsen::test;

RegistrationSettings settled(double wavelength = 14) {
    RegistrationSettings settings;
    settings.wavelength = wavelength;
    settings.evolving = Evolving::no;
    return settings;
}

double rms(const Flow& u) {
    double squares = 0;
    for (std::size_t i = 0; i < u.size.voxels(); ++i)
        for (std::size_t axis = 0; axis < 3; ++axis)
            squares += double(u.along[axis][i]) * double(u.along[axis][i]);
    return std::sqrt(squares / static_cast<double>(u.size.voxels()));
}

TEST(Registration, FindsAKnownFlow) {
    const FlowPair pair = flowPair(knownFlow(), 1);
    RegistrationSettings settings = settled();
    settings.presmooth = 0, settings.presmoothBy = PresmoothBy::setting;  // there is no noise
    const Registration answer = registered(pair, settings);
    const EndPointErrors errors = errorsOf(answer, pair);

    EXPECT_LE(errors.mean(), 0.06);
    EXPECT_LE(errors.percentile(0.95), 0.13);
    EXPECT_GE(answer.jacobians.least, 0.5);
    EXPECT_FALSE(answer.mayBeOnePeriodOff());
    EXPECT_LT(answer.after.mismatch, 0.01 * answer.before.mismatch);
    EXPECT_EQ(answer.evaluations.size(), 3u);
}

TEST(Registration, FindsAKnownFlowByDefault) {
    for (const std::uint64_t seed : {7501U, 7502U}) {
        FlowPairSettings made = knownFlow();
        made.seed = seed;
        const FlowPair pair = flowPair(made, 1);
        RegistrationSettings settings;
        settings.wavelength = made.wavelength;
        const Registration answer = registered(pair, settings);
        const EndPointErrors errors = errorsOf(answer, pair);

        EXPECT_LE(errors.mean(), 0.06) << seed;
        EXPECT_LE(errors.percentile(0.95), 0.13) << seed;
        EXPECT_EQ(answer.presmooth, 0) << "no noise was found: " << answer.noise;
        settings.presmoothBy = PresmoothBy::setting;  // as in earlier versions
        EXPECT_GT(errorsOf(registered(pair, settings), pair).mean(), errors.mean() + 0.01) << seed;
    }
}

TEST(Registration, TakesAFlowForAFlowWhereNoWavelengthIsKnown) {
    const FlowPair pair = flowPair(knownFlow(), 1);
    const Registration answer = registered(pair, {});
    EXPECT_LT(answer.driftRho, 0.99);
    EXPECT_GT(answer.rho, 0.99);
    EXPECT_FALSE(answer.isEvolving);
    EXPECT_LE(errorsOf(answer, pair).mean(), 0.08);
    RegistrationSettings earlier;
    earlier.presmoothBy = PresmoothBy::setting;
    EXPECT_TRUE(registered(pair, earlier).isEvolving);
}

TEST(Registration, TellsTheLeastJFartherInThanTheFacesAlone) {
    FlowPairSettings made = knownFlow();
    made.maxU = 0, made.drift = {2.4, -1.3, 3.6}, made.noise = 0.1;
    const FlowPair pair = flowPair(made, 1);
    RegistrationSettings settings;
    settings.wavelength = made.wavelength;
    const Registration answer = registered(pair, settings);
    EXPECT_LT(answer.jacobians.least, answer.leastInside);
    EXPECT_GT(answer.leastInside, 0.9);
    settings.presmoothBy = PresmoothBy::setting;  // as in earlier versions
    EXPECT_LT(registered(pair, settings).jacobians.least, 0.9);

    made.size = {10, 10, 10};  // which has no voxel so far in
    EXPECT_TRUE(std::isnan(registered(flowPair(made, 1), settings).leastInside));
}

TEST(Registration, OfAPlaneIsThatOfOneSlice) {
    FlowPairSettings made = knownFlow();
    made.size = {96, 80, 1};
    made.wavelength = 16;
    const FlowPair pair = flowPair(made, 1);
    const Registration answer = registered(pair, settled(16));

    EXPECT_LE(errorsOf(answer, pair).mean(), 0.1);
    EXPECT_EQ(answer.u.along[2], std::vector<float>(made.size.voxels(), 0.0F));
}

TEST(Registration, SaysWhereADomainMayBeTakenForTheNext) {
    FlowPairSettings made = knownFlow();
    made.size = {48, 48, 48};
    made.drift = {6, 0, 0};  // which is no reason
    const FlowPair pair = flowPair(made, 1);
    RegistrationSettings settings = settled();
    settings.sigma = RegistrationSettings::Sigma{5.6, false};
    EXPECT_EQ(registered(pair, settings).onePeriodOff, "");
    settings.wavelength = 6;  // of which up to 4 voxels are more than half
    EXPECT_THAT(registered(pair, settings).onePeriodOff,
                testing::MatchesRegex("it moves by up to .* px beside the drift, half a wavelength is 3.0"));
}

TEST(Registration, FindsADriftBeforeTheFlow) {
    FlowPairSettings made = knownFlow();
    made.size = {48, 40, 44};
    made.maxU = 0;
    made.drift = {7.3, -4.6, 2.25};
    const FlowPair pair = flowPair(made, 1);
    const Registration answer = registered(pair, settled());

    for (std::size_t axis = 0; axis < 3; ++axis)
        EXPECT_NEAR(answer.drift[axis], made.drift[axis], 0.02);
    EXPECT_GT(answer.driftRho, 0.999);
    EXPECT_LE(errorsOf(answer, pair).mean(), 0.06);
}

TEST(Registration, IsTheSameOnAnyNumberOfThreads) {
    FlowPairSettings made = knownFlow();
    made.size = {33, 26, 29};
    made.maxU = 2;
    const FlowPair pair = flowPair(made, 1);
    RegistrationSettings settings = settled();
    const auto with = [&](int threads) {
        settings.threads = threads;
        return registerVolumes(pair.fixed, pair.moved, settings, *cpuSimdRegistration());
    };
    const Registration one = with(1), three = with(3);

    EXPECT_EQ(one.u.along, three.u.along);
    EXPECT_EQ(one.after.mismatch, three.after.mismatch);
    EXPECT_EQ(one.rho, three.rho);
}

TEST(Registration, DoesNotMoveWhatOnlyNoiseMoves) {
    FlowPairSettings made = knownFlow();
    made.size = {48, 48, 48};
    made.maxU = 0;
    made.noise = 0.1;
    const Registration answer = registered(flowPair(made, 1), settled());

    EXPECT_LE(rms(answer.u), 0.1);
    EXPECT_LE(answer.jacobians.logSd, 0.015);
}

TEST(Registration, DoesNotSeeWhatIsMasked) {
    FlowPairSettings made = knownFlow();
    made.size = {40, 40, 40};
    made.maxU = 1.5;
    const FlowPair pair = flowPair(made, 1);
    std::vector<float> spoilt(pair.moved.values().begin(), pair.moved.values().end());
    std::vector<std::uint8_t> valid(spoilt.size(), 1);
    for (int z = 12; z < 24; ++z)
        for (int y = 10; y < 20; ++y)
            for (int x = 15; x < 25; ++x)
                spoilt[made.size.index(x, y, z)] = 40, valid[made.size.index(x, y, z)] = 0;
    FlowPair masked = pair;
    masked.moved = Volume(made.size, {}, std::move(spoilt), std::move(valid));

    RegistrationSettings smoothed = settled();
    smoothed.presmooth = 1, smoothed.presmoothBy = PresmoothBy::setting;
    const double whole = errorsOf(registered(pair, smoothed), pair).mean(),
                 without = errorsOf(registered(masked, smoothed), pair).mean();
    EXPECT_LE(without, whole + 0.05);
    EXPECT_LE(errorsOf(registered(masked, settled()), pair).mean(), 1.1 * without) << "by default, where half a voxel is left";
}

TEST(Registration, TakesGreyValuesOfAnyScale) {
    FlowPairSettings made = knownFlow();
    made.size = {32, 32, 32};
    made.maxU = 1.5;
    const FlowPair pair = flowPair(made, 1);
    const auto scaled = [](const Volume& volume) {
        std::vector<float> values;
        for (const float value : volume.values())
            values.push_back(1000 + 512 * value);
        return Volume(volume.size(), volume.spacing(), std::move(values));
    };
    FlowPair other = pair;
    other.fixed = scaled(pair.fixed), other.moved = scaled(pair.moved);
    const Registration one = registered(pair, settled()), two = registered(other, settled());

    for (std::size_t axis = 0; axis < 3; ++axis)
        for (std::size_t i = 0; i < one.u.along[axis].size(); ++i)
            ASSERT_NEAR(one.u.along[axis][i], two.u.along[axis][i], 5e-3);
}

TEST(Registration, OfAnEvolvingStructureSaysHowFarItMayBeOff) {
    FlowPairSettings made = knownFlow();
    made.seed = 1;
    made.kept = 0.957;
    const FlowPair pair = flowPair(made, 1);
    RegistrationSettings settings;
    settings.wavelength = 14;
    const Registration answer = registered(pair, settings);
    const double error = errorsOf(answer, pair).mean();

    EXPECT_NEAR(pair.rho, 0.95, 0.01);
    EXPECT_TRUE(answer.isEvolving);
    EXPECT_EQ(answer.sigma, 14);
    EXPECT_LE(error, 0.55);
    EXPECT_GE(answer.expectedError, error / 2);
    EXPECT_LE(answer.expectedError, error * 2);
}

/// The grey value of a voxel, whose first coordinate goes from -1 to 1.
Volume changed(const Volume& volume, const std::function<double(double grey, double x)>& change) {
    const VolumeSize& size = volume.size();
    std::vector<float> values(volume.values().begin(), volume.values().end());
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto x = static_cast<double>(i % static_cast<std::size_t>(size.width));
        values[i] = static_cast<float>(change(static_cast<double>(values[i]), 2 * x / (size.width - 1) - 1));
    }
    return Volume(size, volume.spacing(), std::move(values), {volume.valid().begin(), volume.valid().end()});
}

Volume brighter(const Volume& volume, double gain, double offset = 0) {
    return changed(volume, [=](double grey, double) { return gain * grey + offset; });
}

TEST(Registration, DoesNotTakeGainAndOffsetForMotion) {
    FlowPairSettings made = knownFlow();
    made.size = {40, 40, 40};
    made.maxU = 0;
    FlowPair pair = flowPair(made, 1);
    const Volume structure = pair.moved;
    RegistrationSettings settings;
    settings.wavelength = 14;
    for (const auto& [gain, offset] : std::vector<std::pair<double, double>>{{0.5, 0}, {1.2, 0}, {1.5, -0.4}, {1, 0.5}})
        for (const BrightnessMatch rule : {BrightnessMatch::local, BrightnessMatch::whole}) {
            pair.moved = brighter(structure, gain, offset);
            settings.brightness = rule;
            const Registration answer = registered(pair, settings);
            EXPECT_LE(rms(answer.u), 0.02) << gain << " " << offset;
            ASSERT_TRUE(answer.brightness);
            EXPECT_NEAR(answer.brightness->gain, gain, 0.01 * gain);
            const PhaseMeans scale = phaseMeans(pair.fixed.values(), {});
            EXPECT_NEAR(answer.brightness->offset, (offset + (gain - 1) * scale.dark) / (scale.bright - scale.dark), 0.005);
            EXPECT_THAT(answer.remarks, testing::IsEmpty());
        }

    settings.brightness = BrightnessMatch::none;  // as before there was a choice
    pair.moved = brighter(structure, 1.2);
    const Registration old = registered(pair, settings);
    EXPECT_GT(rms(old.u), 0.15);
    EXPECT_FALSE(old.brightness);
}

TEST(Registration, FindsAFlowBesideAChangeOfBrightness) {
    FlowPairSettings made = knownFlow();
    made.size = {48, 48, 48};
    made.maxU = 3;
    FlowPair pair = flowPair(made, 1);
    const double alike = errorsOf(registered(pair, settled()), pair).mean();
    const Volume structure = pair.moved;
    for (const double gain : {0.5, 1.5}) {
        pair.moved = brighter(structure, gain, 0.3);
        EXPECT_NEAR(errorsOf(registered(pair, settled()), pair).mean(), alike, 0.02) << gain;
    }
}

TEST(Registration, UndoesWhatFadesWithinTheVolume) {
    FlowPairSettings made = knownFlow();
    made.maxU = 0;
    FlowPair pair = flowPair(made, 1);
    pair.moved = changed(pair.moved, [](double grey, double x) { return grey * (1 + 0.5 * x); });
    RegistrationSettings settings = settled();
    const Registration local = registered(pair, settings);
    settings.brightness = BrightnessMatch::whole;
    const Registration whole = registered(pair, settings);

    EXPECT_LE(rms(local.u), 0.03);
    EXPECT_NEAR(local.brightness->leastGain, 0.6, 0.15);
    EXPECT_NEAR(local.brightness->greatestGain, 1.4, 0.2);
    EXPECT_THAT(local.remarks, testing::Contains(testing::HasSubstr("that was taken for brightness, not for motion")));
    EXPECT_GT(rms(whole.u), 0.2);
    EXPECT_GT(whole.expectedError, 0.2) << "it is not undone, but foretold";
    EXPECT_THAT(whole.remarks, testing::Contains(testing::HasSubstr("which cannot be told from motion")));
}

TEST(Registration, DoesNotSeeTheBrightnessOfWhatIsMasked) {
    FlowPairSettings made = knownFlow();
    made.size = {40, 40, 40};
    made.maxU = 0;
    FlowPair pair = flowPair(made, 1);
    std::vector<float> spoilt;
    for (const float grey : pair.moved.values())
        spoilt.push_back(0.6F * grey);
    std::vector<std::uint8_t> valid(spoilt.size(), 1);
    for (std::size_t i = 0; i < spoilt.size(); i += 7)
        spoilt[i] = std::numeric_limits<float>::quiet_NaN(), valid[i] = 0;
    pair.moved = Volume(made.size, {}, std::move(spoilt), std::move(valid));
    const Registration answer = registered(pair, settled());

    EXPECT_LE(rms(answer.u), 0.03);
    EXPECT_NEAR(answer.brightness->gain, 0.6, 0.01);
}

TEST(Registration, JudgesWhetherTheStructureEvolvedOnceTheFlowIsUndone) {
    FlowPairSettings made = knownFlow();
    made.size = {48, 48, 48};
    const FlowPair pair = flowPair(made, 1);
    RegistrationSettings settings;
    settings.wavelength = 14;
    const Registration byFlow = registered(pair, settings);
    settings.evolvingBy = EvolvingBy::drift;  // as before there was a choice
    const Registration byDrift = registered(pair, settings);

    EXPECT_LT(byFlow.driftRho, 0.95);
    EXPECT_FALSE(byFlow.isEvolving);
    EXPECT_EQ(byFlow.sigma, 0.4 * 14);
    EXPECT_TRUE(byDrift.isEvolving);
    EXPECT_LT(errorsOf(byFlow, pair).mean(), 0.7 * errorsOf(byDrift, pair).mean());
    EXPECT_EQ(byFlow.rho, byDrift.rho) << "it is of the same smooth flow";
}

TEST(Descent, EndsByToleranceAndIterations) {
    const auto endsAt = [](std::size_t level, std::size_t levels, const FlowSettings& settings) {
        const DescentEnd end = descentEnd(level, levels, settings);
        return std::pair(end.most, end.leastFall);
    };
    FlowSettings settings;
    EXPECT_EQ(endsAt(0, 3, settings), std::pair(60, 1e-2));
    EXPECT_EQ(endsAt(1, 3, settings), std::pair(100, 5e-2));
    EXPECT_EQ(endsAt(2, 3, settings), std::pair(200, 1e-1));
    EXPECT_EQ(endsAt(0, 1, settings), std::pair(200, 1e-2));
    settings.tolerance = 0.004, settings.iterations = 7;
    EXPECT_EQ(endsAt(0, 3, settings), std::pair(7, 0.004));
    EXPECT_EQ(endsAt(2, 3, settings), std::pair(7, 0.04));
}

TEST(ForceTerm, IsAsPrintedOrDividedAsTheDemonsDivideIt) {
    const VolumeSize size{24, 8, 8};
    std::vector<float> fixed, moved;
    constexpr float bend = 0.01F, apart = 0.2F;
    for (std::size_t i = 0; i < size.voxels(); ++i) {
        const auto x = static_cast<float>(i % 24);
        fixed.push_back(bend * x * x), moved.push_back(bend * x * x + apart);
    }
    const auto pullAt = [&](ForceTerm term, int x) {
        const auto level = cpuSimdRegistration()->plan({size, fixed, moved, {}, {}},
                                                       {.sigma = 0, .lambda = 0, .term = term, .threads = 1}, Flow(size));
        level->evaluate(-1e9);
        level->accept();
        level->step(0.01);
        level->evaluate(-1e9);
        level->accept();
        return static_cast<double>(level->displacement().along[0][size.index(x, 4, 4)]);
    };
    const auto divided = [](double x) {
        const double slope = 2 * static_cast<double>(bend) * x, d = static_cast<double>(apart);
        return slope / (slope * slope + d * d + 1e-4);
    };
    EXPECT_NEAR(pullAt(ForceTerm::paper, 16) / pullAt(ForceTerm::paper, 8), 2, 1e-3);
    EXPECT_NEAR(pullAt(ForceTerm::demons, 16) / pullAt(ForceTerm::demons, 8), divided(16) / divided(8), 1e-3);
}

TEST(ForceTerm, AsPrintedFindsAKnownFlow) {
    FlowPairSettings made = knownFlow();
    made.size = {40, 40, 40}, made.maxU = 2;
    const FlowPair pair = flowPair(made, 1);
    RegistrationSettings settings = settled();
    settings.forceTerm = ForceTerm::paper, settings.lambda = 0.0025;
    EXPECT_LE(errorsOf(registered(pair, settings), pair).mean(), 0.12);
}

TEST(Registration, GoesOnAsLongAsItIsAskedTo) {
    FlowPairSettings made = knownFlow();
    made.size = {40, 40, 40};
    made.maxU = 3;
    const FlowPair pair = flowPair(made, 1);
    RegistrationSettings settings = settled();
    const std::vector<int> usual = registered(pair, settings).evaluations;
    settings.iterations = 4;
    for (const int evaluations : registered(pair, settings).evaluations)
        EXPECT_LE(evaluations, 4);
    settings.iterations = 0, settings.tolerance = 1e-4;
    const std::vector<int> longer = registered(pair, settings).evaluations;
    for (std::size_t level = 0; level < usual.size(); ++level)
        EXPECT_GE(longer[level], usual[level]);  // none goes on for ever: steps become too short
    EXPECT_GT(longer.back(), usual.back());      // the finest
}

TEST(BrightnessError, GrowsWithWhatIsLeftAndFallsWithTheSmoothness) {
    EXPECT_EQ(brightnessError(5, 14, 0), 0);
    EXPECT_DOUBLE_EQ(brightnessError(4, 10, 0.2), 2 * brightnessError(4, 10, 0.1));
    EXPECT_DOUBLE_EQ(brightnessError(8, 20, 0.1), 2 * brightnessError(4, 10, 0.1));
    EXPECT_GT(brightnessError(8, 20, 0.1), 3 * brightnessError(20, 20, 0.1));
}

TEST(ExpectedError, LiesBetweenItsTwoConstants) {
    EXPECT_EQ(expectedError(5, 20, 1), 0);
    EXPECT_DOUBLE_EQ(expectedError(2, 20, 0.8), expectedError(8, 20, 0.8));
    EXPECT_DOUBLE_EQ(expectedError(40, 20, 0.8), expectedError(20, 20, 0.8));
    const double middle = std::sqrt(0.4);
    EXPECT_NEAR(expectedError(20 * middle, 20, 0.8), std::sqrt(expectedError(8, 20, 0.8) * expectedError(20, 20, 0.8)), 1e-12);
    EXPECT_GT(expectedError(8, 20, 0.8), expectedError(20, 20, 0.8));
}

}  // namespace
}  // namespace coarsen
