// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/synth/flow_pair.hpp"

#include "core/synth/flow_errors.hpp"
#include "core/synth/wave_field.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace coarsen {
namespace {

TEST(WaveField, IsItsCosinesHoweverFarFromTheOrigin) {
    const std::vector<PlaneWave> waves{{{0.3, -0.44, 0.02}, 5}, {{-0.1, 0.2, 0.4}, 0}, {{0, 0, 0}, 1}};
    Places places(0);
    for (int i = 0; i < 1001; ++i) {
        places.along[0].push_back(-700 + 1.7 * i);
        places.along[1].push_back(0.31 * i * (i % 7));
        places.along[2].push_back(-2.9 * i);
    }
    std::vector<double> values;
    WaveField(waves).at(places, values);

    ASSERT_EQ(values.size(), 1001U);
    for (std::size_t i = 0; i < values.size(); ++i) {
        double sum = 0;
        for (const auto& [q, phase] : waves)
            sum += std::cos(q[0] * places.along[0][i] + q[1] * places.along[1][i] + q[2] * places.along[2][i] + phase);
        EXPECT_NEAR(values[i], std::sqrt(2.0 / 3) * sum, 1e-11);
    }
}

TEST(FlowPair, IsTheSameFieldAtThePlacesThatTheFlowComesFrom) {
    FlowPairSettings settings{.size = {24, 20, 16}, .wavelength = 9, .maxU = 0, .seed = 5};
    settings.drift = {2, -1, 3};
    const FlowPair pair = flowPair(settings, 2);
    for (int z = 3; z < 16; ++z)
        for (int y = 0; y < 19; ++y)
            for (int x = 2; x < 24; ++x)
                EXPECT_FLOAT_EQ(pair.moved.at(x, y, z), pair.fixed.at(x - 2, y + 1, z - 3));
}

TEST(FlowPair, IsWhatItWasWhenTheFiguresOfTheBenchmarkWereTaken) {  // by sums of std::cos, voxel by voxel
    FlowPairSettings settings{.size = {64, 64, 64}, .wavelength = 14, .seed = 2};
    const FlowPair pair = flowPair(settings);
    const std::size_t voxel = settings.size.index(10, 20, 30);
    EXPECT_NEAR(pair.fixed.values()[voxel], 0.9299465F, 1e-6F);
    EXPECT_NEAR(pair.moved.values()[voxel], 0.2838309F, 1e-6F);
    EXPECT_NEAR(pair.u[0][voxel], 0.5092382F, 1e-6F);
    EXPECT_NEAR(pair.u[1][voxel], -0.3350473F, 1e-6F);
    EXPECT_NEAR(pair.u[2][voxel], 1.639162F, 1e-6F);
    EXPECT_EQ(pair.rho, 1);

    float longest = 0;
    for (std::size_t i = 0; i < settings.size.voxels(); ++i)
        longest = std::max(longest, std::hypot(pair.u[0][i], pair.u[1][i], pair.u[2][i]));
    EXPECT_NEAR(longest, settings.maxU, 1e-5);
}

TEST(FlowPair, OfAChangedStructureKnowsHowAlikeTheTwoAre) {
    FlowPairSettings settings{.size = {64, 64, 64}, .wavelength = 14, .noise = 0.1, .kept = 0.95};
    settings.drift = {1, -2, 0.5}, settings.seed = 2;
    EXPECT_NEAR(flowPair(settings).rho, 0.938248266, 1e-8);
}

TEST(EndPointErrors, LeaveOutWhatIsOrWasNearAFace) {
    const VolumeSize size{20, 12, 11};
    std::array<std::vector<float>, 3> u, truth;
    for (std::size_t axis = 0; axis < 3; ++axis)
        u[axis].assign(size.voxels(), 0), truth[axis].assign(size.voxels(), 0);
    std::size_t n = 0;
    for (int x = 5; x < 15; ++x)
        for (int y = 5; y < 7; ++y)
            u[1][size.index(x, y, 5)] = static_cast<float>(++n);  // 1 to 20, all that count
    u[0][size.index(4, 5, 5)] = 100, u[0][size.index(15, 5, 5)] = 100, u[0][size.index(8, 5, 6)] = 100;
    const EndPointErrors errors = endPointErrors(size, u, truth, 2);
    EXPECT_EQ(errors.of.size(), 20U);
    EXPECT_DOUBLE_EQ(errors.mean(), 10.5);
    EXPECT_EQ(errors.percentile(0.5), 10);
    EXPECT_EQ(errors.percentile(0), 1);
    EXPECT_EQ(errors.largest(), 20);

    truth[0][size.index(5, 5, 5)] = 1;  // came from 4
    EXPECT_EQ(endPointErrors(size, u, truth, 2).of.size(), 19U);
}

TEST(EndPointErrors, OfAVolumeTooSmallForAnyAreNotKnown) {
    const VolumeSize size{9, 9, 9};
    std::array<std::vector<float>, 3> u;
    u.fill(std::vector<float>(size.voxels()));
    const EndPointErrors errors = endPointErrors(size, u, u, 1);
    EXPECT_TRUE(errors.of.empty());
    EXPECT_TRUE(std::isnan(errors.mean()));
    EXPECT_TRUE(std::isnan(errors.largest()));
}

}  // namespace
}  // namespace coarsen
