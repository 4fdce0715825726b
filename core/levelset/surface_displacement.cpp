// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/levelset/surface_displacement.hpp"

#include "core/levelset/distance.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace coarsen {

namespace {

/// Between the two voxels whose edge the vertex lies on; NaN where one of them does not know.
float valueAt(const LevelSet& set, const std::array<double, 3>& steps, const SurfaceMesh::Vertex& vertex) {
    constexpr float unknown = std::numeric_limits<float>::quiet_NaN();
    constexpr double farthest = distanceReachPx * (1 - 1e-6);
    const std::array<int, 3> counts = set.counts();
    std::array<int, 3> low{}, high{};
    double share = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double place = static_cast<double>(vertex[axis]) / steps[axis], nearest = std::round(place);
        const bool isBetween = std::abs(place - nearest) > 1e-4;
        low[axis] = std::clamp(static_cast<int>(isBetween ? std::floor(place) : nearest), 0, counts[axis] - 1);
        high[axis] = std::min(low[axis] + (isBetween ? 1 : 0), counts[axis] - 1);
        if (isBetween) share = place - std::floor(place);
    }
    const std::size_t a = set.size.index(low[0], low[1], low[2]), b = set.size.index(high[0], high[1], high[2]);
    const auto x = static_cast<double>(set.phi[a]), y = static_cast<double>(set.phi[b]);
    if (!set.isValid(a) || !set.isValid(b) || !(std::max(std::abs(x), std::abs(y)) < farthest)) return unknown;
    return static_cast<float>((1 - share) * x + share * y);
}

}  // namespace

SurfaceDisplacement SurfaceDisplacement::opposite() const {
    SurfaceDisplacement answer = *this;
    for (float& off : answer.px)
        off = -off;
    answer.mean = -mean;
    std::ranges::reverse(answer.shares.shares);
    return answer;
}

SurfaceDisplacement surfaceDisplacement(const SurfaceMesh& mesh, const LevelSet& former, std::optional<double> most,
                                        std::stop_token stop) {
    SurfaceDisplacement answer;
    const std::array<double, 3> steps = former.steps();
    std::vector<double> areas = vertexAreas(mesh);
    double area = 0, sum = 0, squares = 0;
    answer.px.reserve(areas.size());
    for (std::size_t v = 0; v < areas.size(); ++v) {
        constexpr std::size_t verticesBetweenLooks = 1'000'000;
        if (v % verticesBetweenLooks == 0 && stop.stop_requested()) return answer;
        const float off = valueAt(former, steps, mesh.vertices[v]);
        answer.px.push_back(off);
        if (std::isnan(off)) areas[v] = 0;
        if (!(areas[v] > 0)) continue;
        const auto moved = static_cast<double>(off);
        area += areas[v];
        sum += areas[v] * moved;
        squares += areas[v] * moved * moved;
    }
    if (area > 0) {
        answer.mean = sum / area;
        answer.rms = std::sqrt(squares / area);
    }
    answer.shares = sharesOf(answer.px, areas, most ? *most : mostOf(answer.px, areas));
    return answer;
}

}  // namespace coarsen
