// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/levelset/curvature.hpp"

#include "core/base/parallel.hpp"
#include "core/levelset/differences.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace coarsen {

namespace {

constexpr double derivativeSigmaPx = 1;
constexpr int farVoxels = 3;

bool isFarFromEnds(const LevelSet& set, const std::array<int, 3>& place) {
    const std::array<int, 3> counts = set.counts();
    for (std::size_t axis = 0; axis < 3; ++axis)
        if (place[axis] < farVoxels || place[axis] + farVoxels >= counts[axis]) return false;
    if (set.valid.empty()) return true;
    for (int dz = -farVoxels; dz <= farVoxels; ++dz)
        for (int dy = -farVoxels; dy <= farVoxels; ++dy)
            for (int dx = -farVoxels; dx <= farVoxels; ++dx)
                if (!set.isValid(set.size.index(place[0] + dx, place[1] + dy, place[2] + dz))) return false;
    return true;
}

}  // namespace

Curvatures curvaturesOf(const LevelSet& distance, const SurfaceMesh& mesh, int threads, std::stop_token stop) {
    const std::array<double, 3> steps = distance.steps();
    const std::array<int, 3> counts = distance.counts();
    const std::vector<float> smooth =
        gaussianSmoothed(distance.size, steps, distance.phi, distance.valid, derivativeSigmaPx, threads, stop);
    const std::size_t count = mesh.vertices.size();
    Curvatures answer{std::vector<float>(count), std::vector<float>(count), std::vector<std::uint8_t>(count)};
    constexpr std::size_t atOnce = 4096;
    const auto measure = [&](std::size_t chunk) {
        for (std::size_t v = chunk * atOnce; v < std::min(count, (chunk + 1) * atOnce); ++v) {
            std::array<int, 3> low, high;  // the ends of the edge that it lies on
            double share = 0;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const double place = static_cast<double>(mesh.vertices[v][axis]) / steps[axis], nearest = std::round(place);
                const bool isBetween = std::abs(place - nearest) > 1e-4;
                low[axis] = std::clamp(static_cast<int>(isBetween ? std::floor(place) : nearest), 0, counts[axis] - 1);
                high[axis] = std::min(low[axis] + (isBetween ? 1 : 0), counts[axis] - 1);
                if (isBetween) share = place - std::floor(place);
            }
            const Differences a = differencesAt(distance, smooth, low), b = differencesAt(distance, smooth, high);
            answer.mean[v] = static_cast<float>((1 - share) * a.meanCurvature() + share * b.meanCurvature());
            answer.gaussian[v] = static_cast<float>((1 - share) * a.gaussianCurvature() + share * b.gaussianCurvature());
            answer.isKnown[v] = isFarFromEnds(distance, low) && isFarFromEnds(distance, high);
        }
    };
    parallelFor((count + atOnce - 1) / atOnce, threads, measure, std::move(stop));
    return answer;
}

}  // namespace coarsen
