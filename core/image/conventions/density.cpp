// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/conventions/density.hpp"

#include "core/image/conventions/imagej.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace coarsen::conventions {

namespace {

constexpr double inchM = 0.0254;

/// Densities that scanners write, which say nothing of the sample where it lay under a lens.
bool isOfScanner(double perMetre) {
    constexpr std::array dotsPerInch{1800.0, 2400.0, 2700.0, 3200.0, 3600.0, 4000.0,
                                     4800.0, 5400.0, 6400.0, 7200.0, 9600.0, 12800.0};
    constexpr double roundedM = 1;
    return std::ranges::any_of(dotsPerInch, [&](double dots) { return std::abs(perMetre - dots / inchM) <= roundedM; });
}

}  // namespace

std::optional<Stated<PixelSize>> sizeOfDensity(double perMetreX, double perMetreY, const std::string& by) {
    constexpr double finestPrintUm = 20;
    if (!(perMetreX > 0) || !(perMetreY > 0) || !std::isfinite(perMetreX + perMetreY)) return std::nullopt;
    const PixelSize size{1e6 / perMetreX, 1e6 / perMetreY, 0, true};
    const bool isPrint =
        std::max(size.x, size.y) > finestPrintUm * (1 + 1e-9) || isOfScanner(perMetreX) || isOfScanner(perMetreY);
    return Stated<PixelSize>{size, isPrint ? Trust::offered : Trust::inherited, by};
}

void addDensity(const Resolution& resolution, const std::string& by, FileFacts& facts) {
    constexpr int perCentimetre = 3;  // dots an inch, the default, are never of the sample
    constexpr double centimetreM = 0.01;
    if (resolution.unit != perCentimetre) return;
    if (const auto size = sizeOfDensity(resolution.x / centimetreM, resolution.y / centimetreM, by)) facts.sizes.push_back(*size);
}

void addNumberWithoutUnit(const Resolution& resolution, const std::string& writer, FileFacts& facts) {
    constexpr int none = 1;
    if (resolution.unit != none || !(resolution.x > 0) || !(resolution.y > 0) || !std::isfinite(resolution.x + resolution.y))
        return;
    if (resolution.x == 1 && resolution.y == 1) return;
    facts.withoutUnit = Stated<PixelSize>{{1 / resolution.x, 1 / resolution.y, 0}, Trust::offered, writer};
}

}  // namespace coarsen::conventions
