// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/pattern_sketch.hpp"

#include "core/measure/maxima.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numeric>

namespace coarsen {

namespace {

constexpr int longestSide = 256, manyBlocks = 1 << 14;
constexpr float undefined = std::numeric_limits<float>::quiet_NaN();

/// Bilinear value at (x, y) in blocks, NaN outside or beside a block without valid pixels.
float valueAt(const PatternSketch& sketch, double x, double y) {
    if (x < 0 || y < 0 || x > sketch.width - 1 || y > sketch.height - 1) return undefined;
    const int left = std::min(static_cast<int>(x), std::max(0, sketch.width - 2));
    const int top = std::min(static_cast<int>(y), std::max(0, sketch.height - 2));
    const int right = std::min(left + 1, sketch.width - 1), below = std::min(top + 1, sketch.height - 1);
    const auto u = static_cast<float>(x - left), v = static_cast<float>(y - top);
    const auto at = [&](int column, int row) { return sketch.values[static_cast<std::size_t>(row) * sketch.width + column]; };
    return (1 - v) * ((1 - u) * at(left, top) + u * at(right, top)) + v * ((1 - u) * at(left, below) + u * at(right, below));
}

/// Pearson's correlation over the blocks that both define; 0 when too few do or one of them is flat.
double correlationWith(const PatternSketch& before, const PatternSketch& after, double magnification) {
    const double centreX = (after.width - 1) / 2.0, centreY = (after.height - 1) / 2.0;
    double count = 0, sumA = 0, sumB = 0, sumAA = 0, sumBB = 0, sumAB = 0;
    const int step = after.width * after.height > manyBlocks ? 2 : 1;  // some thousand blocks say it as well as all
    for (int y = 0; y < after.height; y += step) {
        for (int x = 0; x < after.width; x += step) {
            const double a = after.values[static_cast<std::size_t>(y) * after.width + x];
            const double b = magnification == 1 ? before.values[static_cast<std::size_t>(y) * after.width + x]
                                                : valueAt(before, centreX + (x - centreX) / magnification,
                                                          centreY + (y - centreY) / magnification);
            if (std::isnan(a) || std::isnan(b)) continue;
            ++count;
            sumA += a;
            sumB += b;
            sumAA += a * a;
            sumBB += b * b;
            sumAB += a * b;
        }
    }
    if (count < 32) return 0;
    const double varianceA = sumAA - sumA * sumA / count, varianceB = sumBB - sumB * sumB / count;
    if (!(varianceA > 0) || !(varianceB > 0)) return 0;
    return (sumAB - sumA * sumB / count) / std::sqrt(varianceA * varianceB);
}

}  // namespace

PatternSketch emptySketch(int width, int height) {
    PatternSketch sketch;
    sketch.blockPx = std::max(1, (std::max(width, height) + longestSide - 1) / longestSide);
    sketch.width = width / sketch.blockPx;  // the last, incomplete blocks are left out
    sketch.height = height / sketch.blockPx;
    if (sketch.width == 0 || sketch.height == 0) return {};
    sketch.values.assign(static_cast<std::size_t>(sketch.width) * sketch.height, 0.0f);
    return sketch;
}

PatternSketch patternSketch(const Frame& finalFrame) {
    const int width = finalFrame.image.width(), height = finalFrame.image.height();
    PatternSketch sketch = emptySketch(width, height);
    if (sketch.isEmpty()) return sketch;
    const auto valid = finalFrame.mask.pixels();
    // A block row's pixels are first added up column by column, which the compiler turns into vectors.
    std::vector<float> sums(static_cast<std::size_t>(width)), counts(sums.size());
    finalFrame.image.visit([&](auto pixels) {
        for (int row = 0; row < sketch.height; ++row) {
            std::ranges::fill(sums, 0.0F);
            std::ranges::fill(counts, valid.empty() ? static_cast<float>(sketch.blockPx) : 0.0F);
            for (int line = 0; line < sketch.blockPx; ++line) {
                const std::size_t start = static_cast<std::size_t>(row * sketch.blockPx + line) * sums.size();
                if (valid.empty()) {
                    for (std::size_t x = 0; x < sums.size(); ++x)
                        sums[x] += static_cast<float>(pixels[start + x]);
                } else {
                    for (std::size_t x = 0; x < sums.size(); ++x) {
                        sums[x] += valid[start + x] ? static_cast<float>(pixels[start + x]) : 0.0F;
                        counts[x] += static_cast<float>(valid[start + x]);
                    }
                }
            }
            for (int block = 0; block < sketch.width; ++block) {
                const auto first = static_cast<std::ptrdiff_t>(block) * sketch.blockPx;
                const float count = std::accumulate(counts.begin() + first, counts.begin() + first + sketch.blockPx, 0.0F);
                const float sum = std::accumulate(sums.begin() + first, sums.begin() + first + sketch.blockPx, 0.0F);
                sketch.values[static_cast<std::size_t>(row) * sketch.width + block] = count > 0 ? sum / count : undefined;
            }
        }
    });
    return sketch;
}

double patternPart(const StoredProfile& profile, int blockPx) {
    if (profile.value.empty()) return 1;
    RadialProfile start;
    const std::size_t end = std::min(profile.value.size(), static_cast<std::size_t>(2 * blockPx + 4));
    for (std::size_t r = 0; r < end; ++r) {
        start.r.push_back(static_cast<double>(r));
        start.value.push_back(profile.value[r]);
    }
    const double amplitude = noiseFreeAmplitude(start);
    const auto at = [&](double r) {
        const auto inner = std::min(static_cast<std::size_t>(r), end - 1), outer = std::min(inner + 1, end - 1);
        const double part = r - static_cast<double>(inner), first = inner == 0 ? amplitude : start.value[inner];
        return (1 - part) * first + part * start.value[outer];
    };
    double pattern = 0;
    for (int dy = 1 - blockPx; dy < blockPx; ++dy)
        for (int dx = 1 - blockPx; dx < blockPx; ++dx)
            pattern += (blockPx - std::abs(dx)) * (blockPx - std::abs(dy)) * at(std::hypot(dx, dy));
    const double pixels = blockPx * blockPx, noise = (1 - amplitude) * pixels;
    return pattern > 0 ? pattern / (pattern + noise) : 1;
}

double sharedPattern(const PatternSketch& before, const PatternSketch& after, double magnification) {
    if (before.isEmpty() || before.width != after.width || before.height != after.height) return 0;
    double shared = correlationWith(before, after, 1.0);
    if (std::isfinite(magnification) && magnification > 0.2 && magnification < 5)
        shared = std::max(shared, correlationWith(before, after, magnification));
    return std::clamp(shared / std::sqrt(before.patternPart * after.patternPart), 0.0, 1.0);
}

}  // namespace coarsen
