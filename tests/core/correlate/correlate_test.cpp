// SPDX-License-Identifier: GPL-3.0-or-later
// Means and norms against the definition of science/definitions.md, written out here a second time and without any shortcut.
#include "core/correlate/correlate.hpp"

#include "core/base/error.hpp"
#include "core/correlate/engines.hpp"
#include "core/image/decode.hpp"
#include "tests/support/large_data.hpp"
#include "tests/support/random_images.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <numbers>

namespace coarsen {
namespace {

struct Moments {
    double pairs = 0, products = 0, squaresA = 0, squaresB = 0;
};

/// Sums over one channel's overlap, less the means given; lag (0, 0) with a = b gives the sums over the whole image.
Moments momentsAt(const MaskedImage& a, const MaskedImage& b, int channel, double meanA, double meanB, int X0, int Y0) {
    Moments moments;
    for (int y = 0; y < a.image.height(); ++y) {
        for (int x = 0; x < a.image.width(); ++x) {
            const int u = x - X0, v = y - Y0;
            if (u < 0 || v < 0 || u >= a.image.width() || v >= a.image.height()) continue;
            if (!a.mask.isValid(x, y) || !b.mask.isValid(u, v)) continue;
            const double valueA = a.image.at(x, y, channel) - meanA, valueB = b.image.at(u, v, channel) - meanB;
            moments.pairs += 1;
            moments.products += valueA * valueB;
            moments.squaresA += valueA * valueA;
            moments.squaresB += valueB * valueB;
        }
    }
    return moments;
}

struct Means {
    double a = 0, b = 0;
};

Means meansAt(const MaskedImage& a, const MaskedImage& b, int channel, int X0, int Y0) {
    Means sums;
    double pairs = 0;
    for (int y = std::max(0, Y0); y < a.image.height() + std::min(0, Y0); ++y) {
        for (int x = std::max(0, X0); x < a.image.width() + std::min(0, X0); ++x) {
            if (!a.mask.isValid(x, y) || !b.mask.isValid(x - X0, y - Y0)) continue;
            sums.a += a.image.at(x, y, channel);
            sums.b += b.image.at(x - X0, y - Y0, channel);
            pairs += 1;
        }
    }
    return {sums.a / pairs, sums.b / pairs};
}

double definition(const MaskedImage& a, const MaskedImage& b, MeanMode mean, NormMode norm, int X0, int Y0) {
    Moments sums;
    double energyA = 0, energyB = 0, validA = 0, validB = 0;
    for (int channel = 0; channel < a.image.channels(); ++channel) {
        Means whole, here;
        if (mean != MeanMode::none) whole = {meansAt(a, a, channel, 0, 0).a, meansAt(b, b, channel, 0, 0).a};  // decision M1
        here = mean == MeanMode::overlap ? meansAt(a, b, channel, X0, Y0) : whole;
        const Moments term = momentsAt(a, b, channel, here.a, here.b, X0, Y0);
        sums.pairs = term.pairs;
        sums.products += term.products;
        sums.squaresA += term.squaresA;
        sums.squaresB += term.squaresB;
        const Moments all = momentsAt(a, a, channel, whole.a, whole.a, 0, 0),
                      allB = momentsAt(b, b, channel, whole.b, whole.b, 0, 0);
        energyA += all.squaresA;
        energyB += allB.squaresB;
        validA = all.pairs;
        validB = allB.pairs;
    }
    const double size = static_cast<double>(a.image.planeSize());
    if (sums.pairs < 32 || sums.pairs < 0.01 * size) return std::numeric_limits<double>::quiet_NaN();
    switch (norm) {
        case NormMode::energy:
            return sums.products / std::sqrt(energyA * energyB);
        case NormMode::count:
            return sums.products / sums.pairs / std::sqrt(energyA / validA * (energyB / validB));
        case NormMode::local:
            break;
    }
    return sums.products / std::sqrt(sums.squaresA * sums.squaresB);
}

void expectDefinition(const CorrelationMap& map, const MaskedImage& a, const MaskedImage& b, MeanMode mean, NormMode norm,
                      double tolerance) {
    int defined = 0;
    for (int Y0 = -map.maxLag(); Y0 <= map.maxLag(); ++Y0) {
        for (int X0 = -map.maxLag(); X0 <= map.maxLag(); ++X0) {
            const double expected = definition(a, b, mean, norm, X0, Y0);
            if (std::isnan(expected)) {
                ASSERT_TRUE(std::isnan(map.at(X0, Y0))) << X0 << ", " << Y0;
            } else {
                ASSERT_NEAR(map.at(X0, Y0), expected, tolerance) << X0 << ", " << Y0;
                ++defined;
            }
        }
    }
    EXPECT_GT(defined, 0);
}

struct Mode {
    MeanMode mean;
    NormMode norm;
};
constexpr Mode allModes[] = {
    {MeanMode::none, NormMode::energy},    {MeanMode::none, NormMode::count},    {MeanMode::none, NormMode::local},
    {MeanMode::global, NormMode::energy},  {MeanMode::global, NormMode::count},  {MeanMode::global, NormMode::local},
    {MeanMode::overlap, NormMode::energy}, {MeanMode::overlap, NormMode::count}, {MeanMode::overlap, NormMode::local},
};

/// Tolerances of science/limits.md: exact and double 1e-10, FFT in float32 1e-5.
struct Judged {
    std::shared_ptr<const CorrelationEngine> engine;
    double tolerance;
};
std::vector<Judged> judged() {
    return {{cpuDirectEngine(), 1e-10}, {cpuFftEngine(), 1e-5}};
}

class CorrelateModes : public testing::TestWithParam<Mode> {};
INSTANTIATE_TEST_SUITE_P(All, CorrelateModes, testing::ValuesIn(allModes), [](const auto& instance) {
    return "mean" + std::to_string(static_cast<int>(instance.param.mean)) + "norm" +
           std::to_string(static_cast<int>(instance.param.norm));
});

TEST_P(CorrelateModes, AutocorrelationFollowsTheDefinition) {
    for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f32}) {
        for (const bool isMasked : {false, true}) {
            const MaskedImage a{randomImage(23, 17, type, 1, 3), isMasked ? randomMask(23, 17, 4) : Mask()};
            for (const auto& [engine, tolerance] : judged())
                expectDefinition(correlate(a, {}, GetParam().mean, GetParam().norm, 8, engine), a, a, GetParam().mean,
                                 GetParam().norm, tolerance);
        }
    }
}

TEST_P(CorrelateModes, CrossCorrelationFollowsTheDefinition) {
    for (const PixelType type : {PixelType::u8, PixelType::f32}) {
        const MaskedImage a{randomImage(19, 22, type, 1, 5), randomMask(19, 22, 6)}, b{randomImage(19, 22, type, 1, 7), Mask()},
            c{randomImage(19, 22, type, 1, 8), randomMask(19, 22, 9)};
        for (const auto& [engine, tolerance] : judged()) {
            expectDefinition(correlate(a, b, GetParam().mean, GetParam().norm, 9, engine), a, b, GetParam().mean, GetParam().norm,
                             tolerance);
            expectDefinition(correlate(a, c, GetParam().mean, GetParam().norm, 9, engine), a, c, GetParam().mean, GetParam().norm,
                             tolerance);
        }
    }
}

TEST_P(CorrelateModes, ChannelsAreSummed) {
    const MaskedImage a{randomImage(16, 15, PixelType::u8, 3, 11), randomMask(16, 15, 2)},
        b{randomImage(16, 15, PixelType::u8, 3, 12), randomMask(16, 15, 3)};
    for (const auto& [engine, tolerance] : judged()) {
        expectDefinition(correlate(a, {}, GetParam().mean, GetParam().norm, 6, engine), a, a, GetParam().mean, GetParam().norm,
                         tolerance);
        expectDefinition(correlate(a, b, GetParam().mean, GetParam().norm, 6, engine), a, b, GetParam().mean, GetParam().norm,
                         tolerance);
    }
}

TEST_P(CorrelateModes, AnAutocorrelationIsOneAtTheOriginAndEven) {
    const MaskedImage a{randomImage(31, 18, PixelType::u8, 1, 21), randomMask(31, 18, 22)};

    const CorrelationMap map = correlate(a, {}, GetParam().mean, GetParam().norm, 7, cpuDirectEngine());
    const CorrelationMap both = correlate(a, a, GetParam().mean, GetParam().norm, 7, cpuDirectEngine());

    EXPECT_EQ(map.at(0, 0), 1);
    EXPECT_NEAR(both.at(0, 0), 1, 1e-12);
    for (int Y0 = -7; Y0 <= 7; ++Y0)
        for (int X0 = -7; X0 <= 7; ++X0) {
            EXPECT_EQ(map.at(X0, Y0), map.at(-X0, -Y0));
            EXPECT_NEAR(both.at(X0, Y0), map.at(X0, Y0), 1e-12);
            EXPECT_EQ(both.pairCount(X0, Y0), map.pairCount(X0, Y0));
        }
}

TEST_P(CorrelateModes, OfAConstantImageIsUndefinedUnlessItsMeanIsKept) {
    for (const Image& image : {Image(20, 16, std::vector<std::uint8_t>(320, 77)), Image(20, 16, std::vector<float>(320, 0.1F))}) {
        for (const auto& [engine, tolerance] : judged()) {
            const CorrelationMap map = correlate({image, {}}, {}, GetParam().mean, GetParam().norm, 3, engine);

            if (GetParam().mean == MeanMode::none) {
                EXPECT_NEAR(map.at(2, 1), GetParam().norm == NormMode::energy ? 18.0 * 15 / 320 : 1, 1e-5);
            } else {
                for (const double value : map.values())
                    EXPECT_TRUE(std::isnan(value));
                EXPECT_FALSE(map.isDefinedEverywhere());
            }
        }
    }
}

TEST(Correlate, OfThreeByTwoPixelsByHand) {
    const Image a(3, 2, std::vector<std::uint8_t>{1, 2, 3, 4, 5, 6});
    PlanShape shape;
    shape.width = 3;
    shape.height = 2;
    shape.maxLag = 1;
    shape.type = PixelType::u8;
    for (const auto& [engine, tolerance] : judged()) {
        const PlanePair pair{{a, {}, {}}, {}};
        const LagSums sums = engine->plan(shape)->run(std::span(&pair, 1)).front();

        EXPECT_NEAR(sums.at(0, 0), 1 + 4 + 9 + 16 + 25 + 36, 91e-5);
        EXPECT_NEAR(sums.at(1, 0), 2 * 1 + 3 * 2 + 5 * 4 + 6 * 5, 91e-5);
        EXPECT_NEAR(sums.at(0, 1), 4 * 1 + 5 * 2 + 6 * 3, 91e-5);
        EXPECT_NEAR(sums.at(1, 1), 5 * 1 + 6 * 2, 91e-5);
        EXPECT_NEAR(sums.at(-1, 1), 4 * 2 + 5 * 3, 91e-5);
    }
}

TEST(Correlate, PeaksWhereTheFirstImageIsTheSecondMoved) {
    const Image scene = randomImage(80, 70, PixelType::u8, 1, 31);
    const auto cut = [&](int left, int top) {
        std::vector<std::uint8_t> pixels;
        for (int y = 0; y < 40; ++y)
            for (int x = 0; x < 50; ++x)
                pixels.push_back(scene.plane<std::uint8_t>()[static_cast<std::size_t>((y + top) * 80 + x + left)]);
        return MaskedImage{Image(50, 40, std::move(pixels)), Mask()};
    };
    const MaskedImage a = cut(10, 16), b = cut(17, 11);  // the content of a lies 7 to the right of and 5 above where it is in b

    for (const auto& [engine, tolerance] : judged()) {
        const CorrelationMap map = correlate(a, b, MeanMode::overlap, NormMode::local, 10, engine);

        EXPECT_NEAR(map.at(7, -5), 1, 1e-5);
        for (int Y0 = -10; Y0 <= 10; ++Y0)
            for (int X0 = -10; X0 <= 10; ++X0)
                EXPECT_LE(map.at(X0, Y0), map.at(7, -5));
    }
}

TEST(Correlate, OfStripesIsTheirCosine) {
    std::vector<float> pixels;
    for (int y = 0; y < 60; ++y)
        for (int x = 0; x < 120; ++x)
            pixels.push_back(static_cast<float>(5 + std::cos(2 * std::numbers::pi * x / 12)));
    const MaskedImage stripes{Image(120, 60, std::move(pixels)), Mask()};

    for (const auto& [engine, tolerance] : judged()) {
        const CorrelationMap map = correlate(stripes, {}, MeanMode::global, NormMode::count, 24, engine);

        for (int Y0 : {0, 7, 24})
            for (int X0 : {-24, -12, 0, 12, 24})  // whole periods leave whole periods in the overlap
                EXPECT_NEAR(map.at(X0, Y0), 1, 2 * tolerance + 1e-7);
        EXPECT_NEAR(map.at(6, 3), -1, 0.01);
    }
}

TEST(Correlate, LagsWithTooFewPairsAreUndefined) {  // science/definitions.md: below 1 % of W*H or below 32 pairs
    const MaskedImage a{randomImage(8, 8, PixelType::u8), Mask()};

    const CorrelationMap map = correlate(a, {}, MeanMode::global, NormMode::count, 7, cpuDirectEngine());

    EXPECT_FALSE(std::isnan(map.at(4, 0)));  // 32 pairs
    EXPECT_TRUE(std::isnan(map.at(4, 1)));   // 28 pairs
    EXPECT_FALSE(map.isDefinedEverywhere());
    EXPECT_EQ(map.pairCount(4, 1), 28);
}

TEST(Correlate, WithoutAValidPixelIsUndefined) {
    const MaskedImage a{randomImage(12, 9, PixelType::f32), Mask(12, 9, std::vector<std::uint8_t>(108, 0))};

    for (const auto& [engine, tolerance] : judged()) {
        for (const auto& [mean, norm] : allModes) {
            const CorrelationMap map = correlate(a, {}, mean, norm, 3, engine);
            for (const double value : map.values())
                EXPECT_TRUE(std::isnan(value));
        }
    }
}

/// The pair that D. Padfield's masked registration was published with: known to have moved by (+75, -75).
/// Registered only where COARSEN_DATA names the folder with the large data sets.
class MaskedTranslation : public testing::TestWithParam<std::filesystem::path> {};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(MaskedTranslation);
INSTANTIATE_TEST_SUITE_P(Data, MaskedTranslation, testing::ValuesIn(largeData("masked-translation")));

TEST_P(MaskedTranslation, IsFoundByMaskedNormalisedCrossCorrelation) {
    const auto read = [&](const char* name) {
        const Image image = decode(GetParam() / name).image;
        std::vector<std::uint8_t> valid;
        for (const std::uint8_t pixel : image.plane<std::uint8_t>())
            valid.push_back(pixel > 0);
        return MaskedImage{image, Mask(image.width(), image.height(), std::move(valid))};
    };
    const MaskedImage original = read("OriginalX75Y75.png"), moved = read("TransformedX75Y75.png");

    const CorrelationMap map = correlate(moved, original, MeanMode::overlap, NormMode::local, 150, cpuFftEngine());

    int bestX = 0, bestY = 0;
    for (int Y0 = -150; Y0 <= 150; ++Y0)
        for (int X0 = -150; X0 <= 150; ++X0)
            if (map.at(X0, Y0) > map.at(bestX, bestY)) bestX = X0, bestY = Y0;
    EXPECT_EQ(bestX, 75);
    EXPECT_EQ(bestY, -75);
    EXPECT_GT(map.at(75, -75), 0.9);
}

TEST(Correlate, RefusesAnOffsetThatDoesNotFit) {
    const MaskedImage a{randomImage(12, 9, PixelType::u8), Mask()};

    EXPECT_THROW(correlate(a, {}, MeanMode::global, NormMode::count, 9, cpuDirectEngine()), SettingError);
    EXPECT_THROW(correlate(a, {}, MeanMode::global, NormMode::count, -1, cpuFftEngine()), SettingError);
}

TEST(Correlator, KeepsPairCountsOnlyWhileTheMaskIsTheSame) {
    PlanShape shape;
    shape.width = 26;
    shape.height = 21;
    shape.maxLag = 6;
    shape.type = PixelType::u8;
    const Image image = randomImage(26, 21, PixelType::u8);
    const std::vector<MaskedImage> frames{
        {image, randomMask(26, 21, 1)}, {image, randomMask(26, 21, 1)}, {image, randomMask(26, 21, 2)}, {image, Mask()}};
    for (const auto& [engine, tolerance] : judged()) {
        Correlator correlator(engine, shape, MeanMode::global, NormMode::count);

        const auto maps = correlator.autocorrelation(frames);

        ASSERT_EQ(maps.size(), 4u);
        for (std::size_t i = 0; i < 4; ++i)
            expectDefinition(maps[i], frames[i], frames[i], MeanMode::global, NormMode::count, tolerance);
        EXPECT_EQ(maps[0].engine, engine->description().name);
    }
}

TEST(Correlator, AStopLeavesFewerMaps) {
    PlanShape shape;
    shape.width = 26;
    shape.height = 21;
    shape.maxLag = 6;
    shape.type = PixelType::u8;
    std::stop_source stop;
    stop.request_stop();
    const MaskedImage frame{randomImage(26, 21, PixelType::u8), randomMask(26, 21)};

    for (const auto& [engine, tolerance] : judged()) {
        Correlator correlator(engine, shape, MeanMode::global, NormMode::count);
        EXPECT_TRUE(correlator.autocorrelation(std::span(&frame, 1), stop.get_token()).empty());
    }
}

}  // namespace
}  // namespace coarsen
