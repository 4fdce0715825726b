// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/displace/weighed_moves.hpp"

#include <algorithm>
#include <cmath>

namespace coarsen {

namespace {

constexpr int reachPatches = 2;
constexpr int leastPatches = 9;
constexpr double mostErrors = 2;

/// Mean square, along one axis, of valid additions about a patch.
struct Scatter {
    double addition = 0, error = 0;
    int patches = 0;
};
Scatter scatterAbout(const std::vector<Addition>& additions, int columns, int column, int row) {
    const int rows = static_cast<int>(additions.size()) / columns;
    Scatter scatter;
    for (int v = std::max(0, row - reachPatches); v <= std::min(rows - 1, row + reachPatches); ++v)
        for (int u = std::max(0, column - reachPatches); u <= std::min(columns - 1, column + reachPatches); ++u) {
            const Addition& one = additions[static_cast<std::size_t>(v * columns + u)];
            if (!one.isValid) continue;
            scatter.addition += (one.move.x * one.move.x + one.move.y * one.move.y) / 2;
            scatter.error += one.errorPx * one.errorPx;
            ++scatter.patches;
        }
    scatter.addition /= std::max(1, scatter.patches);
    scatter.error /= std::max(1, scatter.patches);
    return scatter;
}

}  // namespace

std::vector<Addition> weighed(const std::vector<Addition>& additions, int columns, double flowError) {
    std::vector<Addition> answers = additions;
    const double ofFlow = flowError * flowError;
    for (std::size_t i = 0; i < additions.size(); ++i) {
        Addition& one = answers[i];
        if (!one.isValid) continue;
        const Scatter scatter = scatterAbout(additions, columns, static_cast<int>(i) % columns, static_cast<int>(i) / columns);
        if (scatter.patches < leastPatches) continue;
        const double error = one.errorPx * one.errorPx;
        const double real = std::max(0.0, scatter.addition - scatter.error * (1 - ofFlow));
        const double share = real / (real + error * (1 - ofFlow));
        const double most = mostErrors * one.errorPx;
        bool isLimited = false;
        for (double Move::*axis : {&Move::x, &Move::y}) {
            const double back = (1 - share) * (one.move.*axis);
            isLimited = isLimited || std::abs(back) > most;
            one.move.*axis -= std::clamp(back, -most, most);
        }
        if (!isLimited) one.errorPx = std::sqrt(error * ofFlow + real * (1 - share));
    }
    return answers;
}

double errorOfSmoothFlow(const PatchGrid& grid) {
    // Neighbours share pixels: they correlate by the part of their length that they have in common.
    const double step = static_cast<double>(grid.stepPx) / grid.sizePx;
    const double next = std::max(0.0, 1 - step), second = std::max(0.0, 1 - 2 * step);
    return (1 + 4 + 1 + 2 * (2 + 2) * next + 2 * second) / 16;  // both axes: the root of the square
}

}  // namespace coarsen
