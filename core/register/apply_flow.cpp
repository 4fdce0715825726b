// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/register/apply_flow.hpp"

#include "core/register/masked_values.hpp"
#include "core/settings/fields.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <utility>

namespace coarsen {

namespace {

/// Rows of places x - u(x), as far as they lie within the volume.
struct DrawnRow {
    explicit DrawnRow(std::size_t width) : x(width), y(width), z(width) {}
    std::vector<float> x, y, z;
};

/// Places from which a row's values come; outside ones are brought to the nearest face of the outer voxels' middles. Tells which
/// lie within `beyond` of these.
void placesOf(const KnownFlow& flow, std::size_t first, int y, int z, float beyond, DrawnRow& row, std::uint8_t* isInside) {
    const VolumeSize& size = flow.u.size;
    const std::array<float, 3> last{static_cast<float>(size.width - 1), static_cast<float>(size.height - 1),
                                    static_cast<float>(size.depth - 1)};
    const auto isWithin = [&](float at, std::size_t axis) { return at >= -beyond && at <= last[axis] + beyond; };
    for (std::size_t i = 0; i < row.x.size(); ++i) {
        const float px = static_cast<float>(i) - flow.u.along[0][first + i],
                    py = static_cast<float>(y) - flow.u.along[1][first + i],
                    pz = static_cast<float>(z) - flow.u.along[2][first + i];
        isInside[i] = flow.isKnown(first + i) && isWithin(px, 0) && isWithin(py, 1) && isWithin(pz, 2);
        row.x[i] = std::clamp(px, 0.0F, last[0]);
        row.y[i] = std::clamp(py, 0.0F, last[1]);
        row.z[i] = std::clamp(pz, 0.0F, last[2]);
    }
}

Sampling samplingOf(DrawnBy by) {
    return by == DrawnBy::cubic ? Sampling::cubic : Sampling::linear;
}

}  // namespace

const Fields<ApplySettings>& ApplySettings::fields() {
    static const Fields<ApplySettings> list = {
        choiceField("to", &ApplySettings::to, {"moved", "fixed"},
                    {"Carried to",
                     "Where things are carried: from where FIXED has them to where MOVED does, or back by the inverse of u."}),
        choiceField(
            "sampling", &ApplySettings::sampling, {"cubic", "linear"},
            {"Between voxels",
             "Interpolation of grey values and of u by cubic splines, or linear: faster, and less exact. Labels are never "
             "mixed."}),
    };
    return list;
}

Volume drawnAlong(const Volume& volume, const KnownFlow& flow, DrawnBy by, const Threads& threads) {
    const VolumeSize& size = flow.u.size;
    if (!(volume.size() == size)) throw std::invalid_argument("drawnAlong: as many voxels as the displacement");
    const auto width = static_cast<std::size_t>(size.width);
    const bool areLabels = by == DrawnBy::nearest;
    std::optional<InterpolatedVolume> between;
    if (!areLabels)
        between.emplace(filledBesideMask({volume.values().begin(), volume.values().end()}, volume.valid(), size), size,
                        samplingOf(by), threads);
    std::vector<float> values(size.voxels());
    std::vector<std::uint8_t> valid(size.voxels());
    parallelFor(static_cast<std::size_t>(size.depth), threads, [&](std::size_t slice) {
        const int z = static_cast<int>(slice);
        DrawnRow row(width), slopes(width);
        for (int y = 0; y < size.height; ++y) {
            const std::size_t first = size.index(0, y, z);
            constexpr float halfAVoxel = 0.5F;
            placesOf(flow, first, y, z, areLabels ? halfAVoxel : 0, row, &valid[first]);
            if (between)
                between->at({row.x.data(), row.y.data(), row.z.data(), width},
                            {&values[first], slopes.x.data(), slopes.y.data(), slopes.z.data()});
            for (std::size_t i = 0; i < width; ++i) {
                if (areLabels) {
                    const std::size_t nearest = nearestVoxel(size, row.x[i], row.y[i], row.z[i]);
                    values[first + i] = volume.values()[nearest];
                    if (!volume.isAllValid()) valid[first + i] &= volume.valid()[nearest];
                } else if (valid[first + i] != 0) {
                    valid[first + i] = isKnownBetween(volume.valid(), size, row.x[i], row.y[i], row.z[i]);
                }
                if (valid[first + i] == 0) values[first + i] = 0;
            }
        }
    });
    if (std::ranges::find(valid, 0) == valid.end()) valid.clear();
    return Volume(size, flow.header.spacing, std::move(values), std::move(valid));
}

FlowBetweenVoxels::FlowBetweenVoxels(const KnownFlow& flow, Sampling sampling, const Threads& threads)
    : flow_(flow),
      along_{InterpolatedVolume(flow.u.along[0], flow.u.size, sampling, threads),
             InterpolatedVolume(flow.u.along[1], flow.u.size, sampling, threads),
             InterpolatedVolume(flow.u.along[2], flow.u.size, sampling, threads)} {}

std::optional<VoxelPlace> FlowBetweenVoxels::at(const VoxelPlace& place) const {
    const auto x = static_cast<float>(place[0]), y = static_cast<float>(place[1]), z = static_cast<float>(place[2]);
    if (!along_[0].contains(x, y, z) || !isKnownBetween(flow_.valid, flow_.u.size, x, y, z)) return std::nullopt;
    VoxelPlace u;
    for (std::size_t axis = 0; axis < 3; ++axis)
        u[axis] = static_cast<double>(along_[axis].at(x, y, z).value);
    return u;
}

void FlowBetweenVoxels::at(const InterpolationPlaces& places, const std::array<float*, 3>& u) const {
    std::vector<float> slope(places.count);
    std::vector<float> other(places.count), third(places.count);
    for (std::size_t axis = 0; axis < 3; ++axis)
        along_[axis].at(places, {u[axis], slope.data(), other.data(), third.data()});
}

}  // namespace coarsen
