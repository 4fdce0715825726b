// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/displace/refinement.hpp"

#include "core/synth/fourier_plane.hpp"
#include "core/synth/random_numbers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

namespace coarsen {
namespace {

constexpr int cutPx = 24;  // from each side of the periodic plane: content moves in and out

/// White noise through exp(-q^2 s^2 / 2), or a ring of this wavelength: mean 0, standard deviation 1, periodic.
struct Texture {
    double smoothPx = 1, ringPx = 0;
};

/// The texture moved by (dx, dy), exactly, by its Fourier coefficients, then cut and with fresh noise.
PreparedPicture moved(const Texture& texture, int size, std::uint64_t seed, double dx, double dy, double noise) {
    const int whole = size + 2 * cutPx;
    const FourierPlane plane(whole, whole);
    RandomNumbers random(seed, 1);
    std::vector<double> field(static_cast<std::size_t>(whole) * static_cast<std::size_t>(whole));
    for (double& value : field)
        value = random.normal();
    std::vector<std::complex<double>> spectrum;
    plane.forward(field, spectrum);
    for (int row = 0; row < whole; ++row)
        for (int column = 0; column < plane.spectrumWidth(); ++column) {
            const double qx = plane.qx(column), qy = plane.qy(row), q = std::hypot(qx, qy);
            const double ring = 2 * std::numbers::pi / std::max(1.0, texture.ringPx);
            const double filter = texture.ringPx > 0 ? std::exp(-(q - ring) * (q - ring) / (2 * 0.0625 * ring * ring))
                                                     : std::exp(-q * q * texture.smoothPx * texture.smoothPx / 2);
            const bool isNyquist = 2 * column == whole || 2 * row == whole;  // has no phase to move
            spectrum[static_cast<std::size_t>(row * plane.spectrumWidth() + column)] *=
                isNyquist ? 0 : filter * std::polar(1.0, -(qx * dx + qy * dy));
        }
    plane.backward(spectrum, field);
    double square = 0;
    for (const double value : field)
        square += value * value / static_cast<double>(field.size());
    RandomNumbers camera(seed, dx == 0 && dy == 0 ? 2 : 3);
    std::vector<float> pixels;
    for (int y = 0; y < size; ++y)
        for (int x = 0; x < size; ++x)
            pixels.push_back(static_cast<float>(
                field[static_cast<std::size_t>((y + cutPx) * whole + x + cutPx)] / std::sqrt(square) + noise * camera.normal()));
    return preparedPicture({Image(size, size, std::move(pixels)), Mask()});
}

struct Case {
    const char* name;
    Texture texture;
    double worstPx;  ///< root mean square without noise
};

/// What is found less what was done, with its standard error.
struct Trial {
    double dx, dy;
    ShiftError error;
};

class OfTextures : public testing::TestWithParam<Case> {
protected:
    /// A shift of up to 5 px, looked for from the nearest whole pixel on.
    Trial trial(std::uint64_t seed, double noise) const {
        RandomNumbers random(seed, 9);
        const double dx = random.uniform(-5, 5), dy = random.uniform(-5, 5);
        const PreparedPicture here = moved(GetParam().texture, 128, seed, 0, 0, noise);
        const PreparedPicture there = moved(GetParam().texture, 128, seed, dx, dy, noise);
        const FoundShift found = Refinement(here, there, {}).from({std::round(dx), std::round(dy)});
        EXPECT_TRUE(found.shift.isFound());
        return {found.shift.x - dx, found.shift.y - dy, found.error()};
    }
};

TEST_P(OfTextures, ShiftIsRightWithoutNoise) {
    constexpr int trials = 12;
    double squares = 0;
    for (std::uint64_t seed = 1; seed <= trials; ++seed) {
        const Trial one = trial(seed, 0);
        squares += one.dx * one.dx + one.dy * one.dy;
    }
    EXPECT_LT(std::sqrt(squares / (2 * trials)), GetParam().worstPx);
}

TEST_P(OfTextures, ErrorCoversWithNoise) {
    constexpr int trials = 60;
    int within = 0;
    for (std::uint64_t seed = 101; seed < 101 + trials; ++seed) {
        const Trial one = trial(seed, 0.5);
        within += (std::abs(one.dx) < one.error.xPx) + (std::abs(one.dy) < one.error.yPx);
    }
    EXPECT_GT(within, 0.55 * 2 * trials);
    EXPECT_LT(within, 0.82 * 2 * trials);
}

INSTANTIATE_TEST_SUITE_P(Refinement, OfTextures,
                         testing::Values(Case{"Points", {0.5}, 0.006}, Case{"Fine", {0.7}, 0.005}, Case{"Smooth", {1.0}, 0.003},
                                         Case{"Smoother", {2.0}, 0.001}, Case{"Smoothest", {4.0}, 0.0005},
                                         Case{"NarrowRing", {0, 6}, 0.004}, Case{"Ring", {0, 12}, 0.0005},
                                         Case{"WideRing", {0, 20}, 0.0005}),
                         [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace coarsen
