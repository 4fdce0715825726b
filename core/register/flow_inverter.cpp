// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/register/flow_inverter.hpp"

#include "core/register/masked_values.hpp"
#include "core/register/regulariser.hpp"
#include "core/settings/fields.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace coarsen {

namespace {

/// A place on its way, with the last one that came nearer.
struct Iterate {
    std::size_t index = 0;  ///< among those that are looked for
    VoxelPlace at{}, best{};
    VoxelPlace residual{};  ///< at `best`: X - x + u(x)
    double off = std::numeric_limits<double>::infinity(), step = 1;

    /// Takes the residual at `at`, and goes on from the better of both.
    void take(const VoxelPlace& left, double length) {
        if (length < off) {
            best = at;
            residual = left;
            off = length;
        } else {
            step /= 2;
        }
        for (std::size_t axis = 0; axis < 3; ++axis)
            at[axis] = best[axis] + step * residual[axis];
    }
};

/// Room for a number of places and what is known of them.
struct PlacesAndFlow {
    explicit PlacesAndFlow(std::size_t count) {
        for (std::size_t axis = 0; axis < 3; ++axis)
            places[axis].resize(count), u[axis].resize(count);
    }
    std::array<std::vector<float>, 3> places, u;
};

constexpr double leastStep = 1.0 / 1024;

VoxelPlace lastOf(const VolumeSize& size) {
    return {static_cast<double>(size.width - 1), static_cast<double>(size.height - 1), static_cast<double>(size.depth - 1)};
}

/// Follows those places until each is found, or cannot be.
void follow(const FlowBetweenVoxels& u, const InversionSettings& settings, std::span<const VoxelPlace> wanted,
            std::span<FlowInverter::Found> found) {
    const VoxelPlace last = lastOf(u.flow().u.size);
    std::vector<Iterate> open(wanted.size());
    for (std::size_t i = 0; i < open.size(); ++i)
        open[i].index = i, open[i].at = wanted[i];
    PlacesAndFlow room(wanted.size());
    for (int iteration = 1; iteration <= settings.iterations && !open.empty(); ++iteration) {
        for (std::size_t i = 0; i < open.size(); ++i)
            for (std::size_t axis = 0; axis < 3; ++axis)
                room.places[axis][i] = static_cast<float>(std::clamp(open[i].at[axis], 0.0, last[axis]));
        u.at({room.places[0].data(), room.places[1].data(), room.places[2].data(), open.size()},
             {room.u[0].data(), room.u[1].data(), room.u[2].data()});
        std::size_t kept = 0;
        for (std::size_t i = 0; i < open.size(); ++i) {
            Iterate& each = open[i];
            VoxelPlace left;
            for (std::size_t axis = 0; axis < 3; ++axis)
                left[axis] = wanted[each.index][axis] - each.at[axis] + static_cast<double>(room.u[axis][i]);
            const double length = std::hypot(left[0], left[1], left[2]);
            FlowInverter::Found& to = found[each.index];
            to.iterations = iteration;
            if (length < to.residual) to.place = each.at, to.residual = length;
            if (length <= settings.tolerance) continue;
            each.take(left, length);
            if (each.step >= leastStep) std::swap(open[kept++], each);
        }
        open.resize(kept);
    }
}

}  // namespace

const Fields<InversionSettings>& InversionSettings::fields() {
    static const Fields<InversionSettings> list = {
        realField("tolerance", &InversionSettings::tolerance, 0.0001, 1,
                  {"Tolerance", "Distance in voxels up to which the inverse of the displacement is found at a place."}),
        integerField("iterations", &InversionSettings::iterations, 1, 100000,
                     {"Steps at most", "Steps at most of the iteration that finds the inverse at a place."}),
    };
    return list;
}

FlowInverter::FlowInverter(const FlowBetweenVoxels& u, const InversionSettings& settings, const Threads& threads)
    : u_(u), settings_(settings) {
    const std::vector<float> j = jacobian(u.flow().u, threads);
    if (std::ranges::none_of(j, [](float each) { return each <= 0; })) return;
    isFolded_.reserve(j.size());
    for (const float each : j)
        isFolded_.push_back(each <= 0);
}

bool FlowInverter::exists(const VoxelPlace& place) const {
    const VolumeSize& size = u_.flow().u.size;
    const VoxelPlace last = lastOf(size);
    std::array<float, 3> at;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (place[axis] < -settings_.tolerance || place[axis] > last[axis] + settings_.tolerance) return false;
        at[axis] = static_cast<float>(std::clamp(place[axis], 0.0, last[axis]));
    }
    return isKnownBetween(u_.flow().valid, size, at[0], at[1], at[2]) &&
           (isFolded_.empty() || isFolded_[nearestVoxel(size, at[0], at[1], at[2])] == 0);
}

std::vector<FlowInverter::Found> FlowInverter::operator()(std::span<const VoxelPlace> places) const {
    std::vector<Found> found(places.size());
    follow(u_, settings_, places, found);
    for (Found& each : found)
        each.isFound = each.residual <= settings_.tolerance && exists(each.place);
    return found;
}

}  // namespace coarsen
