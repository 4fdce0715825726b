// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/convolve/known_filters.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace coarsen {

namespace {

constexpr double cutAtSigmas = 4;

/// Taps in double, so that differences of filters keep their digits.
struct WideFilter {
    int side;
    std::vector<double> taps;

    /// value(x, y) by the place from the middle.
    template <typename Value>
    WideFilter(int theSide, Value value) : side(theSide) {
        const int before = (side - 1) / 2;
        for (int y = -before; y < side - before; ++y)
            for (int x = -before; x < side - before; ++x)
                taps.push_back(value(x, y));
    }
    double sum() const {
        double sum = 0;
        for (const double tap : taps)
            sum += tap;
        return sum;
    }
    Filter times(double factor) const {
        Filter filter{side, side, {}};
        filter.taps.reserve(taps.size());
        for (const double tap : taps)
            filter.taps.push_back(static_cast<float>(tap * factor));
        return filter;
    }
};

/// Gaussian of sum 1 along a line.
std::vector<double> gaussianLine(double sigmaPx, int side) {
    std::vector<double> line;
    double sum = 0;
    for (int x = -(side - 1) / 2; x <= side / 2; ++x)
        sum += line.emplace_back(std::exp(-0.5 * x * x / (sigmaPx * sigmaPx)));
    for (double& tap : line)
        tap /= sum;
    return line;
}

WideFilter wideGaussian(double sigmaPx, int side) {
    const std::vector<double> line = gaussianLine(sigmaPx, side);
    const auto at = [&](int place) { return line[static_cast<std::size_t>(place + (side - 1) / 2)]; };
    return {side, [&](int x, int y) { return at(x) * at(y); }};
}

}  // namespace

int sideOfGaussian(double sigmaPx) {
    return 2 * std::max(1, static_cast<int>(std::ceil(cutAtSigmas * sigmaPx))) + 1;
}

Filter gaussianFilter(double sigmaPx, int side) {
    if (side == 0) side = sideOfGaussian(sigmaPx);
    const std::vector<double> line = gaussianLine(sigmaPx, side);
    Filter filter{side, side, {}};
    for (const double down : line)
        for (const double across : line)
            filter.taps.push_back(static_cast<float>(down * across));
    return filter;
}

Filter gaussianRow(double sigmaPx, int side) {
    if (side == 0) side = sideOfGaussian(sigmaPx);
    Filter row{side, 1, {}};
    for (const double tap : gaussianLine(sigmaPx, side))
        row.taps.push_back(static_cast<float>(tap));
    return row;
}

Filter gradientFilter(double sigmaPx, Axis axis) {
    const int side = sideOfGaussian(sigmaPx);
    const std::vector<double> line = gaussianLine(sigmaPx, side);
    const int middle = side / 2;
    std::vector<double> slope;
    double ramp = 0;  // what it makes of a ramp of slope 1
    for (int i = 0; i < side; ++i) {
        const double place = i - middle;
        ramp += place * slope.emplace_back(place * line[static_cast<std::size_t>(i)]);
    }
    const std::vector<double>&across = axis == Axis::x ? slope : line, &down = axis == Axis::x ? line : slope;
    Filter filter{side, side, {}};
    for (const double y : down)
        for (const double x : across)
            filter.taps.push_back(static_cast<float>(x * y / ramp));
    return filter;
}

Filter meanFilter(int side) {
    return WideFilter(side, [](int, int) { return 1.0; }).times(1.0 / side / side);
}

Filter meanRow(int side) {
    return {side, 1, std::vector<float>(static_cast<std::size_t>(side), static_cast<float>(1.0 / side))};
}

int sideOfMean(double sigmaPx) {
    return 2 * static_cast<int>(std::lround((std::sqrt(12 * sigmaPx * sigmaPx + 1) - 1) / 2)) + 1;
}

Filter laplacianFilter(double sigmaPx, int side) {
    const WideFilter gaussian = wideGaussian(sigmaPx, side > 0 ? std::max(1, side - 2) : sideOfGaussian(sigmaPx));
    const int before = (gaussian.side - 1) / 2;
    const auto at = [&](int x, int y) {
        const int column = x + before, row = y + before;
        const bool isInside = column >= 0 && row >= 0 && column < gaussian.side && row < gaussian.side;
        return isInside ? gaussian.taps[static_cast<std::size_t>(row) * static_cast<std::size_t>(gaussian.side) +
                                        static_cast<std::size_t>(column)]
                        : 0.0;
    };
    return WideFilter(gaussian.side + 2,
                      [&](int x, int y) { return at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1) - 4 * at(x, y); })
        .times(1);
}

Filter differenceOfGaussians(double sigmaPx, double sigma2Px, int side) {
    if (side == 0) side = sideOfGaussian(std::max(sigmaPx, sigma2Px));
    WideFilter first = wideGaussian(sigmaPx, side);
    const WideFilter second = wideGaussian(sigma2Px, side);
    for (std::size_t i = 0; i < first.taps.size(); ++i)
        first.taps[i] -= second.taps[i];
    return first.times(1);
}

Filter gaborFilter(double sigmaPx, double wavelengthPx, double angleDeg, int side) {
    const double angle = angleDeg * std::numbers::pi / 180, q = 2 * std::numbers::pi / wavelengthPx;
    if (side == 0) side = sideOfGaussian(sigmaPx);
    const WideFilter envelope = wideGaussian(sigmaPx, side);
    const WideFilter wave(side, [&](int x, int y) { return std::cos(q * (x * std::cos(angle) + y * std::sin(angle))); });
    double level = 0;
    for (std::size_t i = 0; i < wave.taps.size(); ++i)
        level += envelope.taps[i] * wave.taps[i];
    WideFilter gabor = envelope;
    double passed = 0;
    for (std::size_t i = 0; i < wave.taps.size(); ++i) {
        gabor.taps[i] *= wave.taps[i] - level;
        passed += gabor.taps[i] * wave.taps[i];
    }
    return gabor.times(passed > 0 ? 1 / passed : 1);
}

}  // namespace coarsen
