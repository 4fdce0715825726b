// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/convolve/structure_tensor.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

namespace coarsen {
namespace {

constexpr int side = 120, middle = side / 2;

Image wave(double wavelengthPx, double angleDeg, double amplitude) {
    const double k = 2 * std::numbers::pi / wavelengthPx, angle = angleDeg * std::numbers::pi / 180;
    std::vector<float> pixels;
    for (int y = 0; y < side; ++y)
        for (int x = 0; x < side; ++x)
            pixels.push_back(static_cast<float>(100 + amplitude * std::cos(k * (x * std::cos(angle) + y * std::sin(angle)))));
    return {side, side, std::move(pixels)};
}

TEST(StructureTensor, OfAWaveIsItsDirectionAndGradient) {
    Convolvers convolvers;
    const double wavelength = 10, amplitude = 7, sigma = 1.5, k = 2 * std::numbers::pi / wavelength;
    const double expected = amplitude * amplitude * k * k * std::exp(-k * k * sigma * sigma) / 2;  // <sin^2> = 1/2
    for (const double angle : {0.0, 30.0, 90.0, 140.0}) {
        const StructureTensor tensor = structureTensor(wave(wavelength, angle, amplitude), {}, sigma, 8, convolvers);

        const double c = tensor.cosine.at(middle, middle), s = tensor.sine.at(middle, middle),
                     e = tensor.energy.at(middle, middle), doubled = 2 * angle * std::numbers::pi / 180;
        EXPECT_NEAR(e, expected, 5e-3 * expected) << angle;
        EXPECT_NEAR(c / e, std::cos(doubled), 2e-3) << angle;
        EXPECT_NEAR(s / e, std::sin(doubled), 2e-3) << angle;
    }
}

TEST(StructureTensor, OfARampIsItsSlope) {
    std::vector<float> pixels;
    for (int y = 0; y < side; ++y)
        for (int x = 0; x < side; ++x)
            pixels.push_back(static_cast<float>(0.5 * x - 0.25 * y));
    Convolvers convolvers;

    const StructureTensor tensor = structureTensor(Image(side, side, std::move(pixels)), {}, 1, 3, convolvers);

    EXPECT_NEAR(tensor.energy.at(middle, middle), 0.3125, 1e-5);
    EXPECT_NEAR(tensor.cosine.at(middle, middle), 0.1875, 1e-5);
    EXPECT_NEAR(tensor.sine.at(middle, middle), -0.25, 1e-5);
}

TEST(StructureTensor, OfWavesFromAllSidesHasNoDirection) {
    std::vector<float> sum(side * side, 0.0F);
    for (const double angle : {0.0, 45.0, 90.0, 135.0}) {
        const Image one = wave(10, angle, 7);
        for (std::size_t i = 0; i < sum.size(); ++i)
            sum[i] += one.plane<float>()[i];
    }
    Convolvers convolvers;

    const StructureTensor tensor = structureTensor(Image(side, side, std::move(sum)), {}, 1.5, 12, convolvers);

    const double coherence = std::hypot(tensor.cosine.at(middle, middle), tensor.sine.at(middle, middle)) /
                             static_cast<double>(tensor.energy.at(middle, middle));
    EXPECT_LT(coherence, 0.01);
}

TEST(StructureTensor, PassesOverAMaskedSpeck) {
    const Image clean = wave(10, 30, 7);
    std::vector<float> pixels(clean.plane<float>().begin(), clean.plane<float>().end());
    std::vector<std::uint8_t> valid(pixels.size(), 1);
    for (int y = middle; y < middle + 3; ++y)
        for (int x = middle; x < middle + 3; ++x) {
            pixels[static_cast<std::size_t>(y * side + x)] = 10000;
            valid[static_cast<std::size_t>(y * side + x)] = 0;
        }
    Convolvers convolvers;

    const StructureTensor tensor =
        structureTensor(Image(side, side, std::move(pixels)), Mask(side, side, std::move(valid)), 1.5, 8, convolvers);

    const double e = tensor.energy.at(middle + 20, middle);
    EXPECT_NEAR(tensor.cosine.at(middle + 20, middle) / e, 0.5, 0.02);
    EXPECT_NEAR(tensor.cosine.at(middle + 1, middle + 1) / tensor.energy.at(middle + 1, middle + 1), 0.5, 0.1);
}

}  // namespace
}  // namespace coarsen
