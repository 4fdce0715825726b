// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/synth/wave_field.hpp"

#include <cmath>
#include <numbers>

namespace coarsen {

namespace {

constexpr double turn = 2 * std::numbers::pi;

/// Adds a wave, given in turns, to some sums. A cosine is the sine of what is left to a quarter of a turn: its series ends below
/// 1e-13 there, and the compiler makes it of several places at a time, which it cannot of std::cos.
[[gnu::target_clones("avx512f", "avx2", "default")]] void addWave(const PlaneWave& wave, const double* x, const double* y,
                                                                  const double* z, std::size_t count, double* __restrict sums) {
    constexpr double toWhole = 0x1.8p52;  // a number this large has no fraction: adding it rounds
    constexpr double c3 = -turn * turn / 6, c5 = -c3 * turn * turn / 20, c7 = -c5 * turn * turn / 42, c9 = -c7 * turn * turn / 72,
                     c11 = -c9 * turn * turn / 110, c13 = -c11 * turn * turn / 156, c15 = -c13 * turn * turn / 210,
                     c17 = -c15 * turn * turn / 272;
    for (std::size_t i = 0; i < count; ++i) {
        const double turns = wave.q[0] * x[i] + wave.q[1] * y[i] + wave.q[2] * z[i] + wave.phase,
                     rest = turns - ((turns + toWhole) - toWhole), s = 0.25 - std::abs(rest), ss = s * s;
        sums[i] +=
            turn * s * (1 + ss * (c3 + ss * (c5 + ss * (c7 + ss * (c9 + ss * (c11 + ss * (c13 + ss * (c15 + ss * c17))))))));
    }
}

}  // namespace

WaveField::WaveField(const std::vector<PlaneWave>& waves)
    : waves_(waves), scale_(std::sqrt(2 / static_cast<double>(waves.size()))) {
    for (PlaneWave& wave : waves_) {
        for (double& q : wave.q)
            q /= turn;
        wave.phase /= turn;
    }
}

void WaveField::at(const Places& places, std::vector<double>& values) const {
    const std::size_t count = places.along[0].size();
    values.assign(count, 0);
    for (const PlaneWave& wave : waves_)
        addWave(wave, places.along[0].data(), places.along[1].data(), places.along[2].data(), count, values.data());
    for (double& value : values)
        value *= scale_;
}

}  // namespace coarsen
