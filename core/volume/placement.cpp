// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/volume/placement.hpp"

#include "core/base/numbers.hpp"
#include "core/volume/volume_header.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace coarsen {

namespace {

constexpr std::array<const char*, 3> axisNames{"x", "y", "z"};
constexpr double slight = 1e-3;  // of a direction, and of a size

double along(const std::array<double, 3>& a, const std::array<double, 3>& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// "x runs the other way, y lies along the other's z": empty where both run alike.
std::string directionText(const Placement& one, const Placement& other) {
    std::string text;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        std::size_t nearest = axis;
        for (std::size_t i = 0; i < 3; ++i)
            if (std::abs(along(one.axes[axis], other.axes[i])) > std::abs(along(one.axes[axis], other.axes[nearest])) + slight)
                nearest = i;
        const double cosine = along(one.axes[axis], other.axes[nearest]);
        const double degrees = std::acos(std::min(1.0, std::abs(cosine))) * 180 / std::numbers::pi;
        std::vector<std::string> parts;
        if (nearest != axis) parts.push_back(std::string("lies along the other's ") + axisNames[nearest]);
        if (cosine < 0) parts.emplace_back("runs the other way");
        if (1 - std::abs(cosine) > slight * slight) parts.push_back("is turned by " + fixed(degrees, 1) + "°");
        for (std::size_t i = 0; i < parts.size(); ++i)
            text += (i > 0          ? " and "
                     : text.empty() ? std::string(axisNames[axis]) + ' '
                                    : std::string(", ") + axisNames[axis] + ' ') +
                    parts[i];
    }
    return text;
}

std::string originText(const Placement& placement) {
    return shortest(placement.origin[0]) + ", " + shortest(placement.origin[1]) + ", " + shortest(placement.origin[2]);
}

double originsApart(const Placement& one, const Placement& other) {
    return std::hypot(one.origin[0] - other.origin[0], one.origin[1] - other.origin[1], one.origin[2] - other.origin[2]);
}

double largestOf(const Placement& placement) {
    return std::max({std::abs(placement.origin[0]), std::abs(placement.origin[1]), std::abs(placement.origin[2])});
}

bool areAlike(double a, double b) {
    return std::abs(a / b - 1) <= slight;
}

/// Sides in µm where both are known, else how long the sides are to each other.
bool haveSameVoxels(const Spacing& a, const Spacing& b) {
    if (a.isInUm && b.isInUm) return areAlike(a.x, b.x) && areAlike(a.y, b.y) && areAlike(a.z, b.z);
    return areAlike(a.y / a.x, b.y / b.x) && areAlike(a.z / a.x, b.z / b.x);
}

std::string voxelText(const Spacing& spacing) {
    return shortest(spacing.x) + " x " + shortest(spacing.y) + " x " + shortest(spacing.z) +
           (spacing.isInUm ? " \u00B5m" : " (to each other)");
}

}  // namespace

bool Placement::isTurned() const {
    for (std::size_t axis = 0; axis < 3; ++axis)
        for (std::size_t i = 0; i < 3; ++i)
            if (i != axis && std::abs(axes[axis][i]) > slight) return true;
    return false;
}

std::vector<Said> whatDiffers(const std::string& name, const VolumeHeader& header, const std::string& otherName,
                              const VolumeHeader& other) {
    std::vector<Said> said;
    if (!haveSameVoxels(header.spacing, other.spacing))
        said.push_back({"size.differs",
                        "Voxels differ in size: those of " + name + " are " + voxelText(header.spacing) + ", those of " +
                            otherName + " " + voxelText(other.spacing) +
                            ". They are compared one by one, as if they were of one size.",
                        {}});
    if (!header.placement || !other.placement || header.format != other.format) return said;
    const std::string directions = directionText(*other.placement, *header.placement);
    if (!directions.empty())
        said.push_back({"orient.differs",
                        "The headers lay the volumes differently: in " + otherName + " " + directions + ", seen from " + name +
                            ". Voxels are compared as they are stored.",
                        {}});
    else if (originsApart(*header.placement, *other.placement) >
             slight * std::max(largestOf(*header.placement), largestOf(*other.placement)))
        said.push_back({"orient.differs",
                        "The headers lay the volumes at different places: " + name + " begins at " +
                            originText(*header.placement) + ", " + otherName + " at " + originText(*other.placement) +
                            " (in the files' unit). Voxels are compared from the first on, whatever that says.",
                        {}});
    return said;
}

}  // namespace coarsen
