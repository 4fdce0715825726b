// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/volume_measurer.hpp"

#include "core/base/error.hpp"
#include "core/measure/spherical_mean.hpp"
#include "core/synth/bicontinuous.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace coarsen {
namespace {

using testing::HasSubstr;

BicontinuousSettings cube(int side, double wavelengthPx, std::uint64_t seed = 1) {
    BicontinuousSettings settings;
    settings.width = settings.height = settings.depth = side;
    settings.wavelengthFromPx = settings.wavelengthToPx = wavelengthPx;
    settings.frames = 1;
    settings.seed = seed;
    return settings;
}

TEST(VolumeMeasurer, FindsRMaxOfEightWavelengths) {
    const SyntheticVolume made = bicontinuousVolume(cube(96, 12), 0);
    VolumeMeasurer measurer({}, 2);
    const auto answer = measurer(made.volume, true);
    EXPECT_NEAR(made.rMaxPx, 12 * 1.2295, 1e-9);
    EXPECT_NEAR(answer.rMax.px, made.rMaxPx, 0.01 * made.rMaxPx);
    EXPECT_EQ(answer.rMax.quality, Quality::good) << answer.rMax.message;
    EXPECT_GT(answer.rMax.errorPx, 0);
    EXPECT_LT(answer.rMax.errorPx, 0.03 * made.rMaxPx);
    EXPECT_EQ(answer.profile.dimensions, 3);
    EXPECT_EQ(answer.engine, "cpu-fft");
}

TEST(VolumeMeasurer, TheErrorOfXiHasALimitWhereTheRecipeSaysSo) {
    int lifted = 0;
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        const Volume volume = bicontinuousVolume(cube(40, 6, seed), 0).volume;
        const LengthScale xi = VolumeMeasurer({.xiErrors = XiErrors::limited}, 2)(volume, true).lengths["xi"],
                          jackknifed = VolumeMeasurer({}, 2)(volume, true).lengths["xi"];
        ASSERT_TRUE(xi.isFound());
        const double floor = 0.3 * std::sqrt(xi.px * xi.px * xi.px / static_cast<double>(volume.size().voxels())) * xi.px;
        EXPECT_GE(xi.errorPx, floor * (1 - 1e-12));
        EXPECT_LT(xi.errorPx, 4 * floor);
        EXPECT_NEAR(xi.errorPx, std::max(jackknifed.errorPx / 1.0767, floor), 1e-3 * floor) << "Student's t of eight blocks";
        lifted += xi.errorPx < floor * (1 + 1e-12);
    }
    EXPECT_GT(lifted, 0) << "eight blocks alone give less in some";
}

TEST(VolumeMeasurer, FindsTheSameLengthWhereVoxelsAreNotCubes) {
    BicontinuousSettings settings = cube(96, 12);
    settings.spacing = {0.5, 0.5, 1.5, true};
    settings.depth = 32;
    const double px = settings.spacing.perPx();
    settings.wavelengthFromPx = settings.wavelengthToPx = 6 / px;  // 6 um, as 12 voxels along x
    VolumeMeasurer measurer({}, 2);
    const Volume volume = bicontinuousVolume(settings, 0).volume;
    EXPECT_NEAR(measurer(volume, false).rMax.px * px, 6 * 1.2295, 0.01 * 6 * 1.2295);
    MeasureSettings whole;  // other spheres
    whole.smallRadii = SmallRadii::whole;
    EXPECT_NEAR(VolumeMeasurer(whole, 2)(volume, false).rMax.px * px, 6 * 1.2295, 0.01 * 6 * 1.2295);
    // Forgotten, the spacing makes another length.
    const Volume forgotten = volume.withSpacing({});
    EXPECT_FALSE(std::abs(measurer(forgotten, false).rMax.px - 12 * 1.2295) < 0.1 * 12 * 1.2295);
}

TEST(VolumeMeasurer, ReadsC1DAsItsClosedForm) {
    const BicontinuousSettings settings = cube(96, 12);
    VolumeMeasurer measurer({}, 2);
    const RadialProfile profile = measurer(bicontinuousVolume(settings, 0).volume, false).profile;
    const double q0 = bicontinuousRMaxPx(1, settings.ringWidth) / (12 * rMaxOfWavelength);
    for (std::size_t i = 0; i < profile.fine.r.size(); ++i)
        EXPECT_NEAR(profile.fine.value[i], bicontinuousC1d(profile.fine.r[i], q0, settings.ringWidth), 0.02);
    EXPECT_GT(profile.fine.r.back(), 20);
    for (std::size_t r = 4; r < profile.size(); ++r)
        EXPECT_NEAR(profile.value[r], bicontinuousC1d(static_cast<double>(r), q0, settings.ringWidth), 0.03);
    EXPECT_EQ(profile.value[0], 1);
}

TEST(VolumeMeasurer, LeavesMaskedVoxelsOut) {
    const Volume volume = bicontinuousVolume(cube(64, 10), 0).volume;
    std::vector<float> values(volume.values().begin(), volume.values().end());
    std::vector<std::uint8_t> valid(values.size(), 1);
    for (int z = 10; z < 30; ++z)
        for (int y = 10; y < 40; ++y)
            for (int x = 20; x < 40; ++x) {
                values[volume.size().index(x, y, z)] = 5000;
                valid[volume.size().index(x, y, z)] = 0;
            }
    const Volume spoilt(volume.size(), {}, std::move(values), std::move(valid));
    VolumeMeasurer measurer({}, 2);
    const auto answer = measurer(spoilt, true);
    EXPECT_NEAR(answer.rMax.px, 10 * 1.2295, 0.01 * 10 * 1.2295);
    EXPECT_EQ(answer.profile.pairs[0], 64 * 64 * 64 - 20 * 30 * 20);
    EXPECT_LT(answer.rMax.errorPx, 0.02 * 10 * 1.2295);
    const auto unmasked = measurer(spoilt.withMask({}), false);
    EXPECT_FALSE(unmasked.rMax.isFound() && std::abs(unmasked.rMax.px - 10 * 1.2295) < 0.1) << "the mask makes no difference";
}

TEST(VolumeMeasurer, ErrorsHoldMostTruthsButNotAll) {
    constexpr int volumes = 24;
    int within = 0;
    VolumeMeasurer measurer({}, 2);
    BicontinuousSettings settings = cube(40, 8, 100);
    settings.ringWidth = 0.15;
    for (int i = 0; i < volumes; ++i, ++settings.seed) {
        const LengthScale rMax = measurer(bicontinuousVolume(settings, 0).volume, true).rMax;
        within += std::abs(rMax.px - 8 * rMaxOfWavelength) <= rMax.errorPx;
    }
    EXPECT_GE(within, 12);
    EXPECT_LE(within, 22);
}

TEST(VolumeMeasurer, FindsNothingGoodInNoise) {
    std::vector<float> values(40 * 40 * 40);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<float>((i * 2654435761u >> 7) % 1009);
    VolumeMeasurer measurer({}, 2);
    EXPECT_NE(measurer(Volume({40, 40, 40}, {}, values), true).rMax.quality, Quality::good);
}

void expectRefusal(const Volume& volume, const char* why, const MeasureSettings& settings = {}) {
    VolumeMeasurer measurer(settings, 1);
    try {
        measurer(volume, true);
        FAIL() << why;
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr(why));
    }
}

TEST(VolumeMeasurer, SaysWhyAVolumeCannotBeMeasured) {
    const auto values = [](std::size_t count) {
        std::vector<float> all(count);
        for (std::size_t i = 0; i < count; ++i)
            all[i] = static_cast<float>(i % 7);
        return all;
    };
    expectRefusal({{64, 64, 1}, {}, values(64 * 64)}, "64 × 64 × 1 voxels, too thin to correlate");
    expectRefusal({{1, 1, 40}, {}, values(40)}, "too thin");
    expectRefusal({{8, 8, 8}, {}, std::vector<float>(512, 3.5F)}, "one flat grey");
    expectRefusal({{8, 8, 8}, {}, values(512), std::vector<std::uint8_t>(512, 0)}, "no valid voxel");
    MeasureSettings sectors;
    sectors.sectors = 4;
    expectRefusal({{8, 8, 8}, {}, values(512)}, "measure.sectors", sectors);
}

TEST(VolumeMeasurer, AnswersNothingAfterAStop) {
    std::stop_source stop;
    stop.request_stop();
    VolumeMeasurer measurer({}, 2);
    EXPECT_TRUE(measurer(bicontinuousVolume(cube(32, 8), 0).volume, true, stop.get_token()).map.isEmpty());
}

TEST(VolumeMeasurer, ReachesAThirdOfTheShortestSideInItsUnits) {
    EXPECT_EQ(maxLagFor({}, {90, 120, 150}, {}), 30);
    EXPECT_EQ(maxLagFor({}, {90, 90, 30}, {1, 1, 3}), 20);  // 90 / 1.442 / 3
    MeasureSettings wide;
    wide.maxLag = 1000;
    EXPECT_EQ(maxLagFor(wide, {90, 120, 150}, {}), 45);
    const LagReach reach = reachFor(20, {90, 90, 30}, {1, 1, 3}, SmallRadii::whole);
    EXPECT_EQ(reach, (LagReach{29, 29, 10}));
    EXPECT_EQ(maxLagWithin(reach, {1, 1, 3}), 20);
}

}  // namespace
}  // namespace coarsen
