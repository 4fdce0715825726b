// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/levelset/denoise.hpp"

#include "core/base/error.hpp"
#include "core/levelset/distance.hpp"
#include "core/selftest/known_surfaces.hpp"
#include "core/volume_files/read_volume.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <random>
#include <vector>

namespace coarsen {
namespace {

LevelSet nlm(LevelSet distance, const NlmSettings& settings, int threads = 2) {
    DenoiseSettings all;
    all.nlm = settings;
    denoise(distance, all, {}, threads);
    return distance;
}

NlmSettings rounds(int count) {
    NlmSettings settings;
    settings.rounds = count;
    return settings;
}

TEST(NonLocalMeans, TakeHalfTheMedianOfTheSquaresThatAreThere) {
    constexpr float none = std::numeric_limits<float>::infinity();
    std::mt19937 random(7);
    std::gamma_distribution<float> square(3, 2);
    for (std::size_t count = 1; count < 100; ++count) {
        std::vector<float> squares(count);
        std::ranges::generate(squares, [&] { return square(random); });
        std::vector<float> sorted = squares;
        std::ranges::sort(sorted);
        for (std::size_t i = 0; i <= count; i += 5)
            squares.insert(squares.begin() + static_cast<std::ptrdiff_t>(i), none);
        EXPECT_EQ(halfMedianOf(squares), static_cast<double>(sorted[count / 2]) / 2);
    }
    EXPECT_EQ(halfMedianOf({}), 0);
    EXPECT_EQ(halfMedianOf({none, none}), 0);
    EXPECT_EQ(halfMedianOf({0, 0, 3}), 0);
}

TEST(NonLocalMeans, CleansABallBetterThanTheBestCurvatureFlow) {
    const LevelSet truth = levelSetOf(ball(23.5, 23.5, 23.5, 14), {48, 48, 48}), noisy = withNormalNoise(truth, 0.7, 0.8, 1);
    EXPECT_NEAR(surfaceRmsOff(noisy, truth), 0.62, 0.06);

    const LevelSet clean = nlm(noisy, rounds(2));

    EXPECT_LE(surfaceRmsOff(clean, truth), 0.27);
    EXPECT_EQ(eulerOf(clean), 1);
    EXPECT_LE(surfaceRmsOff(clean, truth), 0.9 * bestFlowRmsOff(noisy, truth, 2));
}

TEST(NonLocalMeans, SweepsAsThePaperSaysToTheSameEnd) {
    const LevelSet truth = levelSetOf(ball(16, 16, 16, 10), {33, 33, 33}), noisy = withNormalNoise(truth, 0.7, 0.8, 2);
    NlmSettings paper;
    paper.sweeps = NlmSweeps::paper;

    EXPECT_LT(surfaceRmsOff(nlm(noisy, paper), truth), 0.5 * surfaceRmsOff(noisy, truth));
    EXPECT_NEAR(surfaceRmsOff(nlm(noisy, paper), truth), surfaceRmsOff(nlm(noisy, {}), truth), 0.06);
}

TEST(NonLocalMeans, GivesTheSameForAnyNumberOfThreads) {
    const LevelSet noisy = withNormalNoise(levelSetOf(ball(12, 12, 12, 8), {25, 25, 25}), 0.7, 0.8, 3);

    EXPECT_EQ(nlm(noisy, {}, 1).phi, nlm(noisy, {}, 3).phi);
}

TEST(NonLocalMeans, WithAFiniteC1OnlyLooksAround) {
    const LevelSet truth = levelSetOf(ball(16, 16, 16, 10), {33, 33, 33}), noisy = withNormalNoise(truth, 0.7, 0.8, 2);
    NlmSettings wide, narrow;
    wide.c1 = 400;
    narrow.c1 = 0.01;  // nobody but the element's own neighbours, with weights that are nothing

    EXPECT_NEAR(surfaceRmsOff(nlm(noisy, wide), truth), surfaceRmsOff(nlm(noisy, {}), truth), 0.06);
    EXPECT_GT(surfaceRmsOff(nlm(noisy, narrow), truth), 1.2 * surfaceRmsOff(nlm(noisy, wide), truth));
}

TEST(NonLocalMeans, NamesTheRadiusModeInItsReport) {
    LevelSet noisy = withNormalNoise(levelSetOf(ball(12, 12, 12, 8), {25, 25, 25}), 0.7, 0.8, 3);
    NlmSettings settings;
    settings.candidates = NlmCandidates::radius;
    settings.radiusPx = 6;

    const auto round = nonLocalMeansRound(noisy, settings, *cpuSimdNlm(), 2);

    ASSERT_TRUE(round);
    EXPECT_EQ(round->candidates, NlmCandidates::radius);
    EXPECT_GT(round->c2, 0);
    EXPECT_EQ(nonLocalMeansRound(noisy, {}, *cpuSimdNlm(), 2)->candidates, NlmCandidates::all);
}

TEST(NonLocalMeans, StopsWhenAsked) {
    LevelSet noisy = withNormalNoise(levelSetOf(ball(12, 12, 12, 8), {25, 25, 25}), 0.7, 0.8, 3);
    std::stop_source stop;
    stop.request_stop();

    EXPECT_FALSE(nonLocalMeansRound(noisy, {}, *cpuSimdNlm(), 2, stop.get_token()));
}

TEST(NonLocalMeans, CleansThePublicSphereAndTorus) {
    const char* const data = std::getenv("COARSEN_DATA");
    if (data == nullptr) GTEST_SKIP() << "COARSEN_DATA is not set";
    const auto setOf = [&](const char* name) {
        const Volume volume = readVolume(std::filesystem::path(data) / "sdf" / name);
        LevelSet set{volume.size(), {}, {volume.values().begin(), volume.values().end()}, {}};
        redistance(set);
        return set;
    };
    const LevelSet truth = setOf("sphere_torus_clean.tif"), noisy = setOf("sphere_torus_noisy.tif");

    EXPECT_LT(surfaceRmsOff(nlm(noisy, rounds(1)), truth), 0.6 * surfaceRmsOff(noisy, truth));
}

TEST(CurvatureFlow, ShrinksABallAsTheClosedFormSays) {
    LevelSet set = levelSetOf(ball(20, 20, 20, 12), {41, 41, 41});
    ASSERT_TRUE(flowByCurvature(set, 5, 2));
    const LevelSet truth = levelSetOf(ball(20, 20, 20, std::sqrt(12.0 * 12 - 4 * 5)), {41, 41, 41});  // dR/dt = -2 / R

    EXPECT_LT(surfaceRmsOff(set, truth), 0.1);
}

TEST(Denoise, IsNamed) {
    EXPECT_EQ(denoiseNamed("none").method, DenoiseMethod::none);
    EXPECT_EQ(denoiseNamed("gaussian:sigma=2").gaussianPx, 2);
    EXPECT_EQ(denoiseNamed("curvature:time=0.5").flowTimePx2, 0.5);
    const DenoiseSettings nlmSettings = denoiseNamed("nlm:m=48,rounds=2,c1=100,mode=radius,radius=8,sweeps=paper");
    EXPECT_EQ(nlmSettings.nlm.m, 48);
    EXPECT_EQ(nlmSettings.nlm.rounds, 2);
    EXPECT_EQ(nlmSettings.nlm.c1, 100);
    EXPECT_EQ(nlmSettings.nlm.candidates, NlmCandidates::radius);
    EXPECT_EQ(nlmSettings.nlm.radiusPx, 8);
    EXPECT_EQ(nlmSettings.nlm.sweeps, NlmSweeps::paper);
    for (const char* text : {"auto", "none", "nlm", "nlm:m=48,rounds=2,band=3,c1=100,c2=0.5,mode=radius,radius=8,sweeps=paper",
                             "nlm:mode=all", "curvature", "curvature:time=0.5", "gaussian:sigma=2"})
        EXPECT_EQ(textOf(denoiseNamed(text)), text);
    for (const char* wrong : {"", "median", "nlm:", "nlm:m=0", "nlm:m=1.5", "nlm:sigma=1", "none:m=1", "gaussian:sigma=x"})
        EXPECT_THROW(denoiseNamed(wrong), SettingError) << wrong;
}

}  // namespace
}  // namespace coarsen
