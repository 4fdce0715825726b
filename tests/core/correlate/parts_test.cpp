// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/correlate/fft_loops.hpp"
#include "core/correlate/plane_statistics.hpp"
#include "core/correlate/run_pairs.hpp"
#include "core/correlate/window_sums.hpp"
#include "core/fourier/fftw.hpp"
#include "tests/support/random_images.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <string>
#include <vector>

namespace coarsen {
namespace {

TEST(WindowSums, EqualTheSumOverTheOverlapAtEveryLag) {
    struct Size {
        int width, height, maxLag;
    };
    for (const auto& [width, height, maxLag] : {Size{30, 20, 4}, Size{9, 11, 8}, Size{7, 7, 6}, Size{1, 1, 0}, Size{17, 8, 7}}) {
        const Image image = randomImage(width, height, PixelType::u16);
        const auto pixels = image.plane<std::uint16_t>();
        const WindowSums<std::uint16_t> sums(width, height, maxLag, pixels);
        for (int Y0 = -maxLag; Y0 <= maxLag; ++Y0)
            for (int X0 = -maxLag; X0 <= maxLag; ++X0) {
                std::int64_t expected = 0, pairs = 0;
                for (int y = 0; y < height; ++y)
                    for (int x = 0; x < width; ++x)
                        if (x - X0 >= 0 && x - X0 < width && y - Y0 >= 0 && y - Y0 < height) {
                            expected += pixels[static_cast<std::size_t>(y * width + x)];
                            ++pairs;
                        }
                ASSERT_EQ(sums.overlap(X0, Y0), expected) << X0 << ", " << Y0;
                ASSERT_EQ(rectangleOverlap(width, height, X0, Y0), pairs);
            }
    }
}

/// Masks by name: 1 where valid.
std::vector<std::uint8_t> maskOf(const std::string& kind, int width, int height) {
    std::mt19937 random(3);
    struct Disc {
        int x, y, radius;
    };
    std::vector<Disc> discs;
    for (int i = 0; i < 6; ++i)
        discs.push_back({int(random() % unsigned(width)), int(random() % unsigned(height)), int(random() % 5)});
    std::vector<std::uint8_t> valid;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const bool isInDisc =
                std::ranges::any_of(discs, [&](const Disc& disc) { return std::hypot(x - disc.x, y - disc.y) <= disc.radius; });
            const bool isAtBorder = x == 0 || y == 0 || x == width - 1 || y == height - 1;
            const bool isMasked = kind == "all"          ? true
                                  : kind == "pixels"     ? random() % 101 == 0
                                  : kind == "discs"      ? isInDisc
                                  : kind == "left half"  ? x < width / 2
                                  : kind == "lower half" ? y >= height / 2
                                  : kind == "rows"       ? y % 7 == 3
                                  : kind == "columns"    ? x == width / 3
                                  : kind == "border"     ? isAtBorder
                                  : kind == "but one"    ? x != width / 2 || y != height / 2
                                                         : false;
            valid.push_back(isMasked ? 0 : 1);
        }
    return valid;
}

TEST(PairsFromRuns, AreThoseCountedOneByOne) {
    struct Size {
        int width, height, maxLag;
    };
    for (const auto& [width, height, maxLag] :
         {Size{97, 41, 40}, Size{97, 41, 7}, Size{40, 97, 9}, Size{33, 15, 14}, Size{1, 1, 0}})
        for (const std::string kind :
             {"none", "all", "pixels", "discs", "left half", "lower half", "rows", "columns", "border", "but one"}) {
            const std::vector<std::uint8_t> valid = maskOf(kind, width, height);
            const auto pairs = pairsFromRuns(width, height, maxLag, valid);
            ASSERT_TRUE(pairs.has_value()) << kind << " of " << width << " x " << height;
            auto next = pairs->begin();
            for (int Y0 = 0; Y0 <= maxLag; ++Y0)
                for (int X0 = -maxLag; X0 <= maxLag; ++X0) {
                    int expected = 0;
                    for (int y = Y0; y < height; ++y)
                        for (int x = std::max(0, X0); x < std::min(width, width + X0); ++x)
                            expected += valid[std::size_t(y * width + x)] * valid[std::size_t((y - Y0) * width + x - X0)];
                    ASSERT_EQ(*next++, expected) << kind << " of " << width << " x " << height << " px at " << X0 << ", " << Y0;
                }
            EXPECT_EQ(next, pairs->end());
        }
}

TEST(PairsFromRuns, AreLeftToATransformWhereRunsAreMany) {
    std::vector<std::uint8_t> valid(64 * 64);
    for (std::size_t i = 0; i < valid.size(); ++i)
        valid[i] = i % 2;
    EXPECT_FALSE(pairsFromRuns(64, 64, 20, valid).has_value());
}

TEST(PlaneStatistics, OfThreeValidPixelsByHand) {
    const Image whole(2, 2, std::vector<std::uint8_t>{1, 2, 200, 6});
    const Mask mask(2, 2, {1, 1, 0, 1});
    for (const Image& image : {whole, whole.asFloat()}) {
        const PlaneStatistics statistics = planeStatistics(image, mask);

        EXPECT_EQ(statistics.validPixels, 3);
        EXPECT_EQ(statistics.means, std::vector<double>{3});
        EXPECT_EQ(planeMeans(image, mask), std::vector<double>{3});
        EXPECT_DOUBLE_EQ(statistics.energyAboutMeans, 4 + 1 + 9);
        EXPECT_DOUBLE_EQ(statistics.energy, 1 + 4 + 36);
    }
}

TEST(PaddedSize, HoldsAllLagsWithoutWrapping) {
    for (const int width : {1, 2, 37, 640, 1500})
        for (const int height : {1, 41, 750})
            for (const int maxLag : {0, std::min(width, height) / 3, std::min(width, height) - 1}) {
                const PaddedSize size = paddedSize(width, height, maxLag);
                EXPECT_GE(size.width, width + maxLag);
                EXPECT_GE(size.height, height + maxLag);
                EXPECT_LE(size.width, 1.2 * (width + maxLag) + 8);
                EXPECT_LE(size.height, 1.2 * (height + maxLag) + 8);
            }
}

class PairOfRows : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(EvenAndOdd, PairOfRows, testing::Values(1, 2, 3, 64, 65, 128, 150, 199));

TEST_P(PairOfRows, SeparatesIntoTheRowsOwnSpectraAndJoinsAgain) {
    const int size = GetParam(), half = size / 2 + 1;
    const Image image = randomImage(size, 2, PixelType::f32);
    const float* const a = image.plane<float>().data();
    const float* const b = a + size;
    const auto pair = alignedComplex(static_cast<std::size_t>(size)), spectrum = alignedComplex(static_cast<std::size_t>(size)),
               twiceA = alignedComplex(static_cast<std::size_t>(half)), twiceB = alignedComplex(static_cast<std::size_t>(half));
    const Transform forward(size, FFTW_FORWARD), back(size, FFTW_BACKWARD);

    pairUp(a, b, static_cast<std::size_t>(size), pair.get());
    forward(pair.get(), spectrum.get());
    separate(spectrum.get(), size, half, twiceA.get(), twiceB.get());

    for (int k = 0; k < half; ++k) {
        std::complex<double> expectedA, expectedB;
        for (int x = 0; x < size; ++x) {
            const auto wave = std::polar(1.0, -2 * std::numbers::pi * k * x / size);
            expectedA += static_cast<double>(a[x]) * wave;
            expectedB += static_cast<double>(b[x]) * wave;
        }
        ASSERT_NEAR(std::abs(std::complex<double>(twiceA[static_cast<std::size_t>(k)]) - 2.0 * expectedA), 0, 2e-5 * size);
        ASSERT_NEAR(std::abs(std::complex<double>(twiceB[static_cast<std::size_t>(k)]) - 2.0 * expectedB), 0, 2e-5 * size);
    }

    join(twiceA.get(), twiceB.get(), size, spectrum.get());
    back(spectrum.get(), pair.get());

    for (int x = 0; x < size; ++x) {
        ASSERT_NEAR(pair[static_cast<std::size_t>(x)].real() / static_cast<float>(2 * size), a[x], 1e-5);
        ASSERT_NEAR(pair[static_cast<std::size_t>(x)].imag() / static_cast<float>(2 * size), b[x], 1e-5);
    }
}

}  // namespace
}  // namespace coarsen
