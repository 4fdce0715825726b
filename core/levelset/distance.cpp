// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/levelset/distance.hpp"

#include "core/base/parallel.hpp"

#include <algorithm>
#include <cmath>

namespace coarsen {

namespace {

using Point = std::array<double, 3>;

constexpr double exactReachPx = 2;

Point minus(const Point& a, const Point& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

double dot(const Point& a, const Point& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

double squareToSegment(const Point& p, const Point& a, const Point& b) {
    const Point ab = minus(b, a), ap = minus(p, a);
    const double length = dot(ab, ab), t = length > 0 ? std::clamp(dot(ap, ab) / length, 0.0, 1.0) : 0;
    const Point off{ap[0] - t * ab[0], ap[1] - t * ab[1], ap[2] - t * ab[2]};
    return dot(off, off);
}

/// Squared distance from a point to a triangle.
double squareToTriangle(const Point& p, const Point& a, const Point& b, const Point& c) {
    const Point ab = minus(b, a), ac = minus(c, a), ap = minus(p, a);
    const double bb = dot(ab, ab), bc = dot(ab, ac), cc = dot(ac, ac), pb = dot(ap, ab), pc = dot(ap, ac);
    const double area = bb * cc - bc * bc;
    if (area > 1e-14) {
        const double s = (cc * pb - bc * pc) / area, t = (bb * pc - bc * pb) / area;
        if (s >= 0 && t >= 0 && s + t <= 1) {
            const Point off{ap[0] - s * ab[0] - t * ac[0], ap[1] - s * ab[1] - t * ac[1], ap[2] - s * ab[2] - t * ac[2]};
            return dot(off, off);
        }
    }
    return std::min({squareToSegment(p, a, b), squareToSegment(p, b, c), squareToSegment(p, c, a)});
}

/// Distances without their sign that grow from those that are fixed.
class Sweeper {
public:
    explicit Sweeper(const LevelSet& set)
        : counts_(set.counts()),
          steps_(set.steps()),
          strides_{1, static_cast<std::ptrdiff_t>(set.size.width), static_cast<std::ptrdiff_t>(set.size.slice())} {}

    void operator()(std::vector<float>& distance, const std::vector<std::uint8_t>& isFixed, const std::stop_token& stop) const {
        for (int direction = 0; direction < 8; ++direction)
            sweep(distance, isFixed, {(direction & 1) != 0, (direction & 2) != 0, (direction & 4) != 0}, stop);
    }

private:
    void sweep(std::vector<float>& distance, const std::vector<std::uint8_t>& isFixed, std::array<bool, 3> backwards,
               const std::stop_token& stop) const {
        const auto at = [&](int i, std::size_t axis) { return backwards[axis] ? counts_[axis] - 1 - i : i; };
        for (int k = 0; k < counts_[2] && !stop.stop_requested(); ++k)
            for (int j = 0; j < counts_[1]; ++j)
                for (int i = 0; i < counts_[0]; ++i) {
                    const std::array<int, 3> place{at(i, 0), at(j, 1), at(k, 2)};
                    const std::ptrdiff_t voxel = place[0] + place[1] * strides_[1] + place[2] * strides_[2];
                    if (isFixed[static_cast<std::size_t>(voxel)] != 0) continue;
                    float& here = distance[static_cast<std::size_t>(voxel)];
                    here = std::min(here, solved(distance.data() + voxel, place));
                }
    }

    /// The distance whose upwind gradient is 1.
    float solved(const float* here, const std::array<int, 3>& place) const {
        std::array<std::pair<double, double>, 3> sides;  // the nearer neighbour's distance, and how far away it is
        for (std::size_t axis = 0; axis < 3; ++axis) {
            float least = static_cast<float>(distanceReachPx);
            if (place[axis] > 0) least = std::min(least, here[-strides_[axis]]);
            if (place[axis] + 1 < counts_[axis]) least = std::min(least, here[strides_[axis]]);
            sides[axis] = {static_cast<double>(least), steps_[axis]};
        }
        std::ranges::sort(sides);
        double answer = distanceReachPx, a = 0, b = 0, c = -1;  // a d^2 + b d + c = 0
        for (const auto& [distance, step] : sides) {
            if (distance >= answer) break;
            const double weight = 1 / (step * step);
            a += weight;
            b -= 2 * weight * distance;
            c += weight * distance * distance;
            answer = (-b + std::sqrt(std::max(0.0, b * b - 4 * a * c))) / (2 * a);
        }
        return static_cast<float>(std::min(answer, distanceReachPx));
    }

    std::array<int, 3> counts_;
    std::array<double, 3> steps_;
    std::array<std::ptrdiff_t, 3> strides_;
};

void finish(LevelSet& set, std::vector<float>& distance, const std::vector<std::uint8_t>& isFixed, const std::stop_token& stop) {
    Sweeper{set}(distance, isFixed, stop);
    if (stop.stop_requested()) return;
    for (std::size_t i = 0; i < distance.size(); ++i)
        set.phi[i] = set.phi[i] < 0 ? -distance[i] : distance[i];
}

}  // namespace

void redistance(LevelSet& set, std::stop_token stop) {
    const std::array<int, 3> counts = set.counts();
    const std::array<double, 3> steps = set.steps();
    const std::array<std::size_t, 3> strides{1, static_cast<std::size_t>(set.size.width), set.size.slice()};
    std::vector<float> distance(set.phi.size(), static_cast<float>(distanceReachPx));
    std::vector<std::uint8_t> isFixed(set.phi.size());
    for (int z = 0; z < counts[2] && !stop.stop_requested(); ++z)
        for (int y = 0; y < counts[1]; ++y)
            for (int x = 0; x < counts[0]; ++x) {
                const std::size_t voxel = set.size.index(x, y, z);
                const std::array<int, 3> place{x, y, z};
                const double here = static_cast<double>(set.phi[voxel]);
                bool isBeside = false;
                double square = 0;  // of the slope
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    double before = here, after = here;
                    if (place[axis] > 0) before = static_cast<double>(set.phi[voxel - strides[axis]]);
                    if (place[axis] + 1 < counts[axis]) after = static_cast<double>(set.phi[voxel + strides[axis]]);
                    isBeside |= (before < 0) != (here < 0) || (after < 0) != (here < 0);
                    const double steepest =
                        std::max({std::abs(here - before), std::abs(after - here), std::abs(after - before) / 2}) / steps[axis];
                    square += steepest * steepest;
                }
                if (!isBeside) continue;
                distance[voxel] = static_cast<float>(std::min(std::abs(here) / std::sqrt(square), distanceReachPx));
                isFixed[voxel] = 1;
            }
    finish(set, distance, isFixed, stop);
}

void redistance(LevelSet& set, const SurfaceMesh& mesh, int threads, std::stop_token stop) {
    const std::array<int, 3> counts = set.counts();
    const std::array<double, 3> steps = set.steps();
    const auto cornerOf = [&](const SurfaceMesh::Triangle& triangle, std::size_t k) {
        const auto& vertex = mesh.vertices[triangle[k]];
        return Point{static_cast<double>(vertex[0]), static_cast<double>(vertex[1]), static_cast<double>(vertex[2])};
    };
    // The voxels around a triangle along an axis.
    const auto reachOf = [&](const Point& a, const Point& b, const Point& c, std::size_t axis) {
        const double low = std::min({a[axis], b[axis], c[axis]}) - exactReachPx,
                     high = std::max({a[axis], b[axis], c[axis]}) + exactReachPx;
        return std::pair(std::max(0, static_cast<int>(std::ceil(low / steps[axis]))),
                         std::min(counts[axis] - 1, static_cast<int>(std::floor(high / steps[axis]))));
    };
    std::vector<std::vector<std::uint32_t>> ofSlice(static_cast<std::size_t>(counts[2]));
    constexpr std::uint32_t trianglesBetweenLooks = 100'000;  // at the stop
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
        if (t % trianglesBetweenLooks == 0 && stop.stop_requested()) return;
        const auto& triangle = mesh.triangles[t];
        const auto [first, last] = reachOf(cornerOf(triangle, 0), cornerOf(triangle, 1), cornerOf(triangle, 2), 2);
        for (int z = first; z <= last; ++z)
            ofSlice[static_cast<std::size_t>(z)].push_back(t);
    }
    std::vector<float> distance(set.phi.size(), static_cast<float>(distanceReachPx));
    std::vector<std::uint8_t> isFixed(set.phi.size());
    const auto measureSlice = [&](std::size_t z) {
        const std::size_t slice = z * set.size.slice();
        std::vector<double> squares(set.size.slice(), exactReachPx * exactReachPx);
        for (const std::uint32_t t : ofSlice[z]) {
            const Point a = cornerOf(mesh.triangles[t], 0), b = cornerOf(mesh.triangles[t], 1),
                        c = cornerOf(mesh.triangles[t], 2);
            const auto [x0, x1] = reachOf(a, b, c, 0);
            const auto [y0, y1] = reachOf(a, b, c, 1);
            for (int y = y0; y <= y1; ++y)
                for (int x = x0; x <= x1; ++x) {
                    double& square = squares[set.size.index(x, y, 0)];
                    const Point p{x * steps[0], y * steps[1], static_cast<double>(z) * steps[2]};
                    square = std::min(square, squareToTriangle(p, a, b, c));
                }
        }
        for (std::size_t i = 0; i < squares.size(); ++i)
            if (squares[i] < exactReachPx * exactReachPx) {
                distance[slice + i] = static_cast<float>(std::sqrt(squares[i]));
                isFixed[slice + i] = 1;
            }
    };
    parallelFor(ofSlice.size(), threads, measureSlice, stop);
    finish(set, distance, isFixed, stop);
}

}  // namespace coarsen
