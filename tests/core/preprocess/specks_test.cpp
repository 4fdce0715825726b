// SPDX-License-Identifier: GPL-3.0-or-later
// dust.find=specks: what is found of black and white discs on patterns of any contrast, and what is not on patterns without.
#include "core/preprocess/dust.hpp"
#include "core/synth/random_numbers.hpp"
#include "core/synth/synthetic_series.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

namespace coarsen {
namespace {

constexpr int speckedWidth = 600, speckedHeight = 400;

/// A ringPattern of mean 0 and standard deviation 1.
std::vector<double> ringPattern(double rMaxPx, std::uint64_t seed) {
    RingSettings settings;
    settings.width = speckedWidth, settings.height = speckedHeight;
    settings.rMaxFromPx = settings.rMaxToPx = rMaxPx;
    settings.seed = seed;
    settings.bits = 16;
    const Image image = ringFrame(settings, 0).image;
    std::vector<double> values;
    for (int y = 0; y < speckedHeight; ++y)
        for (int x = 0; x < speckedWidth; ++x)
            values.push_back((image.at(x, y) / 65535 - 0.5) / 0.12);
    return values;
}

std::vector<double> camera(const std::vector<double>& ringPattern, const std::function<double(double)>& grey) {
    std::vector<double> picture;
    for (const double z : ringPattern)
        picture.push_back(std::clamp(std::round(grey(z)), 0.0, 255.0));
    return picture;
}

struct Dusty {
    std::vector<double> picture;
    std::vector<bool> isSpeck;
};

/// Black and white discs of 1.5 to 6 px radius, until either covers that part of the picture.
Dusty withSpecks(std::vector<double> picture, double share, std::uint64_t seed) {
    RandomNumbers random(seed, 9);
    std::vector<bool> isSpeck(picture.size());
    for (const double grey : {0.0, 255.0}) {
        for (double covered = 0; covered < share * static_cast<double>(picture.size());) {
            const double cx = random.uniform(0, speckedWidth), cy = random.uniform(0, speckedHeight), r = random.uniform(1.5, 6);
            for (int y = std::max(0, int(cy - r)); y <= std::min(speckedHeight - 1, int(cy + r)); ++y)
                for (int x = std::max(0, int(cx - r)); x <= std::min(speckedWidth - 1, int(cx + r)); ++x) {
                    const auto i = static_cast<std::size_t>(y) * speckedWidth + static_cast<std::size_t>(x);
                    if (std::hypot(x - cx, y - cy) > r || isSpeck[i]) continue;
                    picture[i] = grey;
                    isSpeck[i] = true;
                    ++covered;
                }
        }
    }
    return {std::move(picture), std::move(isSpeck)};
}

Frame frameOf(const std::vector<double>& picture) {
    Frame frame;
    frame.image = Image(speckedWidth, speckedHeight, std::vector<std::uint8_t>(picture.begin(), picture.end()));
    return frame;
}

Frame found(const std::vector<double>& picture) {
    return Dust{.find = DustFinding::specks}(frameOf(picture));
}

double recall(const Dusty& dusty) {
    const Frame frame = found(dusty.picture);
    double specks = 0, masked = 0;
    for (int y = 0; y < speckedHeight; ++y)
        for (int x = 0; x < speckedWidth; ++x)
            if (dusty.isSpeck[static_cast<std::size_t>(y) * speckedWidth + static_cast<std::size_t>(x)]) {
                ++specks;
                masked += !frame.mask.isValid(x, y);
            }
    return masked / specks;
}

TEST(Specks, AreFoundAtAnyContrastUpToTwoPerCentOfEitherSide) {
    for (const double rMaxPx : {20.0, 40.0})
        for (const double contrast : {20.0, 30.0, 38.0, 50.0, 60.0}) {
            const auto picture = camera(ringPattern(rMaxPx, 77001 + static_cast<std::uint64_t>(contrast)),
                                        [=](double z) { return 128 + contrast * z; });
            for (const double share : {0.001, 0.008, 0.02})
                // At 60 the ringPattern itself stands at the camera's limits in 3.5 % of the picture: a speck there cannot be
                // seen.
                EXPECT_GE(recall(withSpecks(picture, share, 77002)), contrast < 60 ? 0.95 : 0.93)
                    << "R_max " << rMaxPx << ", deviation " << contrast << ", share " << share;
        }
}

TEST(Specks, AreFoundInNoiseOfAQuarterOfTheContrast) {
    auto dusty = withSpecks(camera(ringPattern(40, 77003), [](double z) { return 128 + 31 * z; }), 0.01, 77004);
    RandomNumbers random(77005, 1);
    for (double& grey : dusty.picture)
        grey = std::clamp(std::round(grey + 8 * random.normal()), 0.0, 255.0);

    EXPECT_GE(recall(dusty), 0.85);
}

TEST(Specks, AreSeenInNoPatternThatHasNone) {
    const std::vector<std::pair<std::string, std::function<double(double)>>> cameras{
        {"full contrast", [](double z) { return 128 + 60 * z; }},
        {"clipped", [](double z) { return 128 + 120 * z; }},
        {"two levels", [](double z) { return z > 0 ? 200 : 60; }},
        {"black and white", [](double z) { return z > 0 ? 255 : 0; }},
        {"separated phases", [](double z) { return 128 + 60 * std::tanh(4 * z); }},
        {"dark droplets", [](double z) { return 190 - 60 * (1 + std::tanh(6 * (z - 1))); }},
        {"dark walls", [](double z) { return 200 * (1 - 0.7 * std::exp(-8 * z * z)); }},
        {"few levels", [](double z) { return 4 * std::round((128 + 31 * z) / 4); }},
    };
    for (const double rMaxPx : {20.0, 40.0})
        for (const auto& [name, grey] : cameras)
            EXPECT_GE(validFraction(found(camera(ringPattern(rMaxPx, 77006), grey))), 0.9995) << name << ", R_max " << rMaxPx;
}

TEST(Specks, AreWhatTheyAreInAPictureTurnedUpsideDownOrInverted) {
    const Dusty dusty = withSpecks(camera(ringPattern(40, 77007), [](double z) { return 128 + 40 * z; }), 0.01, 77008);
    std::vector<double> turned(dusty.picture.rbegin(), dusty.picture.rend()), inverted;
    for (const double grey : dusty.picture)
        inverted.push_back(255 - grey);

    // The grey values' distribution is taken from every few pixels, which are others in the turned picture.
    EXPECT_NEAR(validFraction(found(turned)), validFraction(found(dusty.picture)), 1e-3);
    EXPECT_NEAR(validFraction(found(inverted)), validFraction(found(dusty.picture)), 1e-3);
}

}  // namespace
}  // namespace coarsen
