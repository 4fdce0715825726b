// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/shared_lines.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace coarsen {

namespace {

constexpr double reachOfLines = 0.75;  // of a line: beyond, few pairs are left
constexpr std::size_t fewestLags = 8;

/// SketchLines of a sketch about its mean, one after the other, scaled to a variance of 1; 0 where it has no valid pixel.
struct SketchLines {
    std::vector<float> values, areKnown;
    std::size_t length = 0;
};

SketchLines sketchLinesOf(const PatternSketch& sketch, bool areRows) {
    double sum = 0, squares = 0, count = 0;
    for (const float value : sketch.values) {
        if (std::isnan(value)) continue;
        sum += static_cast<double>(value);
        squares += static_cast<double>(value) * static_cast<double>(value);
        ++count;
    }
    const double mean = sum / count, variance = squares / count - mean * mean;
    if (!(variance > 0)) return {};
    const auto width = static_cast<std::size_t>(sketch.width), height = static_cast<std::size_t>(sketch.height);
    SketchLines lines;
    lines.length = areRows ? width : height;
    const std::size_t number = areRows ? height : width;
    for (std::size_t line = 0; line < number; ++line)
        for (std::size_t i = 0; i < lines.length; ++i) {
            const float value = sketch.values[areRows ? line * width + i : i * width + line];
            const bool isKnown = !std::isnan(value);
            lines.values.push_back(isKnown ? static_cast<float>((static_cast<double>(value) - mean) / std::sqrt(variance)) : 0);
            lines.areKnown.push_back(isKnown ? 1.0F : 0.0F);
        }
    return lines;
}

/// Mean product of two values of one line at that distance.
double meanProductAt(std::size_t distance, const SketchLines& lines) {
    double sum = 0, count = 0;
    for (std::size_t start = 0; start < lines.values.size(); start += lines.length) {
        float ofLine = 0, known = 0;
        for (std::size_t i = start; i + distance < start + lines.length; ++i) {
            ofLine += lines.values[i] * lines.values[i + distance];
            known += lines.areKnown[i] * lines.areKnown[i + distance];
        }
        sum += static_cast<double>(ofLine);
        count += static_cast<double>(known);
    }
    return count > 0 ? sum / count : 0;
}

SharedLine sharedBy(const PatternSketch& sketch, bool areRows, double fromPx) {
    if (sketch.isEmpty() || sketch.depth > 1) return {};
    const SketchLines lines = sketchLinesOf(sketch, areRows);
    const auto first = static_cast<std::size_t>(std::max(1.0, std::ceil(fromPx / sketch.blockPx)));
    const auto end = static_cast<std::size_t>(reachOfLines * static_cast<double>(lines.length));
    if (end < first + fewestLags) return {};
    double sum = 0, squares = 0;
    for (std::size_t distance = first; distance < end; ++distance) {
        const double product = meanProductAt(distance, lines);
        sum += product;
        squares += product * product;
    }
    const auto count = static_cast<double>(end - first);
    const double mean = sum / count;
    return {mean, std::sqrt(std::max(0.0, squares / count - mean * mean))};
}

}  // namespace

SharedLine sharedByRows(const PatternSketch& sketch, double fromPx) {
    return sharedBy(sketch, true, fromPx);
}

SharedLine sharedByColumns(const PatternSketch& sketch, double fromPx) {
    return sharedBy(sketch, false, fromPx);
}

}  // namespace coarsen
