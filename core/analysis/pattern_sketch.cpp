// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/pattern_sketch.hpp"

#include "core/base/parallel.hpp"
#include "core/measure/maxima.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <numeric>

namespace coarsen {

namespace {

constexpr int longestSide = 256, longestSideOfVolumes = 64, manyBlocks = 1 << 14;
constexpr float undefined = std::numeric_limits<float>::quiet_NaN();

std::size_t placeOf(const PatternSketch& sketch, int x, int y, int z) {
    return (static_cast<std::size_t>(z) * sketch.height + y) * sketch.width + x;
}

/// Bilinear value at (x, y) in blocks of a layer, NaN outside or beside a block without valid pixels.
float valueAt(const PatternSketch& sketch, double x, double y, int layer) {
    if (x < 0 || y < 0 || x > sketch.width - 1 || y > sketch.height - 1) return undefined;
    const int left = std::min(static_cast<int>(x), std::max(0, sketch.width - 2));
    const int top = std::min(static_cast<int>(y), std::max(0, sketch.height - 2));
    const int right = std::min(left + 1, sketch.width - 1), below = std::min(top + 1, sketch.height - 1);
    const auto u = static_cast<float>(x - left), v = static_cast<float>(y - top);
    const auto at = [&](int column, int row) { return sketch.values[placeOf(sketch, column, row, layer)]; };
    return (1 - v) * ((1 - u) * at(left, top) + u * at(right, top)) + v * ((1 - u) * at(left, below) + u * at(right, below));
}

/// The same in a volume's sketch, linear between its layers.
float valueAt(const PatternSketch& sketch, double x, double y, double z) {
    if (z < 0 || z > sketch.depth - 1) return undefined;
    const int before = std::min(static_cast<int>(z), std::max(0, sketch.depth - 2));
    const auto part = static_cast<float>(z - before);
    const float value = valueAt(sketch, x, y, before);
    return part > 0 ? (1 - part) * value + part * valueAt(sketch, x, y, before + 1) : value;
}

/// Pearson's correlation over the blocks that both define; 0 when too few do or one of them is flat.
double correlationWith(const PatternSketch& before, const PatternSketch& after, double magnification) {
    const double centreX = (after.width - 1) / 2.0, centreY = (after.height - 1) / 2.0, centreZ = (after.depth - 1) / 2.0;
    double count = 0, sumA = 0, sumB = 0, sumAA = 0, sumBB = 0, sumAB = 0;
    // Some thousand blocks say it as well as all.
    const int step = after.width * after.height * after.depth > manyBlocks ? 2 : 1;
    for (int z = 0; z < after.depth; z += step) {
        for (int y = 0; y < after.height; y += step) {
            for (int x = 0; x < after.width; x += step) {
                const double a = after.values[placeOf(after, x, y, z)];
                const double b = magnification == 1
                                     ? before.values[placeOf(before, x, y, z)]
                                     : valueAt(before, centreX + (x - centreX) / magnification,
                                               centreY + (y - centreY) / magnification, centreZ + (z - centreZ) / magnification);
                if (std::isnan(a) || std::isnan(b)) continue;
                ++count;
                sumA += a;
                sumB += b;
                sumAA += a * a;
                sumBB += b * b;
                sumAB += a * b;
            }
        }
    }
    if (count < 32) return 0;
    const double varianceA = sumAA - sumA * sumA / count, varianceB = sumBB - sumB * sumB / count;
    if (!(varianceA > 0) || !(varianceB > 0)) return 0;
    return (sumAB - sumA * sumB / count) / std::sqrt(varianceA * varianceB);
}

/// Mean values of the blocks of one layer.
void sketchLayer(const Volume& volume, int layer, PatternSketch& sketch) {
    const int block = sketch.blockPx;
    const auto columns = static_cast<std::size_t>(sketch.width), side = static_cast<std::size_t>(block);
    std::vector<double> sums(columns);
    std::vector<int> counts(columns);
    for (int row = 0; row < sketch.height; ++row) {
        std::ranges::fill(sums, 0.0);
        std::ranges::fill(counts, 0);
        for (int z = layer * block; z < (layer + 1) * block; ++z)
            for (int y = row * block; y < (row + 1) * block; ++y) {
                const std::size_t line = volume.size().index(0, y, z);
                const float* const values = volume.values().data() + line;
                const std::uint8_t* const valid = volume.isAllValid() ? nullptr : volume.valid().data() + line;
                for (std::size_t column = 0; column < columns; ++column)
                    for (std::size_t x = column * side; x < (column + 1) * side; ++x) {
                        if (valid && !valid[x]) continue;
                        sums[column] += static_cast<double>(values[x]);
                        ++counts[column];
                    }
            }
        for (std::size_t column = 0; column < columns; ++column)
            sketch.values[placeOf(sketch, static_cast<int>(column), row, layer)] =
                counts[column] > 0 ? static_cast<float>(sums[column] / counts[column]) : undefined;
    }
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

PatternSketch patternSketch(const Volume& finalVolume, int threads) {
    const VolumeSize size = finalVolume.size();
    PatternSketch sketch;
    const int longest = std::max({size.width, size.height, size.depth});
    sketch.blockPx = std::max(1, (longest + longestSideOfVolumes - 1) / longestSideOfVolumes);
    sketch.width = size.width / sketch.blockPx;  // the last, incomplete blocks are left out
    sketch.height = size.height / sketch.blockPx;
    sketch.depth = size.depth / sketch.blockPx;
    sketch.spacing = finalVolume.spacing();
    if (sketch.width == 0 || sketch.height == 0 || sketch.depth == 0) return {};
    sketch.values.resize(placeOf(sketch, 0, 0, sketch.depth));
    parallelFor(static_cast<std::size_t>(sketch.depth), threads,
                [&](std::size_t layer) { sketchLayer(finalVolume, static_cast<int>(layer), sketch); });
    return sketch;
}

double patternPart(const StoredProfile& profile, const PatternSketch& sketch) {
    if (profile.value.empty()) return 1;
    const int block = sketch.blockPx, layers = sketch.depth > 1 ? block : 1;
    RadialProfile start;
    const double px = sketch.spacing.perPx();
    const double longest = std::max({1.0, sketch.spacing.x / px, sketch.spacing.y / px, sketch.spacing.z / px});
    const std::size_t end = std::min(profile.value.size(), static_cast<std::size_t>(longest * (2 * block + 4)));
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
    for (int dz = 1 - layers; dz < layers; ++dz)
        for (int dy = 1 - block; dy < block; ++dy)
            for (int dx = 1 - block; dx < block; ++dx) {
                const double r = layers == 1
                                     ? std::hypot(dx, dy)
                                     : std::hypot(dx * sketch.spacing.x, dy * sketch.spacing.y, dz * sketch.spacing.z) / px;
                pattern += (block - std::abs(dx)) * (block - std::abs(dy)) * (layers - std::abs(dz)) * at(r);
            }
    const double voxels = block * block * layers, noise = (1 - amplitude) * voxels;
    return pattern > 0 ? pattern / (pattern + noise) : 1;
}

double patternPart(const StoredProfile& profile, int blockPx) {
    PatternSketch sketch;
    sketch.blockPx = blockPx;
    return patternPart(profile, sketch);
}

double sharedPattern(const PatternSketch& before, const PatternSketch& after, double magnification) {
    if (before.isEmpty() || before.width != after.width || before.height != after.height || before.depth != after.depth) return 0;
    double shared = correlationWith(before, after, 1.0);
    if (std::isfinite(magnification) && magnification > 0.2 && magnification < 5)
        shared = std::max(shared, correlationWith(before, after, magnification));
    return std::clamp(shared / std::sqrt(before.patternPart * after.patternPart), 0.0, 1.0);
}

}  // namespace coarsen
