// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/terms.hpp"

#include "core/correlate/engines.hpp"
#include "core/correlate/plane_statistics.hpp"
#include "core/synth/synthetic_series.hpp"
#include "tests/support/random_images.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace coarsen {
namespace {

PlanShape shapeOf(const Image& image, int maxLag) {
    return {.width = image.width(),
            .height = image.height(),
            .channels = image.channels(),
            .maxLag = maxLag,
            .type = image.type(),
            .threads = 1};
}

std::vector<Term> termsOf(const MaskedImage& image, Terms which, int maxLag, MeasureSettings settings = {}) {
    TermMeasurer measure(cpuFftEngine(), shapeOf(image.image, maxLag), settings, 1);
    return measure(image, channelPairs(which, image.image.channels()));
}

/// (N_ij / n) / sqrt(v_i v_j) written out.
double plainTerm(const MaskedImage& image, int i, int j, int X0, int Y0) {
    const int W = image.image.width(), H = image.image.height();
    const auto meanAndVariance = [&](int channel) {
        double sum = 0, squares = 0, count = 0;
        for (int y = 0; y < H; ++y)
            for (int x = 0; x < W; ++x)
                if (image.mask.isValid(x, y)) sum += image.image.at(x, y, channel), ++count;
        for (int y = 0; y < H; ++y)
            for (int x = 0; x < W; ++x)
                if (image.mask.isValid(x, y)) squares += std::pow(image.image.at(x, y, channel) - sum / count, 2);
        return std::pair{sum / count, squares / count};
    };
    const auto [meanI, varianceI] = meanAndVariance(i);
    const auto [meanJ, varianceJ] = meanAndVariance(j);
    double N = 0, n = 0;
    for (int y = std::max(0, Y0); y < std::min(H, H + Y0); ++y)
        for (int x = std::max(0, X0); x < std::min(W, W + X0); ++x)
            if (image.mask.isValid(x, y) && image.mask.isValid(x - X0, y - Y0)) {
                N += (image.image.at(x, y, i) - meanI) * (image.image.at(x - X0, y - Y0, j) - meanJ);
                ++n;
            }
    return N / n / std::sqrt(varianceI * varianceJ);
}

TEST(ChannelPairs, AreTheUpperHalfOfTheMatrix) {
    EXPECT_TRUE(channelPairs(Terms::sum, 3).empty());
    EXPECT_EQ(channelPairs(Terms::diagonal, 2), (std::vector<ChannelPair>{{0, 0}, {1, 1}}));
    EXPECT_EQ(channelPairs(Terms::all, 4).size(), 10u);
    EXPECT_EQ(channelPairs(Terms::all, 2)[1].name(), "1x2");
}

TEST(Terms, AreWhatPlainLoopsSayOfImagesOfAnySize) {
    std::mt19937 random(4);
    for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f32}) {
        const int width = 41 + static_cast<int>(random() % 30), height = 37 + static_cast<int>(random() % 30);
        const MaskedImage image{randomImage(width, height, type, 3, static_cast<unsigned>(random())),
                                randomMask(width, height, static_cast<unsigned>(random()))};
        for (const Term& term : termsOf(image, Terms::all, 9)) {
            const int Y0 = term.channels.isOneChannel() ? 0 : -9;
            for (int y = Y0; y <= 9; y += 3)
                for (int x = -9; x <= 9; x += 3)
                    EXPECT_NEAR(term.map.at(x, y), plainTerm(image, term.channels.first, term.channels.second, x, y), 2e-6)
                        << term.channels.name() << " of " << width << " x " << height << " at " << x << ", " << y;
        }
    }
}

TEST(Terms, OfTwoChannelsTurnRoundWhenTheChannelsAreExchanged) {
    const Image image = randomImage(60, 50, PixelType::f32, 2);
    std::vector<float> exchanged(image.plane<float>(1).begin(), image.plane<float>(1).end());
    exchanged.insert(exchanged.end(), image.plane<float>(0).begin(), image.plane<float>(0).end());

    const Term here = termsOf({image, {}}, Terms::all, 12)[1];
    const Term there = termsOf({Image(60, 50, std::move(exchanged), 2), {}}, Terms::all, 12)[1];

    for (int y = -12; y <= 12; ++y)
        for (int x = -12; x <= 12; ++x)
            EXPECT_NEAR(here.map.at(x, y), there.map.at(-x, -y), 2e-6) << x << ", " << y;
    for (std::size_t r = 0; r < here.profile.size(); ++r)
        EXPECT_NEAR(here.profile.value[r], there.profile.value[r], 2e-6) << r;
}

TEST(Terms, OfComplementaryChannelsAreEachOthersNegative) {
    RingSettings settings;
    settings.width = 240, settings.height = 200, settings.law = RingLaw::constant, settings.rMaxFromPx = 20;
    const Image bright = ringFrame(settings, 0).image;
    const auto plane = bright.plane<std::uint8_t>();
    std::vector<std::uint8_t> both(plane.begin(), plane.end());
    for (const std::uint8_t value : plane)
        both.push_back(static_cast<std::uint8_t>(255 - value));
    const MaskedImage image{Image(240, 200, std::move(both), 2), randomMask(240, 200)};
    TermMeasurer measure(cpuFftEngine(), shapeOf(image.image, 60), {}, 1);

    std::vector<Term> terms = measure(image, channelPairs(Terms::all, 2));
    measure.addErrors(terms, image);

    ASSERT_EQ(terms.size(), 3u);
    const Term &first = terms[0], &cross = terms[1];
    EXPECT_NEAR(cross.atOrigin(), -1, 1e-6);
    for (std::size_t r = 0; r < first.profile.size(); ++r) {
        EXPECT_NEAR(cross.profile.value[r], -first.profile.value[r], 1e-5) << r;
        EXPECT_NEAR(cross.profile.error[r], first.profile.error[r], 1e-3 * first.profile.error[r] + 1e-6) << r;
    }
    EXPECT_NEAR(cross.rMax.px, first.rMax.px, 1e-3);
    EXPECT_NEAR(first.rMax.px, 20, 2);
}

TEST(Terms, WeightedByTheirVariancesMakeTheSum) {
    const MaskedImage image{randomImage(90, 70, PixelType::u8, 3), randomMask(90, 70)};
    std::vector<double> variances;
    double sum = 0;
    for (int channel = 0; channel < 3; ++channel) {
        const auto plane = image.image.plane<std::uint8_t>(channel);
        const Image one(90, 70, std::vector(plane.begin(), plane.end()));
        variances.push_back(planeStatistics(one, image.mask).energyAboutMeans);
        sum += variances.back();
    }

    const std::vector<Term> terms = termsOf(image, Terms::diagonal, 20);
    const CorrelationMap whole = correlate(image, {}, MeanMode::global, NormMode::count, 20, cpuFftEngine(), 1);

    for (int y = 0; y <= 20; y += 4)
        for (int x = -20; x <= 20; x += 4) {
            double weighted = 0;
            for (std::size_t k = 0; k < 3; ++k)
                weighted += variances[k] / sum * terms[k].map.at(x, y);
            EXPECT_NEAR(weighted, whole.at(x, y), 2e-6) << x << ", " << y;
        }
}

TEST(Terms, FindAChannelThatIsTheOtherMoved) {
    const Image one = randomImage(80, 60, PixelType::f32);
    const auto plane = one.plane<float>();
    std::vector<float> both(plane.begin(), plane.end());
    for (int y = 0; y < 60; ++y)
        for (int x = 0; x < 80; ++x)  // channel 1 moved by (5, -3) is channel 2: i is j moved by (-5, 3)
            both.push_back(plane[static_cast<std::size_t>(((y + 3) % 60) * 80 + (x + 75) % 80)]);

    const Term cross = termsOf({Image(80, 60, std::move(both), 2), {}}, Terms::all, 10)[1];

    EXPECT_GT(cross.map.at(-5, 3), 0.85);
    EXPECT_LT(cross.map.at(5, -3), 0.7);
}

TEST(Terms, HaveErrorsOfTheSizeOfTheirScatter) {
    constexpr int frames = 24, radius = 8;
    ExponentialSettings settings;
    settings.width = 240, settings.height = 160, settings.xiPx = 6;
    double mean = 0, squares = 0, quoted = 0;
    for (int frame = 0; frame < frames; ++frame) {  // the second channel is half the first, half another field
        const std::vector<double> a = exponentialField(settings, 2 * frame), b = exponentialField(settings, 2 * frame + 1);
        std::vector<float> both(a.begin(), a.end());
        for (std::size_t i = 0; i < a.size(); ++i)
            both.push_back(static_cast<float>(a[i] + b[i]));
        const MaskedImage image{Image(240, 160, std::move(both), 2), {}};
        TermMeasurer measure(cpuFftEngine(), shapeOf(image.image, 50), {}, 1);
        std::vector<Term> terms = measure(image, channelPairs(Terms::all, 2));
        measure.addErrors(terms, image);
        mean += terms[1].profile.value[radius] / frames;
        squares += std::pow(terms[1].profile.value[radius], 2) / frames;
        quoted += terms[1].profile.error[radius] / frames;
    }

    EXPECT_NEAR(mean, std::exp(-radius / 6.0) / std::sqrt(2), 0.03);
    const double scatter = std::sqrt(squares - mean * mean);
    EXPECT_GT(quoted, 0.6 * scatter);
    EXPECT_LT(quoted, 1.6 * scatter);
}

}  // namespace
}  // namespace coarsen
