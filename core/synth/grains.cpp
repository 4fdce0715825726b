// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/synth/grains.hpp"

#include "core/synth/camera_faults.hpp"
#include "core/synth/random_numbers.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace coarsen {

namespace {

constexpr std::uint64_t grainStream = std::uint64_t{5} << 40;
constexpr double pi = std::numbers::pi;
constexpr double marginGrains = 4;  // a seed further out than that owns no pixel but with probability e^-16 pi

/// Finds the nearest seed by squares of one grain's area.
class NearestSeed {
public:
    NearestSeed(const std::vector<Grain>& grains, double squarePx) : grains_(grains), squarePx_(squarePx) {
        left_ = top_ = std::numeric_limits<double>::infinity();
        double right = -left_, bottom = -left_;
        for (const Grain& grain : grains) {
            left_ = std::min(left_, grain.x), top_ = std::min(top_, grain.y);
            right = std::max(right, grain.x), bottom = std::max(bottom, grain.y);
        }
        columns_ = static_cast<int>((right - left_) / squarePx_) + 1;
        rows_ = static_cast<int>((bottom - top_) / squarePx_) + 1;
        squares_.resize(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_));
        for (std::size_t i = 0; i < grains.size(); ++i)
            squares_[squareAt(columnOf(grains[i].x), rowOf(grains[i].y))].push_back(i);
    }

    std::size_t to(double x, double y) const {
        const int column = columnOf(x), row = rowOf(y);
        double nearest = std::numeric_limits<double>::infinity();
        std::size_t found = 0;
        // Rings of squares, until none further out can hold a nearer seed.
        for (int ring = 0; ring <= std::max(columns_, rows_) && nearest > (ring - 1) * squarePx_; ++ring)
            for (int v = std::max(0, row - ring); v <= std::min(rows_ - 1, row + ring); ++v)
                for (int u = std::max(0, column - ring); u <= std::min(columns_ - 1, column + ring); ++u) {
                    if (std::max(std::abs(v - row), std::abs(u - column)) != ring) continue;
                    for (const std::size_t i : squares_[squareAt(u, v)])
                        if (const double distance = std::hypot(grains_[i].x - x, grains_[i].y - y); distance < nearest)
                            nearest = distance, found = i;
                }
        return found;
    }

private:
    int columnOf(double x) const { return std::clamp(static_cast<int>((x - left_) / squarePx_), 0, columns_ - 1); }
    int rowOf(double y) const { return std::clamp(static_cast<int>((y - top_) / squarePx_), 0, rows_ - 1); }
    std::size_t squareAt(int column, int row) const {
        return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(column);
    }

    const std::vector<Grain>& grains_;
    double squarePx_, left_, top_;
    int columns_ = 1, rows_ = 1;
    std::vector<std::vector<std::size_t>> squares_;
};

/// Area of the union of two discs of radii a and b whose centres are r apart.
double unionArea(double a, double b, double r) {
    const double small = std::min(a, b), large = std::max(a, b);
    if (r >= a + b) return pi * (a * a + b * b);
    if (r <= large - small) return pi * large * large;
    const double angleA = std::acos(std::clamp((r * r + a * a - b * b) / (2 * r * a), -1.0, 1.0));
    const double angleB = std::acos(std::clamp((r * r + b * b - a * a) / (2 * r * b), -1.0, 1.0));
    const double lens = a * a * (angleA - std::sin(2 * angleA) / 2) + b * b * (angleB - std::sin(2 * angleB) / 2);
    return pi * (a * a + b * b) - lens;
}

}  // namespace

std::vector<Grain> grainsOf(const GrainSettings& settings, int index) {
    RandomNumbers random(settings.seed, grainStream + static_cast<std::uint64_t>(index));
    const double margin = marginGrains * settings.grainPx, width = settings.width + 2 * margin,
                 height = settings.height + 2 * margin;
    const double mean = width * height / (settings.grainPx * settings.grainPx);
    // Poisson's number of seeds: gaps between them along a line are exponential.
    std::vector<Grain> grains;
    for (double along = -std::log1p(-random.uniform()); along < mean || grains.empty(); along -= std::log1p(-random.uniform())) {
        Grain grain;
        grain.x = random.uniform(-margin, settings.width + margin);
        grain.y = random.uniform(-margin, settings.height + margin);
        grain.axisDeg = random.uniform(-90, 90);
        grain.phase = random.uniform(0, 2 * pi);
        grains.push_back(grain);
    }
    return grains;
}

std::vector<std::size_t> grainMap(const GrainSettings& settings, const std::vector<Grain>& grains) {
    const NearestSeed nearest(grains, settings.grainPx);
    std::vector<std::size_t> map;
    map.reserve(static_cast<std::size_t>(settings.width) * static_cast<std::size_t>(settings.height));
    for (int y = 0; y < settings.height; ++y)
        for (int x = 0; x < settings.width; ++x)
            map.push_back(nearest.to(x, y));
    return map;
}

SyntheticFrame grainFrame(const GrainSettings& settings, int index) {
    const std::vector<Grain> grains = grainsOf(settings, index);
    const std::vector<std::size_t> owners = grainMap(settings, grains);
    std::vector<double> pattern;
    pattern.reserve(owners.size());
    for (std::size_t i = 0; i < owners.size(); ++i) {
        const Grain& grain = grains[owners[i]];
        const std::size_t width = static_cast<std::size_t>(settings.width), row = i / width;
        const auto x = static_cast<double>(i % width), y = static_cast<double>(row);
        const double axis = grain.axisDeg * pi / 180, across = y * std::cos(axis) - x * std::sin(axis);
        pattern.push_back(std::numbers::sqrt2 * std::sin(2 * pi * across / settings.periodPx + grain.phase));
    }
    SyntheticFrame frame;
    frame.image = photographed(pattern, settings, index);
    frame.timeS = settings.t0S + settings.intervalS * index;
    frame.xiPx = grainXiPx(settings.grainPx);
    return frame;
}

double shareOfGrains(double rPx, double grainPx) {
    // The seed's place in polar coordinates about the middle of the two points; lengths in grains.
    const double r = rPx / grainPx;
    constexpr int angles = 180, radii = 400;
    constexpr double farthest = 4;
    double sum = 0;
    for (int i = 0; i < angles; ++i) {
        const double angle = (i + 0.5) * pi / 2 / angles;  // one quadrant of four that are alike
        for (int j = 0; j < radii; ++j) {
            const double distance = (j + 0.5) * farthest / radii, x = distance * std::cos(angle), y = distance * std::sin(angle);
            sum += distance * std::exp(-unionArea(std::hypot(x - r / 2, y), std::hypot(x + r / 2, y), r));
        }
    }
    return 4 * sum * (pi / 2 / angles) * (farthest / radii);
}

double grainXiPx(double grainPx) {
    double low = 0, high = 2;  // the share falls all the way
    for (int step = 0; step < 40; ++step) {
        const double middle = (low + high) / 2;
        (shareOfGrains(middle, 1) > 1 / std::numbers::e ? low : high) = middle;
    }
    return grainPx * (low + high) / 2;
}

}  // namespace coarsen
