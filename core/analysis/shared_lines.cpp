// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/shared_lines.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

namespace coarsen {

namespace {

constexpr double reachOfLines = 0.75;  // of a line: beyond, few pairs are left
constexpr std::size_t fewestLags = 8;

constexpr std::size_t atOnce = 16;  // lines side by side, each added up on its own: the processor takes a step of all at a time

/// Lines of a sketch about its mean, scaled to a variance of 1, `atOnce` of them side by side; 0 where a line has no valid pixel
/// and beside the last line.
struct SketchLines {
    std::vector<float> values;    // of each group of lines, place by place
    std::vector<float> areKnown;  // in the same places 1 or 0; empty where all are known
    std::size_t length = 0, number = 0;
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
    const double deviation = std::sqrt(variance);
    const auto width = static_cast<std::size_t>(sketch.width), height = static_cast<std::size_t>(sketch.height);
    SketchLines lines;
    lines.length = areRows ? width : height;
    lines.number = areRows ? height : width;
    lines.values.resize((lines.number + atOnce - 1) / atOnce * atOnce * lines.length);
    if (count < static_cast<double>(sketch.values.size())) lines.areKnown.resize(lines.values.size());
    for (std::size_t line = 0; line < lines.number; ++line)
        for (std::size_t i = 0; i < lines.length; ++i) {
            const float value = sketch.values[areRows ? line * width + i : i * width + line];
            if (std::isnan(value)) continue;
            const std::size_t place = (line / atOnce * lines.length + i) * atOnce + line % atOnce;
            lines.values[place] = static_cast<float>((static_cast<double>(value) - mean) / deviation);
            if (!lines.areKnown.empty()) lines.areKnown[place] = 1;
        }
    return lines;
}

/// Sums of the products of two values of one line, over all lines: at each distance from `first` on and below `end`.
std::vector<double> productsAt(std::size_t first, std::size_t end, const std::vector<float>& values, std::size_t length) {
    std::vector<double> sums(end - first);
    for (std::size_t group = 0; group < values.size(); group += atOnce * length)
        for (std::size_t distance = first; distance < end; ++distance) {
            const float *a = values.data() + group, *b = a + distance * atOnce;
            std::array<float, atOnce> ofLines{};
            for (std::size_t i = 0; i + distance < length; ++i, a += atOnce, b += atOnce)
                for (std::size_t line = 0; line < atOnce; ++line)
                    ofLines[line] += a[line] * b[line];
            for (const float ofLine : ofLines)
                sums[distance - first] += static_cast<double>(ofLine);
        }
    return sums;
}

/// Means of these products over the pairs of which both are known; 0 without such pairs.
std::vector<double> meanProductsAt(std::size_t first, std::size_t end, const SketchLines& lines) {
    std::vector<double> means = productsAt(first, end, lines.values, lines.length);
    const std::vector<double> known =
        lines.areKnown.empty() ? std::vector<double>() : productsAt(first, end, lines.areKnown, lines.length);
    for (std::size_t i = 0; i < means.size(); ++i) {
        const double pairs = known.empty() ? static_cast<double>(lines.number * (lines.length - first - i)) : known[i];
        means[i] = pairs > 0 ? means[i] / pairs : 0;
    }
    return means;
}

SharedLine sharedBy(const PatternSketch& sketch, bool areRows, double fromPx) {
    if (sketch.isEmpty() || sketch.depth > 1) return {};
    const SketchLines lines = sketchLinesOf(sketch, areRows);
    const auto first = static_cast<std::size_t>(std::max(1.0, std::ceil(fromPx / sketch.blockPx)));
    const auto end = static_cast<std::size_t>(reachOfLines * static_cast<double>(lines.length));
    if (end < first + fewestLags) return {};
    double sum = 0, squares = 0;
    for (const double product : meanProductsAt(first, end, lines)) {
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
