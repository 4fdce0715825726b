// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/synth/particles.hpp"

#include "core/correlate/engines.hpp"
#include "core/displace/displacement.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace coarsen {
namespace {

ParticleSettings smallParticles() {
    ParticleSettings settings;
    settings.width = 200;
    settings.height = 160;
    return settings;
}

std::vector<Image> framesOf(const ParticleSettings& settings) {
    std::vector<Image> frames;
    particleFrames(settings, [&](int, const SyntheticFrame& frame) { frames.push_back(frame.image); });
    return frames;
}

Displacement between(const std::vector<Image>& frames) {
    return displacementBetween({frames.at(0), {}}, {frames.at(1), {}}, 40, cpuFftEngine());
}

TEST(Particles, FieldsAreAsStated) {
    ParticleSettings settings = smallParticles();
    settings.maxDisplacementPx = 8;
    const auto [ux, uy] = particleMove(settings, 3, 90);
    EXPECT_NEAR(std::hypot(ux, uy), 8, 1e-12);
    EXPECT_NEAR(uy, 4, 1e-12);
    settings.field = ParticleField::shear;
    EXPECT_NEAR(particleMove(settings, 10, 0).first, -8, 1e-12);
    EXPECT_NEAR(particleMove(settings, 70, 159).first, 8, 1e-12);
    EXPECT_NEAR(particleMove(settings, 70, 79.5).first, 0, 1e-12);
    EXPECT_EQ(particleMove(settings, 70, 20).second, 0);
    settings.field = ParticleField::vortex;
    const auto [vx, vy] = particleMove(settings, 99.5 + 40, 79.5);  // a quarter of the shorter side right of the middle
    EXPECT_NEAR(vx, 0, 1e-12);
    EXPECT_NEAR(vy, 8, 1e-12) << "down: clockwise as seen";
    for (const double r : {20.0, 30.0, 50.0, 70.0})
        EXPECT_LT(particleMove(settings, 99.5 + r, 79.5).second, 8) << r;
    EXPECT_NEAR(particleMove(settings, 99.5, 79.5 + 40).first, -8, 1e-12);
}

TEST(Particles, MoveAsTheFieldSays) {
    ParticleSettings settings = smallParticles();
    settings.maxDisplacementPx = 7.5;
    const Displacement found = between(framesOf(settings));
    const auto [dx, dy] = particleMove(settings, 0, 0);
    EXPECT_NEAR(found.shift().x, dx, 0.01);
    EXPECT_NEAR(found.shift().y, dy, 0.01);
}

TEST(Particles, GoOnFromFrameToFrame) {
    ParticleSettings settings = smallParticles();
    settings.frames = 3;
    std::vector<Image> frames = framesOf(settings);
    ASSERT_EQ(frames.size(), 3U);
    frames.erase(frames.begin());
    EXPECT_NEAR(between(frames).shift().x, particleMove(settings, 0, 0).first, 0.01);
}

TEST(Particles, LostOnesLowerTheCorrelation) {
    ParticleSettings settings = smallParticles();
    settings.maxDisplacementPx = 0;
    settings.width = settings.height = 500;
    EXPECT_NEAR(between(framesOf(settings)).peak.value, 1, 1e-5);
    settings.lost = 0.3;
    EXPECT_NEAR(between(framesOf(settings)).peak.value, 0.7, 0.03);
}

TEST(Particles, AreAsManyAsAskedFor) {
    // Each adds its light: 2 pi sigma^2 with sigma a quarter of the diameter, over the brightness's mean.
    ParticleSettings settings = smallParticles();
    settings.width = settings.height = 800;
    settings.bits = 16;
    settings.perPx = 0.002;
    settings.diameterPx = 12;
    const Image image = framesOf(settings)[0];
    // Dark ground stands at -mean / deviation of the pattern: by Campbell's theorem from the same numbers.
    const double density = settings.perPx, sigma = 3, pi = 3.14159265358979;
    const double brightness = 0.6, brightness2 = 0.6 * 0.6 + 0.8 * 0.8 / 12;
    const double pixel = 1 / (2 * pi * sigma * sigma);  // a particle's light is 1 in all
    const double mean = density * brightness, deviation = std::sqrt(density * brightness2 * pixel / 2);
    double darkest = 65535;
    for (int y = 0; y < 800; ++y)
        for (int x = 0; x < 800; ++x)
            darkest = std::min(darkest, image.at(x, y));
    EXPECT_NEAR((darkest / 65535 - 0.5) / 0.12, -mean / deviation, 0.05 * mean / deviation);
}

TEST(Particles, AreTheSameForTheSameSeed) {
    ParticleSettings settings = smallParticles();
    settings.faults.noise = 0.3;
    const std::vector<Image> one = framesOf(settings), two = framesOf(settings);
    settings.seed = 2;
    const std::vector<Image> other = framesOf(settings);
    int differ = 0;
    for (int y = 0; y < 160; ++y)
        for (int x = 0; x < 200; ++x) {
            ASSERT_EQ(one[1].at(x, y), two[1].at(x, y));
            differ += one[1].at(x, y) != other[1].at(x, y);
        }
    EXPECT_GT(differ, 20000);
}

}  // namespace
}  // namespace coarsen
