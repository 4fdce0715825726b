// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/displace/moved_texture.hpp"

#include "core/synth/fourier_plane.hpp"
#include "core/synth/random_numbers.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <utility>
#include <vector>

namespace coarsen {

namespace {
constexpr int cutPx = 24;  // from each side of the periodic plane: content moves in and out
}

Image movedTexture(const Texture& texture, int size, std::uint64_t seed, double dx, double dy, double noise) {
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
    return Image(size, size, std::move(pixels));
}

}  // namespace coarsen
