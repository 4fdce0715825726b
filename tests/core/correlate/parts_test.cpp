// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/correlate/fft_loops.hpp"
#include "core/correlate/plane_statistics.hpp"
#include "core/correlate/run_pairs.hpp"
#include "core/correlate/window_sums.hpp"
#include "core/fourier/fftw.hpp"
#include "tests/support/random_images.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

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

TEST(PairsFromRuns, AreThoseCountedOneByOne) {
    struct Case {
        int width, height, maxLag, everyHowMany;
    };
    for (const auto& [width, height, maxLag, every] :
         {Case{40, 30, 7, 97}, Case{40, 30, 29, 40}, Case{31, 50, 30, 61}, Case{9, 11, 8, 12}, Case{1, 1, 0, 1}}) {
        const Image image = randomImage(width, height, PixelType::u16);
        const auto pixels = image.plane<std::uint16_t>();
        std::vector<std::uint8_t> valid(pixels.size());
        for (std::size_t i = 0; i < valid.size(); ++i)  // runs of one to three, some at the borders
            valid[i] = pixels[i] % every != 0 && pixels[i - i % 3] % every != 1;
        const auto pairs = pairsFromRuns(width, height, maxLag, valid);
        ASSERT_TRUE(pairs.has_value());
        const auto isValid = [&](int x, int y) {
            return x >= 0 && x < width && y >= 0 && y < height && valid[static_cast<std::size_t>(y * width + x)] != 0;
        };
        for (int Y0 = 0; Y0 <= maxLag; ++Y0)
            for (int X0 = -maxLag; X0 <= maxLag; ++X0) {
                int expected = 0;
                for (int y = 0; y < height; ++y)
                    for (int x = 0; x < width; ++x)
                        expected += isValid(x, y) && isValid(x - X0, y - Y0);
                ASSERT_EQ(pairs->at(X0, Y0), expected) << width << " x " << height << " px at " << X0 << ", " << Y0;
            }
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
