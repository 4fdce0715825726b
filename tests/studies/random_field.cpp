// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/studies/random_field.hpp"

#include "core/fourier/fftw.hpp"
#include "core/synth/fourier_plane.hpp"
#include "core/synth/random_numbers.hpp"

#include <gsl/gsl_sf_bessel.h>

#include <cmath>
#include <complex>
#include <cstdio>
#include <numbers>

namespace coarsen {

RingSpectrum gaussianRing(double relativeWidth) {
    char name[32];
    std::snprintf(name, sizeof name, "gauss %.2f", relativeWidth);
    return {name, [=](double x) { return std::exp(-0.5 * std::pow((x - 1) / relativeWidth, 2)); }};
}

RingSpectrum furukawa(double g) {
    char name[32];
    std::snprintf(name, sizeof name, "Furukawa %.0f", g);
    return {name, [=](double x) { return x * x / (g / 2 + std::pow(x, 2 + g)); }};
}

RingCorrelation::RingCorrelation(const RingSpectrum& spectrum) {
    constexpr int count = 6000;
    constexpr double end = 12;  // Furukawa's tail beyond holds less than 1e-4 of the variance
    double total = 0;
    for (int i = 0; i < count; ++i) {
        const double x = end * (i + 0.5) / count;
        x_.push_back(x);
        weight_.push_back(x * spectrum.s(x));
        total += weight_.back();
    }
    for (double& weight : weight_)
        weight /= total;
    double best = -1;
    for (double z = 5; z < 9; z += 0.002)
        if (const double value = (*this)(z); value > best) best = value, zMax_ = z;
}

double RingCorrelation::operator()(double z) const {
    double sum = 0;
    for (std::size_t i = 0; i < x_.size(); ++i)
        if (weight_[i] > 1e-12) sum += weight_[i] * gsl_sf_bessel_J0(x_[i] * z);
    return sum;
}

std::vector<float> randomField(const RingSpectrum& spectrum, double zMax, int width, int height, double rMaxPx,
                               std::uint64_t seed) {
    const auto side = [&](int length) { return smoothSize(length + static_cast<int>(std::ceil(4 * rMaxPx))); };
    const FourierPlane plane(side(width), side(height));
    RandomNumbers random(seed, 1);
    std::vector<double> box(static_cast<std::size_t>(plane.width()) * static_cast<std::size_t>(plane.height()));
    for (double& value : box)
        value = random.normal();
    std::vector<std::complex<double>> modes;
    plane.forward(box, modes);
    const double q0 = zMax / rMaxPx;
    double power = 0;
    std::size_t i = 0;
    for (int row = 0; row < plane.height(); ++row) {
        for (int column = 0; column < plane.spectrumWidth(); ++column, ++i) {
            const double s = spectrum.s(std::hypot(plane.qx(column), plane.qy(row)) / q0);
            power += (column > 0 && 2 * column < plane.width() ? 2 : 1) * s;
            modes[i] *= std::sqrt(s);
        }
    }
    plane.backward(modes, box);
    const double scale = std::sqrt(static_cast<double>(box.size()) / power);
    std::vector<float> field;
    field.reserve(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            field.push_back(static_cast<float>(
                scale *
                box[static_cast<std::size_t>(y) * static_cast<std::size_t>(plane.width()) + static_cast<std::size_t>(x)]));
    return field;
}

std::vector<float> thinRingField(int width, int height, double wavelengthPx, int waves, std::uint64_t seed) {
    RandomNumbers random(seed, 2);
    std::vector<double> field(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    const double q = 2 * std::numbers::pi / wavelengthPx, amplitude = std::sqrt(2.0 / waves);
    const double turn = random.uniform(0, std::numbers::pi);
    for (int wave = 0; wave < waves; ++wave) {
        const double angle = turn + std::numbers::pi * (wave + random.uniform()) / waves;
        const double phase = random.uniform(0, 2 * std::numbers::pi);
        const std::complex<double> along = std::polar(1.0, q * std::cos(angle));
        for (int y = 0; y < height; ++y) {
            std::complex<double> value = std::polar(amplitude, phase + q * std::sin(angle) * y);
            double* row = field.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(width);
            for (int x = 0; x < width; ++x, value *= along)
                row[x] += value.real();
        }
    }
    return {field.begin(), field.end()};
}

Image pictureOf(const std::vector<float>& field, int width, int height, double level, double contrast) {
    std::vector<float> pixels(field.size());
    for (std::size_t i = 0; i < field.size(); ++i)
        pixels[i] = static_cast<float>(level * (1 + contrast * static_cast<double>(field[i])));
    return {width, height, std::move(pixels)};
}

}  // namespace coarsen
