// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/false_colour.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <span>

namespace coarsen {

namespace {

constexpr std::size_t mostColours = 256, fewestColours = 3, fewestPixels = 1024;
constexpr double colouredShare = 0.25;  // of the pixels: a grey picture with a red bar has far fewer
constexpr double chroma = 1.0 / 16;     // of full scale, between a colour's channels
constexpr double offLine = 0.02;        // of full scale, that a shade of one hue may lie beside the line of them

using Colour = std::array<double, 3>;

double spread(const Colour& colour) {
    const auto [low, high] = std::ranges::minmax(colour);
    return high - low;
}

double distanceFromLine(const Colour& point, const Colour& from, const Colour& to) {
    Colour along{}, out{};
    double length = 0, product = 0, square = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        along[k] = to[k] - from[k];
        out[k] = point[k] - from[k];
        length += along[k] * along[k];
        product += along[k] * out[k];
        square += out[k] * out[k];
    }
    return std::sqrt(std::max(0.0, square - product * product / length));
}

/// Tells whether all colours lie on one line, as grey through a tinted filter does: then any mixture of the channels tells them
/// apart alike.
bool areShadesOfOneHue(const std::set<Colour>& colours, double white) {
    const auto sum = [](const Colour& colour) { return colour[0] + colour[1] + colour[2]; };
    const auto [dark, bright] =
        std::ranges::minmax_element(colours, [&](const Colour& a, const Colour& b) { return sum(a) < sum(b); });
    if (sum(*dark) == sum(*bright)) return false;
    return std::ranges::all_of(colours,
                               [&](const Colour& colour) { return distanceFromLine(colour, *dark, *bright) <= offLine * white; });
}

}  // namespace

bool isFalseColour(const Frame& raw) {
    const int colours = raw.image.channels() - (raw.hasAlpha ? 1 : 0);
    if (colours != 3 || raw.image.planeSize() < fewestPixels) return false;
    const double white = raw.image.holdsWholeNumbers() ? std::exp2(raw.bitsPerSample) - 1 : 1 / raw.greyUnit;
    return raw.image.visit([&]<typename T>(std::span<const T> red) {
        const auto green = raw.image.plane<T>(1), blue = raw.image.plane<T>(2);
        std::set<Colour> seen;
        Colour last{};
        double coloured = 0;
        for (std::size_t i = 0; i < red.size(); ++i) {
            const Colour colour{static_cast<double>(red[i]), static_cast<double>(green[i]), static_cast<double>(blue[i])};
            coloured += spread(colour) >= chroma * white ? 1 : 0;
            if (i > 0 && colour == last) continue;
            last = colour;
            if (seen.insert(colour).second && seen.size() > mostColours) return false;
        }
        return seen.size() >= fewestColours && coloured >= colouredShare * static_cast<double>(red.size()) &&
               !areShadesOfOneHue(seen, white);
    });
}

}  // namespace coarsen
