// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/levelset/surface_mesh.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace coarsen {

namespace {

// A cube's corner is a number of three bits: x, y, z. Its edge is 3 * (lower corner) + axis.
using Loop = std::vector<int>;  // edges that are crossed one after the other

constexpr std::array<std::array<int, 4>, 6> faces{{
    {0, 2, 3, 1},  // z = 0, anticlockwise seen from outside the cube
    {4, 5, 7, 6},
    {0, 1, 5, 4},  // y = 0
    {2, 6, 7, 3},
    {0, 4, 6, 2},  // x = 0
    {1, 3, 7, 5},
}};

int edgeBetween(int a, int b) {
    const int differing = a ^ b;
    return 3 * std::min(a, b) + (differing == 1 ? 0 : differing == 2 ? 1 : 2);
}

/// The closed lines in which the surface crosses the cube's faces, anticlockwise seen from outside the phase. `inside` has a bit
/// for each corner.
std::vector<Loop> loopsOf(unsigned inside) {
    const auto isIn = [&](int corner) { return ((inside >> corner) & 1U) != 0; };
    std::array<int, 24> after;
    after.fill(-1);
    for (const auto& face : faces)
        for (std::size_t i = 0; i < 4; ++i) {
            if (!isIn(face[i]) || isIn(face[(i + 1) % 4])) continue;
            std::size_t j = i + 1;  // around the corners outside, so that those inside are joined across the face
            while (!isIn(face[(j + 1) % 4]))
                ++j;
            const int leaves = edgeBetween(face[i], face[(i + 1) % 4]), enters = edgeBetween(face[j % 4], face[(j + 1) % 4]);
            after[static_cast<std::size_t>(enters)] = leaves;
        }
    std::vector<Loop> loops;
    for (int edge = 0; edge < 24; ++edge) {
        Loop loop;
        for (int at = edge; after[static_cast<std::size_t>(at)] >= 0;) {
            loop.push_back(at);
            const int next = after[static_cast<std::size_t>(at)];
            after[static_cast<std::size_t>(at)] = -1;
            at = next;
        }
        if (!loop.empty()) loops.push_back(std::move(loop));
    }
    return loops;
}

struct CubeCase {
    std::vector<Loop> loops;
    bool isTunnel = false;  ///< two opposite corners, joined through the cube's middle
};

const std::array<CubeCase, 256>& cubeCases() {
    static const std::array<CubeCase, 256> cases = [] {
        std::array<CubeCase, 256> all;
        for (unsigned inside = 0; inside < 256; ++inside) {
            all[inside].loops = loopsOf(inside);
            for (unsigned corner = 0; corner < 4; ++corner)
                all[inside].isTunnel |= inside == (1U << corner | 1U << (7 - corner));
        }
        return all;
    }();
    return cases;
}

double squareBetween(const SurfaceMesh::Vertex& a, const SurfaceMesh::Vertex& b) {
    double sum = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double off = static_cast<double>(a[axis]) - static_cast<double>(b[axis]);
        sum += off * off;
    }
    return sum;
}

class Marcher {
public:
    explicit Marcher(const LevelSet& set) : set_(set), steps_(set.steps()) {
        for (auto& slice : crossings_)
            slice.assign(3 * set.size.slice(), none);
    }

    SurfaceMesh operator()(const std::stop_token& stop) {
        for (int z = 0; z + 1 < set_.size.depth && !stop.stop_requested(); ++z) {
            for (int y = 0; y + 1 < set_.size.height; ++y)
                for (int x = 0; x + 1 < set_.size.width; ++x)
                    addCube(x, y, z);
            std::swap(crossings_[0], crossings_[1]);
            std::ranges::fill(crossings_[1], none);
        }
        return std::move(mesh_);
    }

private:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    void addCube(int x, int y, int z) {
        const std::size_t origin = set_.size.index(x, y, z);
        unsigned inside = 0;
        bool isWhole = true;
        for (unsigned corner = 0; corner < 8; ++corner) {
            const std::size_t voxel = cornerAt(origin, static_cast<int>(corner));
            inside |= static_cast<unsigned>(set_.phi[voxel] < 0) << corner;
            isWhole &= set_.isValid(voxel);
        }
        if (inside == 0 || inside == 255 || !isWhole) return;
        const CubeCase& known = cubeCases()[inside];
        cell_ = static_cast<std::uint32_t>(origin);
        std::vector<std::vector<std::uint32_t>> rings;
        for (const Loop& loop : known.loops) {
            std::vector<std::uint32_t>& ring = rings.emplace_back();
            for (const int edge : loop)
                ring.push_back(vertexOn(x, y, z, edge));
        }
        if (known.isTunnel)
            addTunnel(rings[0], rings[1]);
        else
            for (auto& ring : rings)
                addDisc(std::move(ring));
    }

    std::size_t cornerAt(std::size_t origin, int corner) const {
        return origin + static_cast<std::size_t>(corner & 1) +
               static_cast<std::size_t>((corner >> 1) & 1) * static_cast<std::size_t>(set_.size.width) +
               static_cast<std::size_t>(corner >> 2) * set_.size.slice();
    }

    std::uint32_t vertexOn(int x, int y, int z, int edge) {
        const int corner = edge / 3;
        const auto axis = static_cast<std::size_t>(edge % 3);
        const std::array<int, 3> place{x + (corner & 1), y + ((corner >> 1) & 1), z + (corner >> 2)};
        std::uint32_t& known =
            crossings_[static_cast<std::size_t>(corner >> 2)][3 * set_.size.index(place[0], place[1], 0) + axis];
        if (known != none) return known;
        const std::size_t from = set_.size.index(place[0], place[1], place[2]),
                          to = from +
                               std::array{std::size_t{1}, static_cast<std::size_t>(set_.size.width), set_.size.slice()}[axis];
        const double a = static_cast<double>(set_.phi[from]), b = static_cast<double>(set_.phi[to]);
        SurfaceMesh::Vertex vertex;
        for (std::size_t k = 0; k < 3; ++k)
            vertex[k] = static_cast<float>((place[k] + (k == axis ? a / (a - b) : 0)) * steps_[k]);
        known = static_cast<std::uint32_t>(mesh_.vertices.size());
        mesh_.vertices.push_back(vertex);
        return known;
    }

    void addTriangle(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
        mesh_.triangles.push_back({a, b, c});
        mesh_.cells.push_back(cell_);
    }

    double square(std::uint32_t a, std::uint32_t b) const { return squareBetween(mesh_.vertices[a], mesh_.vertices[b]); }

    /// Cuts off the corner with the shortest cut, again and again.
    void addDisc(std::vector<std::uint32_t> ring) {
        while (ring.size() > 3) {
            const std::size_t count = ring.size();
            std::size_t best = 0;
            double least = std::numeric_limits<double>::infinity();
            for (std::size_t i = 0; i < count; ++i)
                if (const double cut = square(ring[(i + count - 1) % count], ring[(i + 1) % count]); cut < least) {
                    least = cut;
                    best = i;
                }
            addTriangle(ring[(best + count - 1) % count], ring[best], ring[(best + 1) % count]);
            ring.erase(ring.begin() + static_cast<std::ptrdiff_t>(best));
        }
        addTriangle(ring[0], ring[1], ring[2]);
    }

    /// A tube between two triangles: while one is followed forwards, the other is backwards.
    void addTunnel(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) {
        const auto lengthFrom = [&](std::size_t start) {
            double sum = 0;
            for (std::size_t i = 0; i < 3; ++i)
                sum += square(a[(i + 1) % 3], b[(start + 3 - i) % 3]) + square(a[i], b[(start + 3 - i) % 3]);
            return sum;
        };
        std::size_t start = 0;
        for (std::size_t k = 1; k < 3; ++k)
            if (lengthFrom(k) < lengthFrom(start)) start = k;
        for (std::size_t i = 0; i < 3; ++i) {
            const std::uint32_t apex = b[(start + 3 - i) % 3], before = b[(start + 5 - i) % 3], next = a[(i + 1) % 3];
            addTriangle(a[i], next, apex);
            addTriangle(before, apex, next);
        }
    }

    const LevelSet& set_;
    std::array<double, 3> steps_;
    SurfaceMesh mesh_;
    std::uint32_t cell_ = 0;
    std::array<std::vector<std::uint32_t>, 2> crossings_;  // vertices on the edges that begin in this slice and in the next
};

}  // namespace

double SurfaceMesh::area(std::size_t triangle) const {
    const auto& [a, b, c] = triangles[triangle];
    const double ab = squareBetween(vertices[a], vertices[b]), ac = squareBetween(vertices[a], vertices[c]),
                 bc = squareBetween(vertices[b], vertices[c]);
    const double twice = ab + ac - bc;  // 2 (ab . ac)
    return std::sqrt(std::max(0.0, ab * ac - twice * twice / 4)) / 2;
}

SurfaceMesh marchingCubes(const LevelSet& set, std::stop_token stop) {
    return Marcher(set)(stop);
}

std::vector<double> vertexAreas(const SurfaceMesh& mesh) {
    std::vector<double> areas(mesh.vertices.size());
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
        for (const std::uint32_t vertex : mesh.triangles[t])
            areas[vertex] += mesh.area(t) / 3;
    return areas;
}

long long eulerNumber(const SurfaceMesh& mesh) {
    // Directed sides that no triangle runs along the other way are the rim; the others are two to an edge.
    std::vector<std::array<std::uint32_t, 3>> sides;  // lower vertex, higher vertex, direction
    for (const auto& triangle : mesh.triangles)
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t from = triangle[k], to = triangle[(k + 1) % 3];
            sides.push_back({std::min(from, to), std::max(from, to), from < to ? 0U : 1U});
        }
    std::ranges::sort(sides);
    long long rim = 0;
    for (std::size_t i = 0; i < sides.size();) {
        long long balance = 0;
        std::size_t j = i;
        for (; j < sides.size() && sides[j][0] == sides[i][0] && sides[j][1] == sides[i][1]; ++j)
            balance += sides[j][2] == 0 ? 1 : -1;
        rim += std::abs(balance);
        i = j;
    }
    const auto count = static_cast<long long>(sides.size());
    return static_cast<long long>(mesh.vertices.size()) - (count + rim) / 2 + static_cast<long long>(mesh.triangles.size());
}

}  // namespace coarsen
