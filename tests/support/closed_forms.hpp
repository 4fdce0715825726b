// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/image/image.hpp"
#include "core/measure/radial_profile.hpp"

#include <cmath>
#include <functional>
#include <vector>

namespace coarsen {

/// The Bessel function J0: C1D of a ring in the plane's spectrum.
inline double j0(double x) {
    return std::cyl_bessel_j(0, std::abs(x));
}

/// A profile of the function at r = 0, 1, ..., maxLag.
inline RadialProfile profileOf(const std::function<double(double)>& c, int maxLag) {
    RadialProfile profile;
    for (int r = 0; r <= maxLag; ++r) {
        profile.r.push_back(r);
        profile.value.push_back(c(r));
        profile.pairs.push_back(1e6);
        profile.scatter.push_back(0);
    }
    return profile;
}

/// A float picture of f(x, y).
inline Image pictureOf(int width, int height, const std::function<double(double, double)>& f) {
    std::vector<float> pixels;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            pixels.push_back(static_cast<float>(f(x, y)));
    return {width, height, std::move(pixels)};
}

/// An even map of c(X0, Y0), defined everywhere.
inline CorrelationMap mapOf(int maxLag, const std::function<double(double, double)>& c) {
    std::vector<double> values;
    for (int Y0 = 0; Y0 <= maxLag; ++Y0)
        for (int X0 = -maxLag; X0 <= maxLag; ++X0)
            values.push_back(c(X0, Y0));
    return {maxLag, true, values, std::vector<double>(values.size(), 1e5)};
}

}  // namespace coarsen
