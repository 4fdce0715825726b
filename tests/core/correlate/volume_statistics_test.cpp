// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/correlate/volume/volume_statistics.hpp"

#include "core/analysis/pattern_sketch.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace coarsen {
namespace {

/// Sides that no lane of sums divides; a quarter masked.
Volume maskedVolume(const VolumeSize& size, float offset) {
    std::mt19937 random(7);
    std::vector<float> values(size.voxels());
    std::vector<std::uint8_t> valid(size.voxels());
    for (std::size_t i = 0; i < values.size(); ++i) {
        valid[i] = random() % 4 > 0;
        values[i] = valid[i] ? offset + static_cast<float>(random() % 100) : 1e9F;
    }
    return {size, {}, std::move(values), std::move(valid)};
}

TEST(VolumeStatistics, AreThePlainSumsOverValidVoxels) {
    const Volume volume = maskedVolume({13, 7, 5}, 60000);
    long double count = 0, sum = 0, squares = 0;
    for (std::size_t i = 0; i < volume.values().size(); ++i)
        if (volume.valid()[i]) ++count, sum += volume.values()[i];
    for (std::size_t i = 0; i < volume.values().size(); ++i)
        if (volume.valid()[i]) squares += std::pow(volume.values()[i] - sum / count, 2.0L);
    const VolumeStatistics statistics = statisticsOf(volume);
    EXPECT_EQ(statistics.validVoxels, static_cast<double>(count));
    EXPECT_EQ(statistics.mean, static_cast<double>(sum / count)) << "whole numbers are added up exactly";
    EXPECT_NEAR(statistics.energyAboutMean / static_cast<double>(squares), 1, 1e-14);
    EXPECT_NEAR(statistics.energy / static_cast<double>(squares + sum * sum / count), 1, 1e-14);
    EXPECT_GE(statistics.lowest, 60000);
    EXPECT_LE(statistics.highest, 60099);
    EXPECT_TRUE(statistics.areWholeNumbers);
}

TEST(VolumeStatistics, HaveTheSameBitsWithAnyNumberOfThreads) {
    const Volume volume = maskedVolume({33, 31, 29}, 0.1F);
    const VolumeStatistics one = statisticsOf(volume, 1), three = statisticsOf(volume, 3);
    EXPECT_EQ(one.mean, three.mean);
    EXPECT_EQ(one.energyAboutMean, three.energyAboutMean);
    EXPECT_EQ(one.energy, three.energy);
    const Volume whole = volume.withMask({});
    EXPECT_EQ(patternSketch(whole, 1).values, patternSketch(whole, 3).values);
}

TEST(VolumeStatistics, KnowWholeNumbersOfAnySize) {
    const auto areWhole = [](float value) { return statisticsOf(Volume({3, 3, 3}, {}, std::vector(27, value))).areWholeNumbers; };
    for (const float whole : {0.0F, -3.0F, 65535.0F, 8388607.0F, 8388609.0F, 3e9F, -1e30F})
        EXPECT_TRUE(areWhole(whole)) << whole;
    for (const float fraction : {0.5F, -0.25F, 4194304.5F, 1e-30F})
        EXPECT_FALSE(areWhole(fraction)) << fraction;
}

}  // namespace
}  // namespace coarsen
