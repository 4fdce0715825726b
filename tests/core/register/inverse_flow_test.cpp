// SPDX-License-Identifier: GPL-3.0-or-later
// Inverses of displacements against those that are formulas.
#include "core/register/inverse_flow.hpp"

#include "core/synth/flow_pair.hpp"
#include "tests/core/register/known_flows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace coarsen {
namespace {

using test::carriedMiddle;
using test::carriedSize;
using test::flowOf;
using test::ShearWave;
using test::Stretch;

InverseFlow inverseBy(const KnownFlow& flow, Sampling sampling, const InversionSettings& settings = {}) {
    return inverseOf(FlowBetweenVoxels(flow, sampling, 2), settings, 2);
}

TEST(InverseFlow, OfAnAffineDisplacementIsTheFormula) {
    const Stretch stretch{0.1, carriedMiddle};
    const InverseFlow inverse = inverseBy(flowOf(carriedSize, stretch), Sampling::linear);

    std::size_t known = 0;
    for (int z = 0; z < carriedSize.depth; ++z)
        for (int y = 0; y < carriedSize.height; ++y)
            for (int x = 0; x < carriedSize.width; ++x) {
                const std::size_t voxel = carriedSize.index(x, y, z);
                const auto now = stretch.inverse(x, y, z);
                const bool isWithin = std::ranges::all_of(std::array{now[0] - 0.01, carriedSize.width - 1.01 - now[0]},
                                                          [](double left) { return left >= 0; }),
                           isBeyond = now[0] < -0.01 || now[0] > carriedSize.width - 0.99;
                if (isBeyond) {
                    EXPECT_FALSE(inverse.flow.isKnown(voxel));
                }
                if (!isWithin) continue;
                ASSERT_TRUE(inverse.flow.isKnown(voxel)) << x << ' ' << y << ' ' << z;
                ++known;
                const std::array<double, 3> here{double(x), double(y), double(z)};
                for (std::size_t axis = 0; axis < 3; ++axis)
                    ASSERT_NEAR(inverse.flow.u.along[axis][voxel], here[axis] - now[axis], 1.5e-3);
            }
    EXPECT_GT(known, carriedSize.voxels() * 8 / 10);
    EXPECT_LE(inverse.residualMost, 1e-3);
    EXPECT_LT(inverse.residualMean, inverse.residualMost);
    EXPECT_GT(inverse.iterations, 2);
    EXPECT_EQ(inverse.without, static_cast<std::size_t>(std::ranges::count(inverse.flow.valid, 0)));
}

TEST(InverseFlow, OfAShearWaveIsTheWaveItself) {
    const ShearWave shear;
    const InverseFlow inverse = inverseBy(flowOf(carriedSize, shear), Sampling::cubic);

    double most = 0;
    for (std::size_t voxel = 0; voxel < carriedSize.voxels(); ++voxel) {
        const int y = static_cast<int>(voxel / 40 % 36);
        if (inverse.flow.isKnown(voxel))
            most = std::max(most, std::abs(static_cast<double>(inverse.flow.u.along[0][voxel]) + shear(0, y, 0)[0]));
    }
    EXPECT_LT(most, 1e-3);
}

TEST(InverseFlow, OfAWaveAlongItselfSolvesKeplersEquation) {
    const double a = 3, k = 2 * M_PI / 40;
    const auto wave = [&](double x, double, double) { return std::array<double, 3>{a * std::sin(k * x), 0, 0}; };
    const InverseFlow inverse = inverseBy(flowOf(carriedSize, wave), Sampling::cubic);

    double most = 0;
    for (int x = 4; x < 36; ++x) {
        double now = x;
        for (int step = 0; step < 50; ++step)  // Newton
            now -= (now - a * std::sin(k * now) - x) / (1 - a * k * std::cos(k * now));
        const std::size_t voxel = carriedSize.index(x, 9, 9);
        ASSERT_TRUE(inverse.flow.isKnown(voxel));
        most = std::max(most, std::abs(static_cast<double>(inverse.flow.u.along[0][voxel]) - (x - now)));
    }
    EXPECT_LT(most, 3e-3);
}

TEST(InverseFlow, OfTheInverseIsTheFlow) {
    const ShearWave shear;
    const KnownFlow flow = flowOf(carriedSize, shear);
    const InverseFlow back = inverseBy(flow, Sampling::cubic), again = inverseBy(back.flow, Sampling::cubic);

    double most = 0;
    std::size_t known = 0;
    for (std::size_t voxel = 0; voxel < carriedSize.voxels(); ++voxel)
        if (again.flow.isKnown(voxel)) {
            ++known;
            if (const std::size_t x = voxel % 40; x < 8 || x > 31) continue;  // beside a mask splines know less
            most = std::max(most, std::abs(static_cast<double>(again.flow.u.along[0][voxel] - flow.u.along[0][voxel])));
        }
    EXPECT_GT(known, carriedSize.voxels() * 8 / 10);
    EXPECT_LT(most, 5e-3);
}

TEST(InverseFlow, IsMaskedWhereItDoesNotExist) {
    const KnownFlow folded = flowOf(carriedSize, [](double x, double, double) {
        return std::array<double, 3>{6 * std::sin(2 * M_PI / 20 * x), 0, 0};  // J down to -0.9
    });
    const InverseFlow inverse = inverseBy(folded, Sampling::cubic);

    EXPECT_GT(inverse.without, carriedSize.voxels() / 20);
    EXPECT_LT(inverse.without, carriedSize.voxels());
    for (std::size_t voxel = 0; voxel < carriedSize.voxels(); ++voxel) {
        if (!inverse.flow.isKnown(voxel)) continue;
        const double X = static_cast<double>(voxel % 40), x = X - static_cast<double>(inverse.flow.u.along[0][voxel]);
        EXPECT_NEAR(x - 6 * std::sin(2 * M_PI / 20 * x), X, 0.15);
        EXPECT_GT(1 - 6 * 2 * M_PI / 20 * std::cos(2 * M_PI / 20 * x), -0.9);
    }
}

}  // namespace
}  // namespace coarsen
