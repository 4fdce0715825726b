// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/shared_lines.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <random>
#include <vector>

namespace coarsen {
namespace {

/// Shares pair by pair, as the header says it: along each line in single precision.
SharedLine sharedPlainly(const PatternSketch& sketch, bool areRows, double fromPx) {
    double sum = 0, squares = 0, count = 0;
    for (const float value : sketch.values) {
        if (std::isnan(value)) continue;
        sum += static_cast<double>(value);
        squares += static_cast<double>(value) * static_cast<double>(value);
        ++count;
    }
    const double mean = sum / count, variance = squares / count - mean * mean;
    if (!(variance > 0)) return {};
    const int length = areRows ? sketch.width : sketch.height, number = areRows ? sketch.height : sketch.width;
    const auto at = [&](int line, int i) {
        const float value = sketch.values[static_cast<std::size_t>(areRows ? line * sketch.width + i : i * sketch.width + line)];
        return static_cast<float>((static_cast<double>(value) - mean) / std::sqrt(variance));
    };
    const int first = static_cast<int>(std::max(1.0, std::ceil(fromPx / sketch.blockPx))), end = static_cast<int>(0.75 * length);
    if (end < first + 8) return {};
    sum = squares = 0;
    for (int distance = first; distance < end; ++distance) {
        double products = 0, pairs = 0;
        for (int line = 0; line < number; ++line) {
            float ofLine = 0;
            for (int i = 0; i + distance < length; ++i) {
                const float product = at(line, i) * at(line, i + distance);
                if (std::isnan(product)) continue;
                ofLine += product;
                ++pairs;
            }
            products += static_cast<double>(ofLine);
        }
        const double meanProduct = pairs > 0 ? products / pairs : 0;
        sum += meanProduct;
        squares += meanProduct * meanProduct;
    }
    const double distances = end - first;
    return {sum / distances, std::sqrt(std::max(0.0, squares / distances - sum / distances * (sum / distances)))};
}

/// Waves with noise and bands along both axes; blocks without a valid pixel singly and as a disc.
PatternSketch bandedSketch(int width, int height, double unknown, double radius, std::mt19937& random) {
    std::uniform_real_distribution<float> uniform(0, 1);
    PatternSketch sketch;
    sketch.width = width;
    sketch.height = height;
    sketch.blockPx = 3;
    const float u = uniform(random), v = uniform(random);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const float waves = std::sin(u * static_cast<float>(x) + v * static_cast<float>(y));
            const float bands = (y % 7 == 3 ? 0.7F : 0.0F) + (x % 11 == 5 ? 0.4F : 0.0F);
            const bool isUnknown =
                static_cast<double>(uniform(random)) < unknown || std::hypot(x - width / 2, y - height / 3) < radius;
            sketch.values.push_back(isUnknown ? std::numeric_limits<float>::quiet_NaN()
                                              : 100 + 20 * (waves + bands + uniform(random)));
        }
    return sketch;
}

TEST(SharedLines, AreThoseOfPairByPair) {
    std::mt19937 random(55);
    for (const auto& [width, height] : {std::pair{40, 40}, {53, 31}, {31, 53}, {64, 8}, {1, 90}, {90, 1}, {17, 16}})
        for (const double unknown : {0.0, 0.02, 0.4})
            for (const double radius : {0.0, 5.0, 100.0})
                for (const double fromPx : {0.0, 10.0, 23.0}) {
                    const PatternSketch sketch = bandedSketch(width, height, unknown, radius, random);

                    const SharedLines found = sharedLines(sketch, fromPx);
                    const SharedLine rows = sharedPlainly(sketch, true, fromPx), columns = sharedPlainly(sketch, false, fromPx);

                    EXPECT_EQ(found.rows.share, rows.share) << width << " x " << height << ", " << unknown << ", " << radius;
                    EXPECT_EQ(found.rows.ripple, rows.ripple);
                    EXPECT_EQ(found.columns.share, columns.share);
                    EXPECT_EQ(found.columns.ripple, columns.ripple);
                }
    const SharedLines bands = sharedLines(bandedSketch(60, 60, 0.02, 5, random), 10);
    EXPECT_GT(bands.rows.share, 0.02);
    EXPECT_GT(bands.columns.share, 0.005);
}

TEST(SharedLines, AreNothingInOneGrey) {
    PatternSketch sketch;
    sketch.width = sketch.height = 40;
    sketch.values.assign(1600, 3.0F);

    EXPECT_EQ(sharedLines(sketch, 0).rows.share, 0);
    EXPECT_EQ(sharedLines({}, 0).columns.share, 0);
}

}  // namespace
}  // namespace coarsen
