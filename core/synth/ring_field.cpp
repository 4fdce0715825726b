// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fourier/fftw.hpp"
#include "core/synth/camera_faults.hpp"
#include "core/synth/fourier_plane.hpp"
#include "core/synth/random_numbers.hpp"
#include "core/synth/synthetic_series.hpp"
#include "core/synth/truth_law.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>

namespace coarsen {

namespace {

constexpr std::uint64_t patternStream = std::uint64_t{1} << 40;

TruthPoint truthOf(const RingSettings& settings, int index) {
    return truthPoint(settings.rMaxFromPx, settings.rMaxToPx, settings.law, settings.exponent, settings, index);
}

std::vector<double> whiteNoise(const FourierPlane& plane, RandomNumbers random) {
    std::vector<double> field(static_cast<std::size_t>(plane.width()) * static_cast<std::size_t>(plane.height()));
    for (double& value : field)
        value = random.normal();
    return field;
}

/// Noise of which each frame keeps a part from the one before, so that frames k apart correlate as kept^k.
std::vector<double> fadingNoise(const FourierPlane& plane, const RingSettings& settings, int index) {
    std::vector<double> field = whiteNoise(plane, RandomNumbers(settings.seed, patternStream));
    if (settings.kept == 1) return field;
    const double fresh = std::sqrt(1 - settings.kept * settings.kept);
    for (int frame = 1; frame <= index; ++frame) {
        RandomNumbers random(settings.seed, patternStream + static_cast<std::uint64_t>(frame));
        for (double& value : field)
            value = settings.kept * value + fresh * random.normal();
    }
    return field;
}

/// A periodic Gaussian random field of mean 0 and variance 1 (over realisations) with a Gaussian ring in S(q), made of white
/// noise and moved by (dx, dy) px.
std::vector<double> ringField(const FourierPlane& plane, std::vector<double> field, double rMaxPx, double relativeWidth,
                              double dx, double dy) {
    std::vector<std::complex<double>> spectrum;
    plane.forward(field, spectrum);

    const double q0 = ringRMaxPx(1, relativeWidth) / rMaxPx, sigma = relativeWidth * q0;
    double power = 0;  // mean of S(q) over the full plane: the field's variance
    for (int row = 0; row < plane.height(); ++row) {
        for (int column = 0; column < plane.spectrumWidth(); ++column) {
            const double qx = plane.qx(column), qy = plane.qy(row), off = std::hypot(qx, qy) - q0;
            const double structureFactor = std::exp(-0.5 * off * off / (sigma * sigma));
            const bool hasTwin = column > 0 && 2 * column < plane.width();
            power += (hasTwin ? 2 : 1) * structureFactor;
            auto& value = spectrum[static_cast<std::size_t>(row) * static_cast<std::size_t>(plane.spectrumWidth()) +
                                   static_cast<std::size_t>(column)];
            value *= std::sqrt(structureFactor) * std::polar(1.0, -(qx * dx + qy * dy));
        }
    }
    plane.backward(spectrum, field);
    const double scale = std::sqrt(static_cast<double>(field.size()) / power);
    for (double& value : field)
        value *= scale;
    return field;
}

/// Catmull-Rom interpolation of a periodic field.
double interpolated(const std::vector<double>& field, int width, int height, double x, double y) {
    const auto weights = [](double t) {
        return std::array<double, 4>{-0.5 * t * (1 - t) * (1 - t), 1 + t * t * (1.5 * t - 2.5), t * (0.5 + t * (2 - 1.5 * t)),
                                     0.5 * t * t * (t - 1)};
    };
    const double left = std::floor(x), top = std::floor(y);
    const auto across = weights(x - left), down = weights(y - top);
    double sum = 0;
    for (int j = 0; j < 4; ++j) {
        const int row = ((static_cast<int>(top) - 1 + j) % height + height) % height;
        double line = 0;
        for (int i = 0; i < 4; ++i) {
            const int column = ((static_cast<int>(left) - 1 + i) % width + width) % width;
            line += across[static_cast<std::size_t>(i)] *
                    field[static_cast<std::size_t>(row) * static_cast<std::size_t>(width) + static_cast<std::size_t>(column)];
        }
        sum += down[static_cast<std::size_t>(j)] * line;
    }
    return sum;
}

/// The box is larger than the picture by several R_max on each axis, so that opposite edges do not know each other.
int boxSide(int side, double rMaxPx) {
    return smoothSizeFrom(side + std::ceil(4 * rMaxPx));
}

}  // namespace

double ringTimeS(const RingSettings& settings, int index) {
    return settings.t0S + truthOf(settings, index).sinceQuenchS;
}

SyntheticFrame ringFrame(const RingSettings& settings, int index) {
    const TruthPoint truth = truthOf(settings, index);
    const auto [dx, dy] = driftOf(settings, index);
    std::vector<double> pattern;
    pattern.reserve(static_cast<std::size_t>(settings.width) * static_cast<std::size_t>(settings.height));

    if (settings.zoom) {
        // One field, drawn at the smallest R_max (so it is only ever enlarged) and magnified about the picture's centre.
        const double smallest = std::min(settings.rMaxFromPx, settings.rMaxToPx);
        const FourierPlane plane(boxSide(settings.width, smallest), boxSide(settings.height, smallest));
        const auto field = ringField(plane, fadingNoise(plane, settings, index), smallest, settings.ringWidth, 0, 0);
        const double scale = smallest / truth.length;
        for (int y = 0; y < settings.height; ++y)
            for (int x = 0; x < settings.width; ++x)
                pattern.push_back(interpolated(field, plane.width(), plane.height(),
                                               settings.width / 2.0 + (x - dx - settings.width / 2.0) * scale,
                                               settings.height / 2.0 + (y - dy - settings.height / 2.0) * scale));
    } else {
        const FourierPlane plane(boxSide(settings.width, truth.length), boxSide(settings.height, truth.length));
        const RandomNumbers random(settings.seed, patternStream + 1 + static_cast<std::uint64_t>(index));
        const auto field = ringField(plane, whiteNoise(plane, random), truth.length, settings.ringWidth, dx, dy);
        for (int y = 0; y < settings.height; ++y) {
            const auto row = field.begin() + static_cast<std::ptrdiff_t>(y) * plane.width();
            pattern.insert(pattern.end(), row, row + settings.width);
        }
    }
    return {photographed(pattern, settings, index), settings.t0S + truth.sinceQuenchS, truth.length, dx, dy};
}

}  // namespace coarsen
