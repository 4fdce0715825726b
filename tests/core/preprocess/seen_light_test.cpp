// SPDX-License-Identifier: GPL-3.0-or-later
// flatten.method=auto: what it takes the light for, and that nothing is left of it.
#include "core/preprocess/background.hpp"
#include "core/preprocess/flatten.hpp"
#include "core/synth/synthetic_series.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

namespace coarsen {
namespace {

constexpr int lampWidth = 900, lampHeight = 600;

/// A pattern of deviation 31 about 128 as this camera sees it; u and v run from -1/2 to 1/2.
Image photograph(const std::function<double(double pattern, double u, double v)>& grey) {
    RingSettings settings;
    settings.width = lampWidth, settings.height = lampHeight;
    settings.rMaxFromPx = settings.rMaxToPx = 40;
    settings.seed = 818283;
    settings.bits = 16;
    const Image ring = ringFrame(settings, 0).image;
    std::vector<float> pixels;
    for (int y = 0; y < lampHeight; ++y)
        for (int x = 0; x < lampWidth; ++x)
            pixels.push_back(static_cast<float>(grey(128 + 31 * (ring.at(x, y) / 65535 - 0.5) / 0.12, (x + 0.5) / lampWidth - 0.5,
                                                     (y + 0.5) / lampHeight - 0.5)));
    return {lampWidth, lampHeight, std::move(pixels)};
}

struct Light {
    std::string name;
    int degree;
    bool multiplies;
    std::function<double(double, double, double)> grey;
};

const std::vector<Light> lights = {
    {"none", 0, true, [](double f, double, double) { return f; }},
    {"a slope that multiplies", 1, true, [](double f, double u, double v) { return f * (1 + 0.6 * u - 0.3 * v); }},
    {"a vignette", 2, true, [](double f, double u, double v) { return f * (1 - 0.8 * (u * u + v * v)); }},
    {"a slope and a vignette", 3, true, [](double f, double u, double v) { return f * (1 + u) * (1 - 0.8 * (u * u + v * v)); }},
    {"a ramp that adds", 1, false, [](double f, double u, double v) { return f + 80 * u + 60 * v; }},
    {"a haze that adds", 2, false, [](double f, double u, double v) { return f + 240 * (u * u + v * v); }},
};

TEST(SeenLight, IsOfItsDegreeAndKind) {
    for (const Light& light : lights) {
        const SeenLight seen(photograph(light.grey), {});
        const int degree = seen.degree();

        EXPECT_EQ(degree, light.degree) << light.name;
        EXPECT_EQ(seen.doesMultiply(seen.polynomial(degree)), light.multiplies) << light.name;
    }
}

TEST(SeenLight, LeavesThePatternAsItWasWithoutIt) {
    const Image clean = photograph(lights.front().grey);
    const auto truth = clean.plane<float>();
    for (const Light& light : lights) {
        Frame frame;
        frame.image = photograph(light.grey);
        const Frame flat = Flatten{.method = FlattenMethod::automatic}(frame);
        const auto pixels = flat.image.plane<float>();
        double xx = 0, yy = 0, xy = 0, x = 0, y = 0;
        const auto count = static_cast<double>(truth.size());
        for (std::size_t i = 0; i < truth.size(); ++i) {
            const auto a = static_cast<double>(truth[i]), b = static_cast<double>(pixels[i]);
            x += a, y += b, xx += a * a, yy += b * b, xy += a * b;
        }
        const double correlation = (xy - x * y / count) / std::sqrt((xx - x * x / count) * (yy - y * y / count));

        EXPECT_GT(correlation, 0.999) << light.name;
    }
}

TEST(SeenLight, OfACleanPictureIsNone) {
    Frame frame;
    frame.image = photograph(lights.front().grey);

    EXPECT_TRUE(Flatten{.method = FlattenMethod::automatic}(frame).image.sharesPixelsWith(frame.image));
}

}  // namespace
}  // namespace coarsen
