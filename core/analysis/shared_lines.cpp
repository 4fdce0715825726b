// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/shared_lines.hpp"

#include "core/analysis/line_loops.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace coarsen {

namespace {

constexpr double reachOfLines = 0.75;  // of a line: beyond, few pairs are left
constexpr std::size_t fewestLags = 8;

/// A sketch about its mean, scaled to a variance of 1; 0 where a block has no valid pixel. Empty where all blocks are the same.
struct ScaledSketch {
    std::vector<float> values;
    std::vector<std::size_t> unknown;  ///< places without a valid pixel
};

ScaledSketch scaled(const PatternSketch& sketch) {
    ScaledSketch answer;
    double sum = 0, squares = 0;
    for (std::size_t i = 0; i < sketch.values.size(); ++i) {
        const auto value = static_cast<double>(sketch.values[i]);
        if (std::isnan(value)) {
            answer.unknown.push_back(i);
            continue;
        }
        sum += value;
        squares += value * value;
    }
    const auto count = static_cast<double>(sketch.values.size() - answer.unknown.size());
    const double mean = sum / count, variance = squares / count - mean * mean;
    if (!(variance > 0)) return {};
    const double deviation = std::sqrt(variance);
    answer.values.resize(sketch.values.size());
    for (std::size_t i = 0; i < answer.values.size(); ++i)
        answer.values[i] = static_cast<float>((static_cast<double>(sketch.values[i]) - mean) / deviation);
    for (const std::size_t i : answer.unknown)
        answer.values[i] = 0;
    return answer;
}

/// Lines of a sketch, its rows or its columns: value i of line k is at k * ofLine + i * ofPlace.
struct LinesOf {
    std::size_t number, length, ofLine, ofPlace;
};

/// Pairs of known values of one line at each distance below its length, over all lines. Those of two runs of known values are a
/// trapezium in the distance, which the bends of its sides tell.
std::vector<double> knownPairs(const LinesOf& lines, const std::vector<std::size_t>& unknown) {
    std::vector<std::uint8_t> isKnown(lines.number * lines.length, 1), isWhole(lines.number, 1);
    for (const std::size_t place : unknown) {
        isKnown[place] = 0;
        isWhole[place / lines.ofLine % lines.number] = 0;
    }
    std::int64_t pairs = 0, slope = 0;  // at the distance 0
    std::vector<std::int64_t> bends(lines.length + 1);
    std::vector<std::pair<std::size_t, std::size_t>> runs;
    const auto add = [&](std::size_t begin, std::size_t end) {
        for (const auto& [from, to] : runs) {
            ++bends[begin - to];
            --bends[begin - from];
            --bends[end - to];
            ++bends[end - from];
        }
        pairs += static_cast<std::int64_t>(end - begin);
        --slope;
        ++bends[end - begin];
        runs.emplace_back(begin, end);
    };
    for (std::size_t line = 0; line < lines.number; ++line) {
        runs.clear();
        if (isWhole[line]) {
            add(0, lines.length);
            continue;
        }
        const auto isKnownAt = [&](std::size_t i) { return isKnown[line * lines.ofLine + i * lines.ofPlace] != 0; };
        for (std::size_t begin = 0; begin < lines.length; ++begin) {
            if (!isKnownAt(begin)) continue;
            std::size_t end = begin + 1;
            while (end < lines.length && isKnownAt(end))
                ++end;
            add(begin, end);
            begin = end;
        }
    }
    std::vector<double> at;
    for (std::size_t distance = 0; distance < lines.length; ++distance, pairs += slope) {
        slope += bends[distance];
        at.push_back(static_cast<double>(pairs));
    }
    return at;
}

/// Sums of the products of two values of one line, over all lines: at each distance from `first` on and below `end`.
std::vector<double> productsAt(std::size_t first, std::size_t end, const LinesOf& lines, const std::vector<float>& values) {
    std::vector<double> sums(end - first);
    std::vector<float> together(lines.length * linesAtOnce);  // lines side by side, 0 beside the last
    for (std::size_t line = 0; line < lines.number; line += linesAtOnce) {
        const std::size_t count = std::min(linesAtOnce, lines.number - line);
        if (count < linesAtOnce) std::ranges::fill(together, 0.0F);
        for (std::size_t i = 0; i < lines.length; ++i)
            for (std::size_t k = 0; k < count; ++k)
                together[i * linesAtOnce + k] = values[(line + k) * lines.ofLine + i * lines.ofPlace];
        addLineProducts(together.data(), lines.length, first, end - first, sums.data());
    }
    return sums;
}

SharedLine sharedBy(const LinesOf& lines, const ScaledSketch& sketch, double fromBlocks) {
    const auto first = static_cast<std::size_t>(std::max(1.0, std::ceil(fromBlocks)));
    const auto end = static_cast<std::size_t>(reachOfLines * static_cast<double>(lines.length));
    if (end < first + fewestLags) return {};
    const std::vector<double> products = productsAt(first, end, lines, sketch.values), pairs = knownPairs(lines, sketch.unknown);
    double sum = 0, squares = 0;
    for (std::size_t distance = first; distance < end; ++distance) {
        const double product = pairs[distance] > 0 ? products[distance - first] / pairs[distance] : 0;
        sum += product;
        squares += product * product;
    }
    const auto count = static_cast<double>(end - first);
    const double mean = sum / count;
    return {mean, std::sqrt(std::max(0.0, squares / count - mean * mean))};
}

}  // namespace

SharedLines sharedLines(const PatternSketch& sketch, double fromPx) {
    if (sketch.isEmpty() || sketch.depth > 1) return {};
    const auto width = static_cast<std::size_t>(sketch.width), height = static_cast<std::size_t>(sketch.height);
    const double fromBlocks = fromPx / sketch.blockPx;
    const ScaledSketch about = scaled(sketch);
    if (about.values.empty()) return {};
    return {sharedBy({height, width, width, 1}, about, fromBlocks), sharedBy({width, height, 1, width}, about, fromBlocks)};
}

}  // namespace coarsen
