// SPDX-License-Identifier: GPL-3.0-or-later
// What a frame says of its pattern, and how often it says so of a plain one.
#include "core/analysis/analyse_frame.hpp"
#include "core/image/decode.hpp"
#include "core/preprocess/pipeline.hpp"
#include "core/recipe/recipe.hpp"
#include "core/synth/synthetic_series.hpp"
#include "tests/support/large_data.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

namespace coarsen {
namespace {

using testing::HasSubstr;

constexpr int waveWidth = 400, waveHeight = 300;

LengthScale rMaxOf(const Image& image) {
    Measurer measure({}, {.engines = cpuEngines(), .threads = 1}, {});
    Frame frame;
    frame.image = image;
    return measure(finalFrame(frame, defaultRecipe().steps), false).rMax;
}

RingSettings ring(double rMaxPx, std::uint64_t seed, double ringWidth = 0.15) {
    RingSettings settings;
    settings.width = waveWidth;
    settings.height = waveHeight;
    settings.frames = 1;
    settings.law = RingLaw::constant;
    settings.rMaxFromPx = settings.rMaxToPx = rMaxPx;
    settings.seed = seed;
    settings.ringWidth = ringWidth;
    return settings;
}

/// The grey value of each pixel by `greyAt(x, y)`.
template <typename Grey>
Image drawn(Grey greyAt) {
    std::vector<std::uint8_t> pixels;
    for (int y = 0; y < waveHeight; ++y)
        for (int x = 0; x < waveWidth; ++x)
            pixels.push_back(static_cast<std::uint8_t>(std::lround(std::clamp(static_cast<double>(greyAt(x, y)), 0.0, 255.0))));
    return Image(waveWidth, waveHeight, std::move(pixels));
}

TEST(Remarks, NameAStretchedPattern) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const Image plain = ringFrame(ring(12, seed), 0).image;
        const LengthScale stretched = rMaxOf(drawn([&](int x, int y) { return plain.at(x / 2, y); }));

        EXPECT_THAT(stretched.message, HasSubstr("not the same in all directions")) << seed;
    }
}

TEST(Remarks, NameStripesAndHoldThemWeak) {
    std::mt19937 random(5);
    std::normal_distribution<double> noise(0, 5);
    const LengthScale stripes = rMaxOf(drawn(
        [&](int x, int y) { return 128 + 40 * std::cos(2 * std::numbers::pi * (0.8 * x + 0.6 * y) / 24) + noise(random); }));

    EXPECT_EQ(stripes.quality, Quality::weak);
    EXPECT_THAT(stripes.message, HasSubstr("stripes of one direction"));
}

TEST(Remarks, NameTwoLengths) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const Image fine = ringFrame(ring(12, seed, 0.07), 0).image, coarse = ringFrame(ring(23, seed + 100, 0.07), 0).image;
        const LengthScale both =
            rMaxOf(drawn([&](int x, int y) { return 128 + 1.4 * (fine.at(x, y) - 128.0) + coarse.at(x, y) - 128; }));

        EXPECT_NEAR(both.px, 12, 1) << seed;
        EXPECT_THAT(both.message,
                    testing::AnyOf(HasSubstr("the picture has two lengths"), HasSubstr("the picture has a second length")))
            << seed;
    }
}

TEST(Remarks, AreNotMadeOfPlainRings) {
    int remarks = 0;
    for (std::uint64_t seed = 1; seed <= 120; ++seed) {
        const LengthScale length = rMaxOf(ringFrame(ring(10.0 + static_cast<double>(seed % 3) * 8, 7000 + seed), 0).image);
        EXPECT_EQ(length.quality, Quality::good) << seed;
        if (!length.message.empty()) {
            ++remarks;
            std::cout << "seed " << seed << ": " << length.message << "\n";
        }
    }
    EXPECT_LE(remarks, 2);
}

/// A scene as a camera sees one: shades of all sizes (random grey values that fall off as 1/f), before which things of any size
/// with sharp edges stand.
Image scene(unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> part(0, 1);
    struct Wave {
        double x, y, phase, height;
    };
    std::vector<Wave> waves;
    for (int i = 0; i < 80; ++i) {
        const double f = 0.001 * std::pow(300, part(random)), angle = 2 * std::numbers::pi * part(random);
        waves.push_back({f * std::cos(angle), f * std::sin(angle), part(random), 0.012 / std::sqrt(f)});
    }
    struct Thing {
        double x, y, radius, flatness, grey;
    };
    std::vector<Thing> things;
    for (int i = 0; i < 30; ++i)
        things.push_back({waveWidth * part(random), waveHeight * part(random), 4 * std::pow(25, part(random)), 0.4 + part(random),
                          30 + 200 * part(random)});
    return drawn([&](int x, int y) {
        double grey = 128;
        for (const Wave& wave : waves)
            grey += 10 * wave.height * std::cos(2 * std::numbers::pi * (wave.x * x + wave.y * y + wave.phase));
        for (const Thing& thing : things)
            if (std::hypot(x - thing.x, (y - thing.y) / thing.flatness) < thing.radius) grey = thing.grey;
        return grey;
    });
}

TEST(Remarks, NoSceneHasAGoodLength) {
    for (unsigned seed = 1; seed <= 20; ++seed)
        EXPECT_NE(rMaxOf(scene(seed)).quality, Quality::good) << seed;
}

class Photographs : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(Photographs, HaveNoGoodLength) {
    for (const char* name : {"astronaut.png", "chelsea.png", "coffee.png", "rocket.jpg"}) {
        const Frame photograph = rawFrame(decode(GetParam() / name), 0, 0);
        Measurer measure({}, {.engines = cpuEngines(), .threads = 1}, {});

        EXPECT_NE(measure(finalFrame(photograph, defaultRecipe().steps), false).rMax.quality, Quality::good) << name;
    }
}

INSTANTIATE_TEST_SUITE_P(Of, Photographs, testing::ValuesIn(largeData("colour-photos")));
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Photographs);

}  // namespace
}  // namespace coarsen
