// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/image/image.hpp"

#include <cstdint>

namespace coarsen {

/// White noise through exp(-q^2 s^2 / 2), or a ring of this wavelength: mean 0, standard deviation 1, periodic.
struct Texture {
    double smoothPx = 1, ringPx = 0;
};

/// The texture moved by (dx, dy), exactly, by its Fourier coefficients, then cut and with fresh noise: another one for each move.
Image movedTexture(const Texture& texture, int size, std::uint64_t seed, double dx, double dy, double noise);

}  // namespace coarsen
