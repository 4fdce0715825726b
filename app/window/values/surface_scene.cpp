// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/values/surface_scene.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>
#include <utility>

namespace coarsen::window {

namespace {

using Place = SurfaceScene::Place;
constexpr std::size_t quickTriangles = 60'000;

Place cross(const Place& a, const Place& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Place between(const Place& from, const Place& to) {
    return {to[0] - from[0], to[1] - from[1], to[2] - from[2]};
}

/// Mean of the triangles around each vertex, weighted by their area.
void findNormals(SurfaceScene& scene) {
    scene.normals.assign(scene.places.size(), Place{});
    for (const auto& [a, b, c] : scene.triangles) {
        const Place normal = cross(between(scene.places[a], scene.places[b]), between(scene.places[a], scene.places[c]));
        for (const std::uint32_t vertex : {a, b, c})
            for (std::size_t axis = 0; axis < 3; ++axis)
                scene.normals[vertex][axis] += normal[axis];
    }
    for (Place& normal : scene.normals) {
        const float length = std::sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
        for (float& part : normal)
            part = length > 0 ? part / length : 0;
    }
}

/// Means of the values in each cube, as far as they are known; NaN where none is.
std::vector<float> meansOf(const std::vector<float>& values, const std::vector<std::uint32_t>& cubeOf, std::size_t cubes) {
    if (values.empty()) return {};
    std::vector<float> sums(cubes), known(cubes);
    for (std::size_t v = 0; v < values.size(); ++v) {
        if (std::isnan(values[v])) continue;
        sums[cubeOf[v]] += values[v];
        known[cubeOf[v]] += 1;
    }
    for (std::size_t cube = 0; cube < cubes; ++cube)
        sums[cube] /= known[cube];
    return sums;
}

std::shared_ptr<SurfaceScene> sceneOf(const SurfaceMesh& mesh, const Curvatures& curvatures, const LevelSet& box) {
    auto scene = std::make_shared<SurfaceScene>();
    const std::array<double, 3> steps = box.steps();
    const std::array<int, 3> counts = box.counts();
    for (std::size_t axis = 0; axis < 3; ++axis)
        scene->half[axis] = static_cast<float>(counts[axis] * steps[axis] / 2);
    scene->places.reserve(mesh.vertices.size());
    for (const SurfaceMesh::Vertex& vertex : mesh.vertices) {
        Place place;
        for (std::size_t axis = 0; axis < 3; ++axis)  // the origin of a mesh is the middle of the first voxel
            place[axis] = vertex[axis] + static_cast<float>(steps[axis] / 2) - scene->half[axis];
        scene->places.push_back(place);
    }
    scene->triangles = mesh.triangles;
    std::vector<float>&mean = scene->valuesOf(SurfaceColour::mean), &gaussian = scene->valuesOf(SurfaceColour::gaussian);
    mean = curvatures.mean;
    gaussian = curvatures.gaussian;
    for (std::size_t v = 0; v < mean.size(); ++v)
        if (curvatures.isKnown[v] == 0) mean[v] = gaussian[v] = std::numeric_limits<float>::quiet_NaN();
    findNormals(*scene);
    return scene;
}

/// Its displacements are added to the scene.
SurfaceSide sideOf(const std::shared_ptr<SurfaceScene>& scene, const CurvatureHistogram& histogram,
                   const SurfaceDisplacement* removed, const SurfaceDisplacement* moved) {
    SurfaceSide side;
    const auto sharesOf = [&](SurfaceColour colour) -> AreaShares& { return side.shares[static_cast<std::size_t>(colour)]; };
    sharesOf(SurfaceColour::mean) = {histogram.mostH, histogram.h};
    sharesOf(SurfaceColour::gaussian) = {histogram.mostK, histogram.k};
    for (const auto& [colour, displacement] : {std::pair{SurfaceColour::removed, removed}, {SurfaceColour::moved, moved}}) {
        if (!displacement) continue;
        scene->valuesOf(colour) = displacement->px;
        sharesOf(colour) = displacement->shares;
    }
    side.scene = side.quick = scene;
    const double ratio = static_cast<double>(scene->triangles.size()) / quickTriangles;
    if (ratio > 1) side.quick = simplified(*scene, 1.5 * std::sqrt(ratio));
    return side;
}

}  // namespace

std::shared_ptr<const SurfaceScene> simplified(const SurfaceScene& scene, double cubePx) {
    auto fewer = std::make_shared<SurfaceScene>();
    fewer->half = scene.half;
    std::unordered_map<std::uint64_t, std::uint32_t> cubes;
    std::vector<std::uint32_t> cubeOf(scene.places.size());
    std::vector<float> count;
    for (std::size_t v = 0; v < scene.places.size(); ++v) {
        std::uint64_t key = 0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const double along = (static_cast<double>(scene.places[v][axis]) + static_cast<double>(scene.half[axis])) / cubePx;
            key = key << 21 | static_cast<std::uint64_t>(std::max(0.0, along));
        }
        const auto [found, isNew] = cubes.try_emplace(key, static_cast<std::uint32_t>(count.size()));
        if (isNew) {
            fewer->places.push_back({});
            count.push_back(0);
        }
        const std::uint32_t cube = cubeOf[v] = found->second;
        for (std::size_t axis = 0; axis < 3; ++axis)
            fewer->places[cube][axis] += scene.places[v][axis];
        count[cube] += 1;
    }
    for (std::size_t cube = 0; cube < count.size(); ++cube)
        for (float& along : fewer->places[cube])
            along /= count[cube];
    for (std::size_t colour = 0; colour < surfaceColours; ++colour)
        fewer->values[colour] = meansOf(scene.values[colour], cubeOf, count.size());
    for (const auto& [a, b, c] : scene.triangles) {
        const std::array<std::uint32_t, 3> corners = {cubeOf[a], cubeOf[b], cubeOf[c]};
        if (corners[0] != corners[1] && corners[1] != corners[2] && corners[0] != corners[2]) fewer->triangles.push_back(corners);
    }
    findNormals(*fewer);
    return fewer;
}

std::shared_ptr<const ShownSurface> shownSurface(std::shared_ptr<const SurfaceAnswer> answer,
                                                 std::optional<SurfaceDisplacement> moved, std::string notMoved) {
    auto shown = std::make_shared<ShownSurface>();
    shown->found = sideOf(sceneOf(answer->mesh, answer->curvatures, answer->distance), answer->histogram,
                          answer->removed ? &*answer->removed : nullptr, moved ? &*moved : nullptr);
    if (const auto& noisy = answer->noisy)
        shown->noisy =
            sideOf(sceneOf(noisy->mesh, noisy->curvatures, answer->distance), noisy->histogram, &noisy->removed, nullptr);
    shown->answer = std::move(answer);
    shown->moved = std::move(moved);
    shown->notMoved = std::move(notMoved);
    return shown;
}

}  // namespace coarsen::window
