// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/levelset/surface.hpp"

#include "core/base/error.hpp"
#include "core/levelset/distance.hpp"
#include "core/levelset/surface_choices.hpp"
#include "core/levelset/surface_noise.hpp"
#include "core/selftest/known_surfaces.hpp"
#include "core/synth/random_numbers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace coarsen {
namespace {

/// Grey values of a bright solid whose edge is a few voxels wide.
Volume brightVolume(const Solid& solid, const VolumeSize& size, const Spacing& spacing = {}) {
    const LevelSet set = levelSetOf(solid, size, spacing);
    std::vector<float> grey;
    for (const float distance : set.phi)
        grey.push_back(static_cast<float>(100 - 60 * std::tanh(static_cast<double>(distance) / 1.5)));
    return Volume(size, spacing, std::move(grey));
}

SurfaceSettings plain() {
    SurfaceSettings settings;
    settings.denoise.method = DenoiseMethod::none;
    settings.level.level = 100;
    settings.level.smoothPx = 0;
    settings.threads = 2;
    return settings;
}

double worstOff(const LevelSet& distance, const Solid& solid) {
    const LevelSet truth = levelSetOf(solid, distance.size, distance.spacing);
    double worst = 0;
    for (std::size_t i = 0; i < truth.phi.size(); ++i)
        if (std::abs(truth.phi[i]) < 1) worst = std::max(worst, std::abs(static_cast<double>(distance.phi[i] - truth.phi[i])));
    return worst;
}

const VolumeSize roomyCube{41, 41, 41};
const Solid aBall = ball(20.2, 19.9, 20.1, 14);

TEST(Distance, OfABallIsRightBySweeps) {
    LevelSet set = levelSetOf(brightVolume(aBall, roomyCube), plain().level).set;
    redistance(set);

    EXPECT_LT(worstOff(set, aBall), 0.1);
    EXPECT_LT(distanceRmsOff(set, levelSetOf(aBall, roomyCube)), 0.05);
}

TEST(Distance, OfABallIsRightToTheTriangles) {
    LevelSet set = levelSetOf(brightVolume(aBall, roomyCube), plain().level).set;
    redistance(set);
    redistance(set, marchingCubes(set), 2);

    EXPECT_LT(worstOff(set, aBall), 0.05);
    EXPECT_LT(distanceRmsOff(set, levelSetOf(aBall, roomyCube)), 0.02);
}

TEST(Surface, OfABallHasItsNumbers) {
    const auto answer = measureSurface(brightVolume(aBall, roomyCube), plain());
    ASSERT_TRUE(answer);
    const SurfaceMeasures& measures = answer->measures;
    const double voxels = static_cast<double>(roomyCube.voxels()), cells = 40 * 40 * 40;

    EXPECT_NEAR(measures.areaPerVolume.value * cells / (4 * M_PI * 14 * 14), 1, 0.01);
    EXPECT_NEAR(measures.volumeFraction.value * voxels / (4 * M_PI / 3 * 14 * 14 * 14), 1, 0.02);
    EXPECT_NEAR(measures.meanH.value * 14, 1, 0.02);
    EXPECT_LT(measures.sdH.value * 14, 0.1);
    EXPECT_NEAR(measures.meanK.value * 14 * 14, 1, 0.04);
    EXPECT_EQ(measures.topology.euler, 1);
    EXPECT_EQ(measures.pieces.value, 1);
    EXPECT_NEAR(answer->areaPerVolumeBefore, measures.areaPerVolume.value, 0);
}

TEST(Surface, OfATorusHasNoGaussianCurvatureInAll) {
    const auto answer = measureSurface(brightVolume(torus(24, 24, 12, 13, 5.5), {49, 49, 25}), plain());
    ASSERT_TRUE(answer);

    EXPECT_EQ(answer->measures.topology.genus(), 1);
    EXPECT_NEAR(answer->measures.meanK.value, 0, 0.001);                         // Gauss and Bonnet
    EXPECT_NEAR(answer->measures.meanH.value, 1 / (2 * 5.5), 0.03 / (2 * 5.5));  // 2 pi^2 R over 4 pi^2 R r
    EXPECT_NEAR(answer->measures.areaPerVolume.value * 48 * 48 * 24, 4 * M_PI * M_PI * 13 * 5.5,
                0.01 * 4 * M_PI * M_PI * 13 * 5.5);
}

TEST(Surface, OfUnequalVoxelsHasTheSameLengths) {
    // The same ball, its z sampled 3 times as coarsely: 30 x 30 x 10 sides of a voxel.
    const Spacing spacing{1, 1, 3, true};
    const double px = spacing.perPx(), radius = 18;  // in um
    const Volume volume = brightVolume(ball(25 / px, 25 / px, 24 / px, radius / px), {51, 51, 17}, spacing);
    const auto answer = measureSurface(volume, plain());
    ASSERT_TRUE(answer);

    EXPECT_NEAR(answer->measures.areaPerVolume.value / px * 50 * 50 * 48 / (4 * M_PI * radius * radius), 1, 0.01);
    EXPECT_NEAR(answer->measures.meanH.value / px * radius, 1, 0.01);
    EXPECT_EQ(answer->measures.topology.euler, 1);
}

TEST(Surface, OfTheDarkPhaseIsTheOtherSide) {
    SurfaceSettings settings = plain();
    settings.level.phase = Phase::dark;
    const auto answer = measureSurface(brightVolume(aBall, roomyCube), settings);
    ASSERT_TRUE(answer);

    EXPECT_NEAR(answer->measures.meanH.value * 14, -1, 0.02);
    EXPECT_EQ(answer->measures.topology.cavities, 1);
    EXPECT_GT(answer->measures.volumeFraction.value, 0.8);
}

TEST(Surface, ThatCrossesTheVolumesFacesCountsInsideOnly) {
    // A slab with its faces across x: two planes.
    const VolumeSize size{24, 20, 22};
    const auto answer = measureSurface(brightVolume(box(11.5, 0, 0, 5.3, 1000, 1000), size), plain());
    ASSERT_TRUE(answer);

    EXPECT_NEAR(answer->measures.areaPerVolume.value * 23, 2, 0.001);
    EXPECT_NEAR(answer->measures.meanH.value, 0, 1e-4);
    EXPECT_NEAR(answer->measures.volumeFraction.value * 24, 10.6, 0.2);
}

TEST(Surface, LeavesOutWhatIsNotValid) {
    // Half of a ball is masked: no face appears at the mask.
    std::vector<std::uint8_t> valid(roomyCube.voxels(), 1);
    for (int z = 0; z < 21; ++z)
        for (int y = 0; y < 41; ++y)
            for (int x = 0; x < 41; ++x)
                valid[roomyCube.index(x, y, z)] = 0;
    const Volume half = brightVolume(ball(20, 20, 20.5, 14), roomyCube).withMask(valid);
    const auto answer = measureSurface(half, plain());
    ASSERT_TRUE(answer);

    EXPECT_NEAR(answer->measures.areaPerVolume.value, 2 * M_PI * 14 * 13.5 / (40 * 40 * 19), 0.01 * 0.039);  // above z = 21
    EXPECT_NEAR(answer->measures.meanH.value * 14, 1, 0.03);
}

/// Bright where a periodic function of the place is above 0; a period is `period` voxels.
template <typename Function>
Volume periodicVolume(const VolumeSize& size, double period, const Function& function) {
    std::vector<float> grey;
    const double k = 2 * M_PI / period;
    for (int z = 0; z < size.depth; ++z)
        for (int y = 0; y < size.height; ++y)
            for (int x = 0; x < size.width; ++x)
                grey.push_back(static_cast<float>(100 + 50 * function(k * x, k * y, k * z)));
    return Volume(size, {}, std::move(grey));
}

double gyroid(double x, double y, double z) {
    return std::sin(x) * std::cos(y) + std::sin(y) * std::cos(z) + std::sin(z) * std::cos(x);
}

SurfaceSettings asInEarlierVersions() {
    SurfaceSettings settings = plain();
    settings.borders = Borders::extended;
    return settings;
}

TEST(Surface, OfPlanesAcrossTheFacesHasTheirAreaPerVolume) {
    // One period lies between the outer voxels' centres; planes of wave vector k are pi / k apart.
    for (const int period : {32, 48}) {
        const auto planes = [](double x, double y, double z) { return std::sin(x + 2 * y + 2 * z + 0.3); };
        const Volume volume = periodicVolume({period + 1, period + 1, period + 1}, period, planes);
        const double truth = 6.0 / period;

        EXPECT_NEAR(measureSurface(volume, plain())->measures.areaPerVolume.value / truth, 1, 0.0015) << period;
        EXPECT_LT(measureSurface(volume, asInEarlierVersions())->measures.areaPerVolume.value / truth, 0.99) << period;
    }
}

TEST(Surface, OfPlanesThatAreSmoothedGoesStraightOnBeyondTheFaces) {
    constexpr int period = 32;
    const auto planes = [](double x, double y, double z) { return std::sin(x + 2 * y + 2 * z + 0.3); };
    const Volume volume = periodicVolume({period + 1, period + 1, period + 1}, period, planes);
    SurfaceSettings settings = plain(), former = asInEarlierVersions();
    settings.level.smoothPx = former.level.smoothPx = 0.7;
    const double truth = 6.0 / period;

    EXPECT_NEAR(measureSurface(volume, settings)->measures.areaPerVolume.value / truth, 1, 0.0025);
    EXPECT_LT(measureSurface(volume, former)->measures.areaPerVolume.value / truth, 0.975);
}

TEST(Surface, CountsEulerPerVolumeByWhatIsValid) {
    // A gyroid's surface has chi = -8 in a period of all three axes, each of its phases -4.
    constexpr int period = 32;
    const VolumeSize size{2 * period + 1, period + 1, period + 1};
    const Volume whole = periodicVolume(size, period, gyroid);
    std::vector<std::uint8_t> valid;
    for (std::size_t i = 0; i < size.voxels(); ++i)
        valid.push_back(i % static_cast<std::size_t>(size.width) <= period);
    const auto perPeriod = [&](const Volume& volume, const SurfaceSettings& settings) {
        return measureSurface(volume, settings)->measures.eulerPerPx3.value * period * period * period;
    };

    EXPECT_NEAR(perPeriod(whole, plain()), -4, 1e-9);
    EXPECT_NEAR(perPeriod(whole.withMask(valid), plain()), -4, 1e-9);
    EXPECT_GT(perPeriod(whole.withMask(valid), asInEarlierVersions()), -2.2);
}

SurfaceSettings ofOnePeriod() {
    SurfaceSettings settings = plain();
    settings.borders = Borders::periodic;
    return settings;
}

TEST(Surface, OfAPeriodHasTheNumbersOfEndlessStructure) {
    constexpr int period = 32;
    const VolumeSize size{period, period, period};
    const Volume volume = periodicVolume(size, period, gyroid);

    const SurfaceAnswer answer = *measureSurface(volume, ofOnePeriod());

    EXPECT_EQ(answer.measures.topology.euler, -4);
    EXPECT_EQ(answer.measures.topology.pieces, 1);
    EXPECT_EQ(answer.measures.topology.cavities, 0);
    EXPECT_NEAR(answer.measures.eulerPerPx3.value * period * period * period, -4, 1e-9);
    EXPECT_NEAR(answer.measures.volumeFraction.value, 0.5, 1e-3);
    EXPECT_NEAR(answer.measures.meanH.value, 0, 1e-4);
    EXPECT_TRUE(std::ranges::all_of(answer.curvatures.isKnown, [](auto known) { return known == 1; }));
    EXPECT_EQ(answer.distance.size, size);
    EXPECT_GT(std::abs(measureSurface(volume, plain())->measures.topology.euler + 4), 0);

    const auto planes = [](double x, double y, double z) { return std::sin(x + 2 * y + 2 * z + 0.3); };
    EXPECT_NEAR(
        measureSurface(periodicVolume(size, period, planes), ofOnePeriod())->measures.areaPerVolume.value / (6.0 / period), 1,
        0.0015);
}

TEST(Surface, OfABallAcrossThePeriodsCornerIsThatOfABall) {
    const VolumeSize size{40, 36, 38};
    std::vector<float> grey;
    for (int z = 0; z < size.depth; ++z)
        for (int y = 0; y < size.height; ++y)
            for (int x = 0; x < size.width; ++x)
                grey.push_back(
                    static_cast<float>(100 - 60 * std::tanh((std::hypot(std::min(x, size.width - x), std::min(y, size.height - y),
                                                                        std::min(z, size.depth - z)) -
                                                             10) /
                                                            1.5)));
    const SurfaceMeasures measures = measureSurface(Volume(size, {}, std::move(grey)), ofOnePeriod())->measures;

    EXPECT_EQ(measures.topology.pieces, 1);
    EXPECT_EQ(measures.topology.euler, 1);
    EXPECT_NEAR(measures.areaPerVolume.value * static_cast<double>(size.voxels()) / (4 * M_PI * 100), 1, 0.01);
    EXPECT_NEAR(measures.meanH.value, 0.1, 1e-3);
    EXPECT_NEAR(measures.meanK.value, 0.01, 2e-4);
}

TEST(Surface, OfAPeriodDoesNotDependOnWhereItBegins) {
    const VolumeSize size{24, 26, 22};
    const auto structure = [&](int x, int y, int z) {
        const double a = 2 * M_PI * x / size.width, b = 2 * M_PI * y / size.height, c = 2 * M_PI * z / size.depth;
        return static_cast<float>(100 + 50 * (std::sin(a) + std::sin(2 * b + 0.4) + std::cos(c + b) + 0.3 * std::cos(2 * a)));
    };
    const auto from = [&](int dx, int dy, int dz) {
        std::vector<float> grey;
        for (int z = 0; z < size.depth; ++z)
            for (int y = 0; y < size.height; ++y)
                for (int x = 0; x < size.width; ++x)
                    grey.push_back(structure((x + dx) % size.width, (y + dy) % size.height, (z + dz) % size.depth));
        return Volume(size, {}, std::move(grey));
    };
    for (const DenoiseMethod method : {DenoiseMethod::none, DenoiseMethod::gaussian}) {
        SurfaceSettings settings = ofOnePeriod();
        settings.level = {};  // Otsu's level, greys smoothed
        settings.denoise.method = method;
        const SurfaceAnswer one = *measureSurface(from(0, 0, 0), settings), other = *measureSurface(from(5, 11, 17), settings);

        EXPECT_NEAR(one.level, other.level, 1e-3);
        EXPECT_NEAR(one.measures.areaPerVolume.value / other.measures.areaPerVolume.value, 1, 1e-4);
        EXPECT_NEAR(one.measures.meanH.value, other.measures.meanH.value, 1e-4);
        EXPECT_NEAR(one.measures.meanK.value, other.measures.meanK.value, 1e-4);
        EXPECT_NEAR(one.measures.volumeFraction.value, other.measures.volumeFraction.value, 1e-4);
        EXPECT_EQ(one.measures.topology.euler, other.measures.topology.euler);
        EXPECT_EQ(one.measures.topology.pieces, other.measures.topology.pieces);
        if (one.removed) {
            EXPECT_NEAR(one.removed->rms, other.removed->rms, 1e-4);
        }
    }
}

TEST(Surface, OfACylindersFieldOfViewIsThatOfTheWhole) {
    constexpr int period = 16, radius = 40;
    const VolumeSize size{2 * radius + 1, 2 * radius + 1, 2 * period + 1};
    const Volume whole = periodicVolume(size, period, gyroid);
    std::vector<std::uint8_t> valid;
    for (int z = 0; z < size.depth; ++z)
        for (int y = 0; y < size.height; ++y)
            for (int x = 0; x < size.width; ++x)
                valid.push_back(std::hypot(x - radius, y - radius) <= radius);
    const SurfaceMeasures seen = measureSurface(whole.withMask(valid), plain())->measures,
                          all = measureSurface(whole, plain())->measures;
    const SurfaceMeasures former = measureSurface(whole.withMask(valid), asInEarlierVersions())->measures;
    const double perPeriod = period * period * period;

    EXPECT_NEAR(seen.eulerPerPx3.value * perPeriod, -4, 0.15);
    EXPECT_LT(seen.eulerPerPx3.error * perPeriod, 0.15);
    EXPECT_NEAR(seen.areaPerVolume.value / all.areaPerVolume.value, 1, 0.01);
    EXPECT_GT(former.eulerPerPx3.value * perPeriod, -3.4);
}

TEST(Surface, IsDenoisedByDefaultWhereItIsNoisy) {
    SurfaceSettings settings = SurfaceChoices{}.settings(2);
    settings.level.level = 100;
    const Volume clean = brightVolume(aBall, roomyCube);
    RandomNumbers random(9, 1);
    std::vector<float> grey(clean.values().begin(), clean.values().end());
    for (float& value : grey)
        value += static_cast<float>(0.3 * 120 * random.normal());
    const auto quiet = measureSurface(clean, settings), noisy = measureSurface(Volume(roomyCube, {}, grey), settings);

    EXPECT_LT(quiet->noisePx, 0.03);
    EXPECT_FALSE(quiet->denoised);
    EXPECT_GT(noisy->noisePx, noisySurfacePx);
    ASSERT_TRUE(noisy->denoised);
    EXPECT_EQ(noisy->denoised->method, DenoiseMethod::nlm);
    EXPECT_LT(noisy->measures.areaPerVolume.value, 0.97 * noisy->areaPerVolumeBefore);
    settings.denoise.method = DenoiseMethod::none;
    EXPECT_FALSE(measureSurface(Volume(roomyCube, {}, grey), settings)->denoised);
}

TEST(Surface, TellsTheSharesOfItsCurvature) {
    const auto answer = measureSurface(brightVolume(aBall, roomyCube), plain());
    ASSERT_TRUE(answer);
    double h = 0, joint = 0;
    for (const double share : answer->histogram.h)
        h += share;
    for (const double share : answer->histogram.joint)
        joint += share;

    EXPECT_NEAR(h, 1, 1e-9);
    EXPECT_NEAR(joint, 1, 1e-9);
    EXPECT_NEAR(answer->histogram.mostH, 1.0 / 14, 0.02);
}

std::string messageOf(const Volume& volume, SurfaceSettings settings = plain()) {
    try {
        measureSurface(volume, settings);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

TEST(Surface, SaysWhatIsWrong) {
    const Volume flat({8, 8, 8}, {}, std::vector<float>(512, 3));
    EXPECT_NE(messageOf(flat).find("all its voxels have the value 3"), std::string::npos);

    SurfaceSettings high = plain();
    high.level.level = 500;
    EXPECT_NE(messageOf(brightVolume(aBall, roomyCube), high).find("no interface lies at the level 500"), std::string::npos);

    const Volume thin({8, 8, 2}, {}, std::vector<float>(128, 3));
    EXPECT_NE(messageOf(thin).find("8 x 8 x 2 voxels are too thin"), std::string::npos);

    const Volume masked = brightVolume(aBall, roomyCube).withMask(std::vector<std::uint8_t>(roomyCube.voxels()));
    EXPECT_NE(messageOf(masked).find("no voxel of it is valid"), std::string::npos);
}

TEST(Otsu, FindsTheLevelBetweenTwoPhases) {
    EXPECT_NEAR(otsuLevel(brightVolume(aBall, roomyCube)), 100, 12);
}

TEST(Otsu, PartsTwoValuesInTheMiddle) {
    std::vector<float> values(1000, 10);
    std::fill_n(values.begin(), 300, 50.0F);

    EXPECT_NEAR(otsuLevel(Volume({10, 10, 10}, {}, values)), 30, 0.1);
}

}  // namespace
}  // namespace coarsen
