// SPDX-License-Identifier: GPL-3.0-or-later
// Sizes of transforms: whatever is asked for, the answer comes.
#include "core/base/error.hpp"
#include "core/convolve/fft_tiling.hpp"
#include "core/displace/match_rules.hpp"
#include "core/fourier/fftw.hpp"
#include "core/measure/spherical_mean.hpp"
#include "core/measure/volume_measurer.hpp"
#include "core/synth/synthetic_series.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <new>
#include <stdexcept>

namespace coarsen {
namespace {

constexpr int largest = std::numeric_limits<int>::max(), smallest = std::numeric_limits<int>::min();

bool isSmooth(int size) {
    for (const int prime : {2, 3, 5, 7})
        while (size > 0 && size % prime == 0)
            size /= prime;
    return size == 1;
}

TEST(SizesOfTransforms, AreTheLeastSmoothOnes) {
    for (int atLeast = 1; atLeast <= 3000; ++atLeast) {
        int size = atLeast;
        while (!isSmooth(size))
            ++size;
        ASSERT_EQ(smoothSize(atLeast), size);
        ASSERT_EQ(smoothSizeFrom(atLeast - 0.5), size);
        while (size % 2 != 0 || !isSmooth(size))
            ++size;
        ASSERT_EQ(evenSmoothSize(atLeast), size);
        const int padded = paddedLength(atLeast);
        ASSERT_TRUE(isSmooth(padded) && padded >= atLeast && padded <= smoothSize(atLeast) + atLeast / 5 + 1);
    }
}

TEST(SizesOfTransforms, BelowOneThereIsNone) {
    for (const int none : {0, -1, -2, -44, smallest + 1, smallest}) {
        EXPECT_THROW(smoothSize(none), std::invalid_argument) << none;
        EXPECT_THROW(smoothSizeFrom(none), std::invalid_argument) << none;
        EXPECT_THROW(evenSmoothSize(none), std::invalid_argument) << none;
        EXPECT_THROW(paddedLength(none), std::invalid_argument) << none;
        EXPECT_THROW(paddedSize(none, 100, 0), std::invalid_argument) << none;
        EXPECT_THROW(paddedSize(100, none, 0), std::invalid_argument) << none;
    }
    EXPECT_THROW(smoothSizeFrom(std::nan("")), std::invalid_argument);
    EXPECT_THROW(smoothSizeFrom(-std::numeric_limits<double>::infinity()), std::invalid_argument);
    EXPECT_THROW(paddedSize(10, 10, -20), std::invalid_argument);
}

TEST(SizesOfTransforms, BeyondAllIntegersTheyNeedTooMuchMemory) {
    EXPECT_TRUE(isSmooth(smoothSize(2'000'000'000)));
    EXPECT_TRUE(isSmooth(paddedLength(1'900'000'000)));
    EXPECT_THROW(smoothSize(largest), std::bad_alloc);
    EXPECT_THROW(evenSmoothSize(largest), std::bad_alloc);
    EXPECT_THROW(paddedLength(largest), std::bad_alloc);
    EXPECT_THROW(smoothSizeFrom(1e10), std::bad_alloc);
    EXPECT_THROW(smoothSizeFrom(std::numeric_limits<double>::infinity()), std::bad_alloc);
    EXPECT_THROW(paddedSize(largest, 100, 1), std::bad_alloc);
    EXPECT_THROW(paddedSize(100, largest - 10, 20), std::bad_alloc);
    ConvolutionShape wide;
    wide.width = largest - 100, wide.height = 1, wide.filterWidth = 3, wide.filterHeight = 1;
    EXPECT_THROW(fftTiling(wide), std::bad_alloc);
}

TEST(SizesOfSamples, EndWithPicturesOfOneColumn) {
    EXPECT_EQ(MatchRules::sampleEvery(0, 0), 1);
    EXPECT_GE(MatchRules::sampleEvery(1 << 20, 1), 1);
    EXPECT_GE(MatchRules::sampleEvery(1 << 20, 2), 1);
}

TEST(MemoryOfAVolume, IsNoneWhereItHasNoVoxels) {
    for (const VolumeSize& size : {VolumeSize{}, VolumeSize{0, 44, 40}, VolumeSize{48, 0, 40}, VolumeSize{48, 44, 0}})
        EXPECT_EQ(bytesToMeasure(size, MeasureSettings(), Spacing()), 0u);
}

TEST(AMixture, IsRefusedWhereTimeStandsStill) {
    for (const double dt : {0.0, -0.1, std::nan("")}) {
        CahnHilliardSettings settings;
        settings.width = settings.height = 32;
        settings.times = {1};
        settings.dt = dt;
        EXPECT_THROW(cahnHilliardFrames(settings, [](int, const SyntheticFrame&) {}), SettingError);
    }
}

TEST(AMixture, ThatIsUniformHasNoLength) {
    CahnHilliardSettings settings;
    settings.width = settings.height = 32;
    settings.times = {1};
    settings.meanComposition = std::nan("");
    double length = 0;
    cahnHilliardFrames(settings, [&](int, const SyntheticFrame& frame) { length = frame.rMaxPx; });
    EXPECT_TRUE(std::isnan(length));
}

}  // namespace
}  // namespace coarsen
