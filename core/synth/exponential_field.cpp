// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fourier/fftw.hpp"
#include "core/synth/camera_faults.hpp"
#include "core/synth/fourier_plane.hpp"
#include "core/synth/random_numbers.hpp"
#include "core/synth/synthetic_series.hpp"

#include <algorithm>
#include <cmath>
#include <complex>

namespace coarsen {

namespace {

constexpr std::uint64_t exponentialStream = std::uint64_t{3} << 40;
constexpr double apart = 12;  // correlation lengths between the picture and its periodic images: e^-12

int wideSide(int side, double xiPx) {
    return smoothSizeFrom(side + std::ceil(apart * xiPx));
}

/// White noise on a larger plane times the root of the transformed covariance: pixels correlate as exp(-R / xi) to the last digit
/// (circulant embedding), which cutting the spectrum at the pixels' frequency would not give.
std::vector<double> fieldOn(const FourierPlane& plane, double xiPx, RandomNumbers random, double dx, double dy) {
    const int width = plane.width(), height = plane.height();
    std::vector<double> covariance, noise;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            covariance.push_back(std::exp(-std::hypot(std::min(x, width - x), std::min(y, height - y)) / xiPx));
            noise.push_back(random.normal());
        }
    std::vector<std::complex<double>> power, spectrum;
    plane.forward(covariance, power);
    plane.forward(noise, spectrum);
    std::size_t i = 0;
    for (int row = 0; row < height; ++row)
        for (int column = 0; column < plane.spectrumWidth(); ++column, ++i)
            spectrum[i] *=
                std::sqrt(std::max(0.0, power[i].real())) * std::polar(1.0, -(plane.qx(column) * dx + plane.qy(row) * dy));
    plane.backward(spectrum, noise);
    return noise;
}

std::vector<double> cutFrom(const FourierPlane& plane, const std::vector<double>& field, const SynthSettings& settings) {
    std::vector<double> pattern;
    pattern.reserve(static_cast<std::size_t>(settings.width) * static_cast<std::size_t>(settings.height));
    for (int y = 0; y < settings.height; ++y) {
        const auto row = field.begin() + static_cast<std::ptrdiff_t>(y) * plane.width();
        pattern.insert(pattern.end(), row, row + settings.width);
    }
    return pattern;
}

std::vector<double> patternOf(const ExponentialSettings& settings, int index, double dx, double dy) {
    const FourierPlane plane(wideSide(settings.width, settings.xiPx), wideSide(settings.height, settings.xiPx));
    const RandomNumbers random(settings.seed, exponentialStream + static_cast<std::uint64_t>(index));
    return cutFrom(plane, fieldOn(plane, settings.xiPx, random, dx, dy), settings);
}

}  // namespace

std::vector<double> exponentialField(const ExponentialSettings& settings, int index) {
    return patternOf(settings, index, 0, 0);
}

SyntheticFrame exponentialFrame(const ExponentialSettings& settings, int index) {
    const auto [dx, dy] = driftOf(settings, index);
    SyntheticFrame frame;
    frame.image = photographed(patternOf(settings, index, dx, dy), settings, index);
    frame.timeS = settings.t0S + settings.intervalS * index;
    frame.xiPx = settings.xiPx;
    frame.driftXPx = dx;
    frame.driftYPx = dy;
    return frame;
}

}  // namespace coarsen
