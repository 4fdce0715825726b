// SPDX-License-Identifier: GPL-3.0-or-later
// Strain and rotation of displacements for which both are formulas.
#include "core/register/strain.hpp"

#include "core/register/regulariser.hpp"
#include "tests/core/register/known_flows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace coarsen {
namespace {

using test::flowOf;
using test::ShearWave;

constexpr VolumeSize strainedSize{14, 12, 10};

StrainMap mapOf(const KnownFlow& flow, const std::string& name) {
    return strainMap(flow, *std::ranges::find(strainQuantities(), name, &StrainQuantity::name), 2);
}

void expectEverywhere(const KnownFlow& flow, const std::string& name, double value, double tolerance = 2e-6) {
    const StrainMap map = mapOf(flow, name);
    EXPECT_EQ(map.known, flow.u.size.voxels());
    for (const float each : map.values)
        ASSERT_NEAR(each, value, tolerance) << name;
}

/// u of x = middle + F (X - middle): the displacement of an affine map, in voxels of these sides.
KnownFlow affine(const Matrix3& inverseOfF, const Spacing& spacing = {}) {
    const std::array<double, 3> sides{spacing.x, spacing.y, spacing.z};
    return flowOf(
        strainedSize,
        [&](double x, double y, double z) {
            const std::array<double, 3> place{(x - 6) * sides[0], (y - 5) * sides[1], (z - 4) * sides[2]};
            std::array<double, 3> u;
            for (std::size_t i = 0; i < 3; ++i) {
                double before = 0;
                for (std::size_t k = 0; k < 3; ++k)
                    before += inverseOfF[i][k] * place[k];
                u[i] = (place[i] - before) / sides[i];
            }
            return u;
        },
        spacing);
}

TEST(Strain, OfAStretchAlongTheAxesIsTheFormula) {
    const KnownFlow flow = affine({{{1 / 1.2, 0, 0}, {0, 1 / 0.9, 0}, {0, 0, 1 / 1.05}}}, {0.5, 0.7, 2, true});

    expectEverywhere(flow, "e_xx", (1.2 * 1.2 - 1) / 2);
    expectEverywhere(flow, "e_yy", (0.9 * 0.9 - 1) / 2);
    expectEverywhere(flow, "e_zz", (1.05 * 1.05 - 1) / 2);
    for (const char* const none : {"e_xy", "e_xz", "e_yz", "rotation"})
        expectEverywhere(flow, none, 0, 2e-4);
    expectEverywhere(flow, "e_1", (1.2 * 1.2 - 1) / 2);
    expectEverywhere(flow, "e_2", (1.05 * 1.05 - 1) / 2);
    expectEverywhere(flow, "e_3", (0.9 * 0.9 - 1) / 2);
    expectEverywhere(flow, "volume", 1.2 * 0.9 * 1.05);
    expectEverywhere(flow, "j", 1 / (1.2 * 0.9 * 1.05));
}

TEST(Strain, OfARotationIsNone) {
    const double c = std::cos(0.3), s = std::sin(0.3);
    const Spacing spacing{0.5, 0.5, 2, true};
    for (const KnownFlow& flow :
         {affine({{{c, s, 0}, {-s, c, 0}, {0, 0, 1}}}, spacing), affine({{{1, 0, 0}, {0, c, s}, {0, -s, c}}}, spacing)}) {
        for (const char* const none : {"e_xx", "e_yy", "e_zz", "e_xy", "e_xz", "e_yz", "e_1", "e_3"})
            expectEverywhere(flow, none, 0, 1e-5);
        expectEverywhere(flow, "rotation", 0.3 * 180 / M_PI, 1e-4);
        expectEverywhere(flow, "volume", 1, 1e-5);
    }
    const double t = 2.8;  // more than a right angle
    expectEverywhere(affine({{{std::cos(t), std::sin(t), 0}, {-std::sin(t), std::cos(t), 0}, {0, 0, 1}}}), "rotation",
                     t * 180 / M_PI, 1e-4);
}

TEST(Strain, OfAShearWaveIsTheFormula) {
    const ShearWave shear{1.5, 2 * M_PI / 24};
    const KnownFlow flow = flowOf({8, 30, 8}, shear);
    const StrainMap xy = mapOf(flow, "e_xy"), yy = mapOf(flow, "e_yy"), first = mapOf(flow, "e_1"),
                    turn = mapOf(flow, "rotation"), volume = mapOf(flow, "volume");
    for (int y = 1; y < 29; ++y) {
        // x = X + g Y locally; centred differences of a sine are those of its slope times sin k / k
        const double g = shear.a * std::sin(shear.k) * std::cos(shear.k * y);
        const std::size_t voxel = flow.u.size.index(3, y, 4);
        EXPECT_NEAR(xy.values[voxel], g / 2, 1e-6);
        EXPECT_NEAR(yy.values[voxel], g * g / 2, 1e-6);
        EXPECT_NEAR(first.values[voxel], g * g / 4 + std::sqrt(g * g * g * g / 16 + g * g / 4), 1e-6);
        EXPECT_NEAR(turn.values[voxel], std::abs(std::atan(g / 2)) * 180 / M_PI, 1e-4);
        EXPECT_NEAR(volume.values[voxel], 1, 1e-6);
    }
    const double g = shear.a * shear.k;  // the formula's own, at y = 12: 1.1 % of k^2 / 6
    EXPECT_NEAR(xy.values[flow.u.size.index(3, 24, 4)], g / 2, 0.012 * g / 2);
}

TEST(Strain, HasTheJOfTheRegistration) {
    const KnownFlow flow = flowOf(strainedSize, [](double x, double y, double z) {
        return std::array<double, 3>{std::sin(0.3 * x + 0.1 * z), 0.5 * std::cos(0.2 * y), std::sin(0.2 * z - 0.3 * x)};
    });
    const StrainMap j = mapOf(flow, "j");
    const std::vector<float> truth = jacobian(flow.u, 1);

    for (std::size_t i = 0; i < truth.size(); ++i)
        ASSERT_NEAR(j.values[i], truth[i], 1e-5);
}

TEST(Strain, IsNotKnownBesideAMaskAndWhereUFolds) {
    KnownFlow flow = affine({{{1 / 1.2, 0, 0}, {0, 1, 0}, {0, 0, 1}}});
    flow.valid.assign(strainedSize.voxels(), 1);
    flow.valid[strainedSize.index(5, 5, 5)] = 0;
    StrainMap map = mapOf(flow, "e_xx");
    EXPECT_EQ(map.known, strainedSize.voxels() - 7);
    EXPECT_TRUE(std::isnan(map.values[strainedSize.index(4, 5, 5)]));
    EXPECT_FALSE(std::isnan(map.values[strainedSize.index(4, 4, 5)]));

    EXPECT_EQ(mapOf(affine({{{-1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}), "e_xx").known, 0U);
    EXPECT_TRUE(std::isnan(statisticsOf(StrainMap{{NAN, NAN}, 0}).mean));
}

TEST(Strain, HasStatisticsOfItsVoxels) {
    const StrainStatistics statistics = statisticsOf(StrainMap{{4, NAN, 1, 3, 2, 5}, 5});

    EXPECT_EQ(statistics.mean, 3);
    EXPECT_NEAR(statistics.sd, std::sqrt(2), 1e-12);
    EXPECT_EQ(statistics.quantiles[0], 1);
    EXPECT_NEAR(statistics.quantiles[1], 1.2, 1e-12);
    EXPECT_EQ(statistics.quantiles[3], 3);
    EXPECT_EQ(statistics.quantiles[6], 5);
}

}  // namespace
}  // namespace coarsen
