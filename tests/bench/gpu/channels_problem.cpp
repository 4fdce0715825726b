// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/gpu/channels_bench.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace coarsen {

std::vector<float> ChannelsProblem::pixels() const {
    std::vector<float> pixels(planes.size());
    for (std::size_t i = 0; i < pixels.size(); ++i)
        pixels[i % planeSize() * channels + i / planeSize()] = planes[i];
    return pixels;
}

double ChannelsProblem::errorOfHalfPlane(const float* answer) const {
    double worst = 0;
    for (std::size_t i = 0; i < judged.values.size(); ++i)
        worst = std::max(worst, std::abs(answer[i] - judged.values[i]));
    return worst / judged.at(0, 0);
}

double ChannelsProblem::errorOfQuadrant(const float* answer) const {
    double worst = 0;
    for (int Y0 = 0; Y0 < lags(); ++Y0)
        for (int X0 = 0; X0 < lags(); ++X0)
            worst = std::max(worst, std::abs(*answer++ - judged.at(X0, Y0)));
    return worst / judged.at(0, 0);
}

double ChannelsProblem::productsOfQuadrant() const {
    double along = 0;
    for (int lag = 0; lag < lags(); ++lag)
        along += side - lag;
    return along * along * channels;
}

double ChannelsProblem::productsOfHalfPlane() const {
    double across = 0, down = 0;
    for (int X0 = -maxLag(); X0 <= maxLag(); ++X0)
        across += side - std::abs(X0);
    for (int Y0 = 0; Y0 <= maxLag(); ++Y0)
        down += side - Y0;
    return across * down * channels;
}

}  // namespace coarsen
