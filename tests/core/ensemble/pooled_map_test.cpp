// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ensemble/pooled_map.hpp"

#include "core/correlate/engines.hpp"
#include "tests/support/random_images.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace coarsen {
namespace {

constexpr int maxLag = 9;

struct Picture {
    MaskedImage masked;
    int maxLag;
};

CorrelationMap mapOf(const Picture& picture) {
    return correlate(picture.masked, {}, MeanMode::global, NormMode::count, picture.maxLag, cpuDirectEngine());
}

PooledMap pooledOf(const std::vector<Picture>& pictures) {
    PooledMap pooled;
    for (const Picture& picture : pictures)
        pooled.add(mapOf(picture));
    return pooled;
}

/// Sums of products about the picture's mean, and of pairs, by plain loops.
struct Plain {
    double products = 0, pairs = 0;

    void add(const Picture& picture, int X0, int Y0) {
        const Image& image = picture.masked.image;
        const auto valid = picture.masked.mask.pixels();
        const auto isValid = [&](int x, int y) {
            return valid.empty() || valid[static_cast<std::size_t>(y * image.width() + x)];
        };
        double sum = 0, count = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                if (isValid(x, y)) {
                    sum += image.at(x, y);
                    ++count;
                }
        const double mean = sum / count;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x) {
                const int otherX = x - X0, otherY = y - Y0;
                if (otherX < 0 || otherY < 0 || otherX >= image.width() || otherY >= image.height()) continue;
                if (!isValid(x, y) || !isValid(otherX, otherY)) continue;
                products += (image.at(x, y) - mean) * (image.at(otherX, otherY) - mean);
                ++pairs;
            }
    }
};

const std::vector<Picture>& pictures() {
    static const std::vector<Picture> all{{{randomImage(60, 40, PixelType::f32, 1, 1), {}}, maxLag},
                                          {{randomImage(44, 52, PixelType::u8, 1, 2), randomMask(44, 52)}, maxLag},
                                          {{randomImage(70, 33, PixelType::u16, 1, 3), {}}, maxLag + 2}};
    return all;
}

TEST(PooledMap, IsSumsOfProductsOverSumsOfPairs) {
    const PooledMap pooled = pooledOf(pictures());
    ASSERT_EQ(pooled.maxLag(), maxLag) << "as far as the shortest reaches";
    const CorrelationMap map = pooled.pooled();
    Plain zero;
    for (const Picture& picture : pictures())
        zero.add(picture, 0, 0);
    for (int Y0 = 0; Y0 <= maxLag; Y0 += 3)
        for (int X0 = -maxLag; X0 <= maxLag; X0 += 2) {
            Plain at;
            for (const Picture& picture : pictures())
                at.add(picture, X0, Y0);
            EXPECT_NEAR(map.at(X0, Y0), at.products / at.pairs / (zero.products / zero.pairs), 1e-9) << X0 << ", " << Y0;
            EXPECT_EQ(map.pairCount(X0, Y0), at.pairs);
        }
}

TEST(PooledMap, TakesTheImageAsTheUnitOfItsError) {
    const PooledMap pooled = pooledOf(pictures());
    const CorrelationMap mean = pooled.meanOfMaps(), error = pooled.standardError();
    for (const auto& [X0, Y0] : {std::pair{0, 0}, {3, 0}, {-5, 7}}) {
        std::vector<double> values;
        for (const Picture& picture : pictures())
            values.push_back(mapOf(picture).at(X0, Y0));
        const double average = (values[0] + values[1] + values[2]) / 3;
        double squares = 0;
        for (const double value : values)
            squares += (value - average) * (value - average);
        EXPECT_NEAR(mean.at(X0, Y0), average, 1e-12);
        EXPECT_NEAR(error.at(X0, Y0), std::sqrt(squares / 2 / 3), 1e-12);
    }
}

TEST(PooledMap, HasNoErrorOfOneImageAndNothingOfNone) {
    EXPECT_TRUE(PooledMap().pooled().isEmpty());
    const PooledMap one = pooledOf({pictures().front()});
    const CorrelationMap map = mapOf(pictures().front());
    EXPECT_NEAR(one.pooled().at(4, 2), map.at(4, 2), 1e-12);
    EXPECT_TRUE(std::isnan(one.standardError().at(4, 2)));
}

}  // namespace
}  // namespace coarsen
