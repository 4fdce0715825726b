// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/levelset/surface_displacement.hpp"

#include "core/levelset/distance.hpp"
#include "core/levelset/surface.hpp"
#include "core/selftest/known_surfaces.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stop_token>
#include <vector>

namespace coarsen {
namespace {

const VolumeSize cube{33, 33, 33};

/// Grey values of a bright phase whose edge is a few voxels wide.
Volume picturedIn(const LevelSet& set) {
    std::vector<float> grey;
    for (const float distance : set.phi)
        grey.push_back(100 - 60 * std::tanh(distance / 1.5F));
    return Volume(set.size, set.spacing, std::move(grey));
}

SurfaceSettings with(DenoiseMethod method) {
    SurfaceSettings settings;
    settings.level.level = 100;
    settings.level.smoothPx = 0;
    settings.denoise.method = method;
    settings.threads = 2;
    return settings;
}

TEST(SurfaceDisplacement, OfABallThatHasGrownIsTheGrowthOfItsRadius) {
    const SurfaceMesh mesh = marchingCubes(levelSetOf(ball(16, 16, 16, 11.3), cube));

    const SurfaceDisplacement moved = surfaceDisplacement(mesh, levelSetOf(ball(16, 16, 16, 10), cube));

    ASSERT_EQ(moved.px.size(), mesh.vertices.size());
    for (const float off : moved.px)
        ASSERT_NEAR(off, 1.3, 0.02);
    EXPECT_NEAR(moved.mean, 1.3, 0.01);
    EXPECT_NEAR(moved.rms, 1.3, 0.01);
    EXPECT_NEAR(std::accumulate(moved.shares.shares.begin(), moved.shares.shares.end(), 0.0), 1, 1e-9);
    EXPECT_NEAR(moved.opposite().mean, -1.3, 0.01);
    EXPECT_EQ(moved.opposite().px[5], -moved.px[5]);
}

TEST(SurfaceDisplacement, OfABallThatWasCarriedAlongHasTwoSigns) {
    const double shift = 1.5, radius = 10;
    const SurfaceMesh mesh = marchingCubes(levelSetOf(ball(16 + shift, 16, 16, radius), cube));

    const SurfaceDisplacement moved = surfaceDisplacement(mesh, levelSetOf(ball(16, 16, 16, radius), cube));

    for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
        const auto& [x, y, z] = mesh.vertices[v];
        ASSERT_NEAR(moved.px[v], std::hypot(x - 16, y - 16, z - 16) - radius, 0.03);
    }
    EXPECT_NEAR(moved.rms, shift / std::sqrt(3), 0.03);
    EXPECT_NEAR(moved.mean, shift * shift / (3 * radius), 0.02);  // |u + s| - R over the sphere
}

TEST(SurfaceDisplacement, CountsLengthsInSpace) {
    const Spacing spacing{1, 1, 3, true};
    const double px = spacing.perPx();
    const VolumeSize size{41, 41, 15};
    const auto around = [&](double radius) { return ball(20 / px, 20 / px, 21 / px, radius / px); };  // in um
    const SurfaceMesh mesh = marchingCubes(levelSetOf(around(15), size, spacing));

    const SurfaceDisplacement moved = surfaceDisplacement(mesh, levelSetOf(around(13.5), size, spacing));

    EXPECT_NEAR(moved.mean * px, 1.5, 0.03);
}

TEST(SurfaceDisplacement, IsNotKnownFarAwayNorWhereNothingWasMeasured) {
    const SurfaceMesh mesh = marchingCubes(levelSetOf(ball(16, 16, 16, 11), cube));
    LevelSet far = levelSetOf(ball(16, 16, 16, 2), cube);
    redistance(far);
    const SurfaceDisplacement unknown = surfaceDisplacement(mesh, far);
    for (const float off : unknown.px)
        ASSERT_TRUE(std::isnan(off));
    EXPECT_TRUE(std::isnan(unknown.mean));

    LevelSet half = levelSetOf(ball(16, 16, 16, 10), cube);
    half.valid.assign(half.phi.size(), 1);
    std::fill_n(half.valid.begin(), 16 * cube.slice(), 0);
    const SurfaceDisplacement known = surfaceDisplacement(mesh, half);
    for (std::size_t v = 0; v < mesh.vertices.size(); ++v)
        ASSERT_EQ(std::isnan(known.px[v]), mesh.vertices[v][2] < 16) << v;
    EXPECT_NEAR(known.mean, 1, 0.02);
}

TEST(RemovedNoise, OfABallUnderCurvatureFlowIsWhatTheClosedFormSays) {
    const LevelSet truth = levelSetOf(ball(16, 16, 16, 10), cube);

    const auto answer = measureSurface(picturedIn(truth), with(DenoiseMethod::curvature));

    ASSERT_TRUE(answer && answer->removed && answer->noisy);
    const double shrunk = std::sqrt(10 * 10 - 4 * 0.75) - 10;  // R^2 falls by 4 t
    EXPECT_NEAR(answer->removed->mean, shrunk, 0.03);
    EXPECT_NEAR(answer->noisy->removed.mean, shrunk, 0.03);
    EXPECT_EQ(answer->removed->px.size(), answer->mesh.vertices.size());
    EXPECT_EQ(answer->noisy->removed.px.size(), answer->noisy->mesh.vertices.size());
    EXPECT_FALSE(measureSurface(picturedIn(truth), with(DenoiseMethod::none))->removed);
}

TEST(RemovedNoise, IsTheDistanceBetweenTheSurfacesBeforeAndAfter) {
    const LevelSet truth = levelSetOf(ball(16, 16, 16, 10), cube), noisy = withNormalNoise(truth, 0.7, 0.8, 2);

    const auto answer = measureSurface(picturedIn(noisy), with(DenoiseMethod::nlm));

    ASSERT_TRUE(answer && answer->removed && answer->noisy);
    EXPECT_NEAR(answer->removed->rms, surfaceRmsOff(answer->distance, noisy), 0.06);
    EXPECT_GT(answer->removed->rms, 0.25);
    EXPECT_NEAR(answer->noisy->removed.rms, surfaceRmsOff(noisy, answer->distance), 0.06);
    // Where the noisy surface lies outside the true ball, denoising moves it inwards.
    double product = 0;
    for (std::size_t v = 0; v < answer->noisy->mesh.vertices.size(); ++v) {
        const auto& [x, y, z] = answer->noisy->mesh.vertices[v];
        product += (std::hypot(x - 16, y - 16, z - 16) - 10) * answer->noisy->removed.px[v];
    }
    EXPECT_LT(product, 0);
    EXPECT_EQ(answer->noisy->histogram.mostH, answer->histogram.mostH);
}

TEST(SurfaceDistance, IsThatOfTheWholeMeasurement) {
    const LevelSet truth = levelSetOf(ball(16, 16, 16, 10), cube);
    const auto distance = surfaceDistance(picturedIn(truth), with(DenoiseMethod::gaussian));

    ASSERT_TRUE(distance);
    EXPECT_EQ(distance->phi, measureSurface(picturedIn(truth), with(DenoiseMethod::gaussian))->distance.phi);
}

class SurfaceStops : public testing::TestWithParam<DenoiseMethod> {};

TEST_P(SurfaceStops, WhereverItIsAndTellsHowFarItIs) {
    const Volume volume = picturedIn(levelSetOf(ball(8, 8, 8, 5), {17, 17, 17}));
    std::vector<double> parts;
    SurfaceSettings settings = with(GetParam());
    settings.onProgress = [&](double part) { parts.push_back(part); };
    ASSERT_TRUE(measureSurface(volume, settings));
    EXPECT_TRUE(std::ranges::is_sorted(parts));
    EXPECT_GT(parts.size(), 5u);
    EXPECT_GT(parts.front(), 0);
    EXPECT_EQ(parts.back(), 1);

    for (std::size_t at = 0; at + 1 < parts.size(); at += 1 + parts.size() / 10) {
        std::stop_source stop;
        std::size_t told = 0;
        settings.onProgress = [&](double) {
            if (told++ == at) stop.request_stop();
        };
        ASSERT_FALSE(measureSurface(volume, settings, stop.get_token())) << parts[at];
        EXPECT_LE(told, at + 3) << parts[at];  // other threads finish what they have begun
    }
}

INSTANTIATE_TEST_SUITE_P(Each, SurfaceStops,
                         testing::Values(DenoiseMethod::none, DenoiseMethod::nlm, DenoiseMethod::curvature,
                                         DenoiseMethod::gaussian));

TEST(SurfaceStop, LeavesADistanceAsItWas) {
    LevelSet set = levelSetOf(ball(12, 12, 12, 8), {25, 25, 25});
    for (float& phi : set.phi)
        phi *= 3;
    const std::vector<float> before = set.phi;
    std::stop_source stop;
    stop.request_stop();

    redistance(set, stop.get_token());
    EXPECT_EQ(set.phi, before);
    redistance(set, marchingCubes(set), 2, stop.get_token());
    EXPECT_EQ(set.phi, before);
    redistance(set);
    EXPECT_NE(set.phi, before);
}

}  // namespace
}  // namespace coarsen
