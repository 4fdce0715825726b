// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/levelset/period.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace coarsen {

namespace {

/// The remainder that is not negative.
int wrapped(int at, int length) {
    const int rest = at % length;
    return rest < 0 ? rest + length : rest;
}

}  // namespace

Period::Period(const Volume& volume, double marginPx) : size_(volume.size()) {
    const double px = volume.spacing().perPx();
    steps_ = {volume.spacing().x / px, volume.spacing().y / px, volume.spacing().z / px};
    for (std::size_t axis = 0; axis < 3; ++axis)
        margins_[axis] = static_cast<int>(std::ceil(marginPx / steps_[axis]));
}

VolumeSize Period::repeatedSize() const {
    return {size_.width + 2 * margins_[0], size_.height + 2 * margins_[1], size_.depth + 2 * margins_[2]};
}

Volume Period::repeated(const Volume& volume) const {
    const VolumeSize size = repeatedSize();
    std::vector<float> values;
    std::vector<std::uint8_t> valid;
    values.reserve(size.voxels());
    if (!volume.isAllValid()) valid.reserve(size.voxels());
    for (int z = 0; z < size.depth; ++z)
        for (int y = 0; y < size.height; ++y) {
            const std::size_t row = size_.index(0, wrapped(y - margins_[1], size_.height), wrapped(z - margins_[2], size_.depth));
            for (int x = 0; x < size.width; ++x) {
                const std::size_t from = row + static_cast<std::size_t>(wrapped(x - margins_[0], size_.width));
                values.push_back(volume.values()[from]);
                if (!volume.isAllValid()) valid.push_back(volume.valid()[from]);
            }
        }
    return Volume(size, volume.spacing(), std::move(values), std::move(valid));
}

LevelSet Period::inside(const LevelSet& repeated, bool hasNext) const {
    const int more = hasNext ? 1 : 0;
    LevelSet set;
    set.size = {size_.width + more, size_.height + more, size_.depth + more};
    set.spacing = repeated.spacing;
    set.phi.reserve(set.size.voxels());
    for (int z = 0; z < set.size.depth; ++z)
        for (int y = 0; y < set.size.height; ++y) {
            const std::size_t from = repeated.size.index(margins_[0], y + margins_[1], z + margins_[2]);
            const auto copyRow = [&](const auto& source, auto& to) {
                const auto first = source.begin() + static_cast<std::ptrdiff_t>(from);
                to.insert(to.end(), first, first + set.size.width);
            };
            copyRow(repeated.phi, set.phi);
            if (!repeated.valid.empty()) copyRow(repeated.valid, set.valid);
        }
    return set;
}

void Period::trim(SurfaceMesh& mesh, Curvatures& curvatures) const {
    constexpr auto none = std::numeric_limits<std::uint32_t>::max();
    const VolumeSize whole = repeatedSize(), cells{size_.width + 1, size_.height + 1, size_.depth + 1};
    std::vector<std::uint32_t> number(mesh.vertices.size(), none);
    SurfaceMesh kept;
    Curvatures known;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        const std::size_t cell = mesh.cells[t], row = static_cast<std::size_t>(whole.width);
        const int x = static_cast<int>(cell % row) - margins_[0], y = static_cast<int>(cell % whole.slice() / row) - margins_[1],
                  z = static_cast<int>(cell / whole.slice()) - margins_[2];
        if (x < 0 || y < 0 || z < 0 || x >= size_.width || y >= size_.height || z >= size_.depth) continue;
        SurfaceMesh::Triangle triangle = mesh.triangles[t];
        for (std::uint32_t& corner : triangle) {
            const std::size_t before = corner;
            if (number[before] == none) {
                number[before] = static_cast<std::uint32_t>(kept.vertices.size());
                SurfaceMesh::Vertex vertex = mesh.vertices[before];
                for (std::size_t axis = 0; axis < 3; ++axis)
                    vertex[axis] -= static_cast<float>(margins_[axis] * steps_[axis]);
                kept.vertices.push_back(vertex);
                known.mean.push_back(curvatures.mean[before]);
                known.gaussian.push_back(curvatures.gaussian[before]);
                known.isKnown.push_back(curvatures.isKnown[before]);
            }
            corner = number[before];
        }
        kept.triangles.push_back(triangle);
        kept.cells.push_back(static_cast<std::uint32_t>(cells.index(x, y, z)));
    }
    mesh = std::move(kept);
    curvatures = std::move(known);
}

}  // namespace coarsen
