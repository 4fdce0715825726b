// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/image/image.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace coarsen {

/// An isotropic structure factor of x = q / q0, up to a factor.
struct RingSpectrum {
    std::string name;
    std::function<double(double x)> s;
};
RingSpectrum gaussianRing(double relativeWidth);
RingSpectrum furukawa(double g);  ///< x^2 / (g / 2 + x^(2 + g)): Furukawa's scaling form

/// The closed form C1D at R = z / q0, and the z of its secondary maximum, by the Hankel transform.
class RingCorrelation {
public:
    explicit RingCorrelation(const RingSpectrum& spectrum);
    double operator()(double z) const;
    double zMax() const { return zMax_; }

private:
    std::vector<double> x_, weight_;
    double zMax_ = 0;
};

/// A Gaussian random field of mean 0 and variance 1 (over realisations), row by row, cut from a periodic box larger by 4 R_max.
std::vector<float> randomField(const RingSpectrum& spectrum, double zMax, int width, int height, double rMaxPx,
                               std::uint64_t seed);

/// A superposition of `waves` plane waves of one length in random directions with random phases: the thin ring itself.
std::vector<float> thinRingField(int width, int height, double wavelengthPx, int waves, std::uint64_t seed);

/// level * (1 + contrast * field) as a float picture.
Image pictureOf(const std::vector<float>& field, int width, int height, double level, double contrast);

}  // namespace coarsen
