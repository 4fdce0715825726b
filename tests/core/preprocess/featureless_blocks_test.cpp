// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/featureless_blocks.hpp"

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <random>
#include <vector>

namespace coarsen {
namespace {

struct Blocks {
    int width, height;
    std::vector<float> values;

    float at(int x, int y) const { return values[static_cast<std::size_t>(y * width + x)]; }
};

/// Waves around a flat disc, with noise, and blocks without a valid pixel.
Blocks wavesAroundADisc(int width, int height, std::mt19937& random) {
    std::uniform_real_distribution<float> uniform(0, 1);
    const float period = 4 + 12 * uniform(random), radius = 0.4F * static_cast<float>(std::min(width, height)) * uniform(random);
    Blocks blocks{width, height, {}};
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const bool isFlat = std::hypot(x - width / 2, y - height / 2) < static_cast<double>(radius);
            const float wave = isFlat ? 0 : std::sin(6.28F * static_cast<float>(x) / period);
            const float value = 100 + 40 * wave + 2 * uniform(random);
            blocks.values.push_back(uniform(random) < 0.05F ? std::numeric_limits<float>::quiet_NaN() : value);
        }
    return blocks;
}

/// The same disc by disc, as the header says it.
FeaturelessBlocks discByDisc(const Blocks& blocks, int circle) {
    const cv::Mat disc = cv::getStructuringElement(cv::MORPH_ELLIPSE, {circle, circle});
    const auto forEachAbout = [&](int x, int y, auto take) {
        for (int j = std::max(0, y - circle / 2); j <= std::min(blocks.height - 1, y + circle / 2); ++j)
            for (int i = std::max(0, x - circle / 2); i <= std::min(blocks.width - 1, x + circle / 2); ++i)
                if (disc.at<std::uint8_t>(j - y + circle / 2, i - x + circle / 2)) take(i, j);
    };
    const auto changeAt = [&](int x, int y) {
        if (x + 1 == blocks.width || y + 1 == blocks.height) return std::numeric_limits<float>::quiet_NaN();
        const float right = blocks.at(x + 1, y) - blocks.at(x, y), down = blocks.at(x, y + 1) - blocks.at(x, y);
        return right * right + down * down;
    };
    std::vector<double> means, known;
    for (int y = 0; y < blocks.height; ++y)
        for (int x = 0; x < blocks.width; ++x) {
            double sum = 0, count = 0;
            forEachAbout(x, y, [&](int i, int j) {
                if (const float change = changeAt(i, j); !std::isnan(change)) sum += static_cast<double>(change), ++count;
            });
            means.push_back(count < 0.45 * cv::countNonZero(disc) ? -1 : sum / count);
            if (means.back() >= 0) known.push_back(means.back());
        }
    std::ranges::sort(known);
    const double limit = 0.1 * known[3 * known.size() / 4];
    FeaturelessBlocks found;
    double featureless = 0, valid = 0;
    for (int y = 0; y < blocks.height; ++y)
        for (int x = 0; x < blocks.width; ++x) {
            bool isIn = false;
            forEachAbout(x, y, [&](int i, int j) {
                const double mean = means[static_cast<std::size_t>(j * blocks.width + i)];
                isIn |= mean >= 0 && mean < limit;
            });
            found.isFeatureless.push_back(isIn ? 255 : 0);
            if (std::isnan(changeAt(x, y))) continue;
            featureless += isIn ? 1 : 0;
            ++valid;
        }
    found.part = featureless / valid;
    return found;
}

TEST(FeaturelessBlocks, AreThoseOfDiscByDisc) {
    std::mt19937 random(3);
    double most = 0;
    int withoutAny = 0;
    for (const auto& [width, height] : {std::pair{50, 37}, {31, 64}, {40, 40}, {97, 33}, {32, 32}})
        for (const int circle : {5, 7, 11, 15})
            for (int repeat = 0; repeat < 4; ++repeat) {
                const Blocks blocks = wavesAroundADisc(width, height, random);

                const FeaturelessBlocks found = featurelessBlocks(blocks.values, width, height, circle);
                const FeaturelessBlocks expected = discByDisc(blocks, circle);

                EXPECT_EQ(found.isFeatureless, expected.isFeatureless) << width << " x " << height << ", circle " << circle;
                EXPECT_DOUBLE_EQ(found.part, expected.part);
                most = std::max(most, found.part);
                withoutAny += found.part == 0 ? 1 : 0;
            }
    EXPECT_GT(most, 0.1) << "else nothing was told apart";
    EXPECT_GT(withoutAny, 3) << "else the quick way was not taken";
    EXPECT_LT(withoutAny, 77);
}

TEST(FeaturelessBlocks, AreToldInWideCirclesAndInPartsOfAPicture) {
    std::mt19937 random(5);
    for (const double part : {0.2, 0.5, 1.0}) {
        Blocks blocks = wavesAroundADisc(71, 64, random);
        for (std::size_t i = 0; i < blocks.values.size(); ++i)
            if (static_cast<double>(i) < part * static_cast<double>(blocks.values.size()))
                blocks.values[i] = std::numeric_limits<float>::quiet_NaN();
        const FeaturelessBlocks found = featurelessBlocks(blocks.values, blocks.width, blocks.height, 31);
        if (part == 1.0) {
            EXPECT_TRUE(found.isFeatureless.empty()) << "nothing is known";
            continue;
        }
        const FeaturelessBlocks expected = discByDisc(blocks, 31);
        EXPECT_EQ(found.isFeatureless, expected.isFeatureless) << part;
        EXPECT_DOUBLE_EQ(found.part, expected.part);
    }
    EXPECT_EQ(featurelessBlocks(std::vector<float>(40 * 40, 7.0F), 40, 40, 11).part, 0) << "one grey: nothing is flatter";
}

TEST(FeaturelessBlocks, AreNotToldWhereTwoCirclesDoNotFitOrAreTooSmall) {
    std::mt19937 random(3);
    const Blocks blocks = wavesAroundADisc(40, 30, random);

    EXPECT_TRUE(featurelessBlocks(blocks.values, 40, 30, 3).isFeatureless.empty());
    EXPECT_TRUE(featurelessBlocks(blocks.values, 40, 30, 17).isFeatureless.empty());
    EXPECT_FALSE(featurelessBlocks(blocks.values, 40, 30, 15).isFeatureless.empty());
}

}  // namespace
}  // namespace coarsen
