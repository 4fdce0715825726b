// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/measure/folded_circles.hpp"

#include "core/measure/small_radii.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>

namespace coarsen::gpu {

namespace {

/// Appends a circle whose weights lie in the quarter plane of a map of R = `maxLag`, each times `factor`.
void append(FoldedCircles& circles, const CircleWeights& circle, int maxLag, double factor) {
    const auto rowLength = static_cast<std::uint32_t>(maxLag) + 1;
    for (std::size_t i = 0; i < circle.cell.size(); ++i) {
        circles.cells.push_back(
            {static_cast<std::uint16_t>(circle.cell[i] % rowLength), static_cast<std::uint16_t>(circle.cell[i] / rowLength)});
        circles.weights.push_back(factor * circle.weight[i]);
    }
    circles.first.push_back(static_cast<int>(circles.cells.size()));
}

void appendFine(FoldedCircles& circles, double aspect) {
    for (const FineCircle& circle : fineCircles(aspect)) {
        if (circle.reach > circles.maxLag) return;
        append(circles, circle.weights, centreReach, 1);
        circles.fineRadii.push_back(circle.r);
        circles.fineReaches.push_back(circle.reach);
    }
}

}  // namespace

int FoldedCircles::fineCirclesWithin(int lag) const {
    const auto beyond = std::ranges::find_if(fineReaches, [lag](int reach) { return reach > lag; });
    return static_cast<int>(beyond - fineReaches.begin());
}

FoldedCircles foldedCircles(int maxLag, double aspect, bool withFine) {
    FoldedCircles circles;
    circles.maxLag = maxLag;
    for (const CircleWeights& circle : circleWeights(maxLag, AzimuthRule::bilinear, aspect))
        append(circles, circle, maxLag, 1 / std::accumulate(circle.weight.begin(), circle.weight.end(), 0.0));
    if (withFine) appendFine(circles, aspect);
    return circles;
}

}  // namespace coarsen::gpu
