// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/volume/placement.hpp"

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/volume/volume_header.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

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

std::optional<Placement> niftiPlacement(const VolumeHeader& header, const Spacing& sides) {
    if (!header.placement) return std::nullopt;
    Placement placement = *header.placement;
    const std::array<double, 3> stated{header.spacing.x, header.spacing.y, header.spacing.z}, now{sides.x, sides.y, sides.z};
    std::array<double, 3> origin{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double part = along(placement.origin, placement.axes[axis]) * placement.perUnit * now[axis] / stated[axis];
        for (std::size_t i = 0; i < 3; ++i)
            origin[i] += part * placement.axes[axis][i];
    }
    placement.origin = origin;
    placement.perUnit = 1;
    if (header.format != "NIfTI")
        for (std::size_t i = 0; i < 2; ++i) {
            placement.origin[i] = -placement.origin[i];
            for (auto& axis : placement.axes)
                axis[i] = -axis[i];
        }
    return placement;
}

AxisOrder axisOrder(const Placement& volume, const Placement& other) {
    AxisOrder order;
    double most = -1;
    std::array<std::size_t, 3> from{0, 1, 2};
    do {  // six
        double sum = 0;
        for (std::size_t axis = 0; axis < 3; ++axis)
            sum += std::abs(along(volume.axes[from[axis]], other.axes[axis]));
        if (sum > most + slight) {
            most = sum;
            order.from = from;
        }
    } while (std::ranges::next_permutation(from).found);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double cosine = along(volume.axes[order.from[axis]], other.axes[axis]);
        order.isReversed[axis] = cosine < 0;
        order.turnedDegrees = std::max(order.turnedDegrees, std::acos(std::min(1.0, std::abs(cosine))) * 180 / std::numbers::pi);
    }
    return order;
}

Volume inOrder(const Volume& volume, const AxisOrder& order) {
    const std::array<int, 3> counts{volume.size().width, volume.size().height, volume.size().depth};
    const std::array<double, 3> sides{volume.spacing().x, volume.spacing().y, volume.spacing().z};
    const std::array<std::ptrdiff_t, 3> strides{1, counts[0], static_cast<std::ptrdiff_t>(volume.size().slice())};
    std::ptrdiff_t first = 0;
    std::array<std::ptrdiff_t, 3> steps;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::size_t from = order.from[axis];
        steps[axis] = order.isReversed[axis] ? -strides[from] : strides[from];
        if (order.isReversed[axis]) first += (counts[from] - 1) * strides[from];
    }
    const VolumeSize size{counts[order.from[0]], counts[order.from[1]], counts[order.from[2]]};
    std::vector<float> values;
    std::vector<std::uint8_t> valid;
    values.reserve(size.voxels());
    if (!volume.isAllValid()) valid.reserve(size.voxels());
    for (int z = 0; z < size.depth; ++z)
        for (int y = 0; y < size.height; ++y)
            for (int x = 0; x < size.width; ++x) {
                const auto voxel = static_cast<std::size_t>(first + x * steps[0] + y * steps[1] + z * steps[2]);
                values.push_back(volume.values()[voxel]);
                if (!volume.isAllValid()) valid.push_back(volume.valid()[voxel]);
            }
    const Spacing spacing{sides[order.from[0]], sides[order.from[1]], sides[order.from[2]], volume.spacing().isInUm};
    return Volume(size, spacing, std::move(values), std::move(valid));
}

VolumeHeader inOrder(const VolumeHeader& header, const AxisOrder& order) {
    VolumeHeader laid = header;
    const std::array<int, 3> counts{header.size.width, header.size.height, header.size.depth};
    const std::array<double, 3> sides{header.spacing.x, header.spacing.y, header.spacing.z};
    const auto [x, y, z] = order.from;
    laid.size = {counts[x], counts[y], counts[z]};
    laid.spacing = {sides[x], sides[y], sides[z], header.spacing.isInUm};
    for (std::size_t axis = 0; header.placement && axis < 3; ++axis) {
        const std::size_t from = order.from[axis];
        const double direction = order.isReversed[axis] ? -1 : 1,
                     length = order.isReversed[axis] ? (counts[from] - 1) * sides[from] / header.placement->perUnit : 0;
        for (std::size_t i = 0; i < 3; ++i) {
            laid.placement->axes[axis][i] = direction * header.placement->axes[from][i];
            laid.placement->origin[i] += length * header.placement->axes[from][i];
        }
    }
    return laid;
}

LaidVolume laidAs(const std::string& otherName, const VolumeHeader& other, const std::string& name, const VolumeHeader& header,
                  const Volume& volume) {
    if (!header.placement || !other.placement || header.format != other.format)
        return {volume, whatDiffers(otherName, other, name, header)};
    constexpr double mostDegrees = 1;
    const std::string directions = directionText(*header.placement, *other.placement);
    const AxisOrder order = axisOrder(*header.placement, *other.placement);
    if (order.turnedDegrees > mostDegrees)
        throw InputError(name, "its header turns it against " + otherName + ": " + directions,
                         "resample it onto the voxels of " + otherName + ", or compare them as stored (--as-stored)");
    if (order.isStraight()) return {volume, whatDiffers(otherName, other, name, header)};
    std::vector<Said> said = whatDiffers(otherName, other, name, inOrder(header, order));
    said.insert(said.begin(), {"orient.mended",
                               "The headers lay the volumes differently: in " + name + " " + directions + ", seen from " +
                                   otherName + ". The voxels of " + name + " were brought into the order of " + otherName +
                                   "; --as-stored compares them as they are stored.",
                               {}});
    return {inOrder(volume, order), std::move(said)};
}

}  // namespace coarsen
