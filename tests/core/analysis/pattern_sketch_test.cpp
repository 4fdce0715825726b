// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/pattern_sketch.hpp"

#include "core/analysis/analyse_frame.hpp"
#include "core/synth/synthetic_series.hpp"

#include <gtest/gtest.h>

namespace coarsen {
namespace {

RingSettings sketchedRing() {
    RingSettings settings;
    settings.width = 640;
    settings.height = 480;
    settings.frames = 5;
    settings.rMaxFromPx = 30;
    settings.rMaxToPx = 45;
    return settings;
}

PatternSketch sketchOf(const RingSettings& settings, int index) {
    Frame frame;
    frame.image = ringFrame(settings, index).image;
    return patternSketch(frame);
}

TEST(PatternSketch, KeepsTheMeanOfTheValidPixelsOfEachBlock) {
    Frame frame;
    std::vector<float> pixels(512 * 4, 1.0f);
    std::vector<std::uint8_t> valid(512 * 4, 1);
    pixels[0] = 5;
    pixels[2] = 100;
    valid[2] = 0;
    frame.image = Image(512, 4, pixels);
    frame.mask = Mask(512, 4, valid);

    const PatternSketch sketch = patternSketch(frame);

    EXPECT_EQ(sketch.blockPx, 2);
    EXPECT_EQ(sketch.width, 256);
    EXPECT_EQ(sketch.height, 2);
    EXPECT_FLOAT_EQ(sketch.values[0], 2.0f);
    EXPECT_FLOAT_EQ(sketch.values[1], 1.0f);
}

TEST(PatternSketch, OfAFrameLowerThanOneBlockIsEmpty) {
    Frame frame;
    frame.image = Image(600, 2, std::vector<std::uint8_t>(600 * 2, 10));

    EXPECT_TRUE(patternSketch(frame).isEmpty());
    EXPECT_TRUE(patternSketch(Frame{}).isEmpty());
}

TEST(SharedPattern, OfAFrameWithItselfIsOne) {
    const PatternSketch sketch = sketchOf(sketchedRing(), 0);

    EXPECT_NEAR(sharedPattern(sketch, sketch, 1), 1, 1e-6);
}

TEST(SharedPattern, OfIndependentFramesIsNearZero) {
    EXPECT_LT(sharedPattern(sketchOf(sketchedRing(), 0), sketchOf(sketchedRing(), 1), 1.1), 0.15);
}

TEST(SharedPattern, OfAGrowingPatternIsNearOneOnceTheGrowthIsKnown) {
    RingSettings settings = sketchedRing();
    settings.zoom = true;
    const PatternSketch before = sketchOf(settings, 0), after = sketchOf(settings, 1);
    const double growth = ringFrame(settings, 1).rMaxPx / ringFrame(settings, 0).rMaxPx;

    EXPECT_GT(sharedPattern(before, after, growth), 0.8);
    EXPECT_LT(sharedPattern(before, after, 1), 0.5);
}

TEST(SharedPattern, IsFreedOfTheNoiseThatNoTwoFramesShare) {
    RingSettings settings = sketchedRing();
    settings.zoom = true;
    settings.faults.noise = 2;
    EngineRequest engines;
    engines.engines = cpuEngines();
    Measurer measure({}, engines, {});
    std::vector<PatternSketch> sketches;
    std::vector<double> lengths;
    for (int index = 0; index < 2; ++index) {
        Frame frame;
        frame.image = ringFrame(settings, index).image;
        const Measurer::Answer answer = measure(frame, false);
        const FrameResult row = frameResult({}, index, imageFacts(frame), answer, std::nullopt, {});
        sketches.push_back(patternSketch(frame));
        sketches.back().patternPart = patternPart(row.profile, sketches.back().blockPx);
        lengths.push_back(answer.rMax.px);
    }
    const double freed = sharedPattern(sketches[0], sketches[1], lengths[1] / lengths[0]);
    EXPECT_GT(freed, 0.9);
    sketches[0].patternPart = sketches[1].patternPart = 1;
    EXPECT_LT(sharedPattern(sketches[0], sketches[1], lengths[1] / lengths[0]), freed - 0.1);
}

TEST(PatternPart, IsOneWithoutNoiseAndKnowsHowMuchBlocksTakeAway) {
    StoredProfile clean;
    for (int r = 0; r < 40; ++r)
        clean.value.push_back(static_cast<float>(std::cos(0.05 * r)));
    EXPECT_NEAR(patternPart(clean, 3), 1, 1e-3);
    StoredProfile noisy = clean;
    for (float& value : noisy.value)
        value *= 0.5f;  // noise of the pattern's own variance
    noisy.value[0] = 1;
    EXPECT_NEAR(patternPart(noisy, 1), 0.5, 1e-3);
    EXPECT_NEAR(patternPart(noisy, 3), 0.9, 2e-3);
    EXPECT_EQ(patternPart({}, 3), 1);
}

}  // namespace
}  // namespace coarsen
