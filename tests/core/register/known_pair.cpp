// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/register/known_pair.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace coarsen::test {

namespace {

/// Calls `body(i, x, y, z)` where it is more than 4 voxels to every face; along an axis of one voxel there are none.
template <typename Body>
void eachInside(const VolumeSize& size, Body body) {
    constexpr int margin = 5;
    const auto isInside = [](int at, int side) { return side == 1 || (at >= margin && at < side - margin); };
    for (int z = 0; z < size.depth; ++z)
        for (int y = 0; y < size.height; ++y)
            for (int x = 0; x < size.width; ++x)
                if (isInside(x, size.width) && isInside(y, size.height) && isInside(z, size.depth))
                    body(size.index(x, y, z), x, y, z);
}

EndPointErrors sorted(std::vector<double> errors) {
    std::ranges::sort(errors);
    return {std::move(errors)};
}

}  // namespace

FlowPairSettings knownFlow() {
    return {.seed = 2};
}

double EndPointErrors::mean() const {
    return std::accumulate(sorted.begin(), sorted.end(), 0.0) / static_cast<double>(sorted.size());
}

double EndPointErrors::percentile(double part) const {
    return sorted[static_cast<std::size_t>(part * static_cast<double>(sorted.size() - 1))];
}

EndPointErrors endPointErrors(const Flow& u, const std::array<std::vector<float>, 3>& truth) {
    std::vector<double> errors;
    eachInside(u.size, [&](std::size_t i, int, int, int) {
        errors.push_back(std::hypot(u.along[0][i] - truth[0][i], u.along[1][i] - truth[1][i], u.along[2][i] - truth[2][i]));
    });
    return sorted(std::move(errors));
}

EndPointErrors roundTripErrors(const Flow& u, const Flow& back) {
    const std::array<InterpolatedVolume, 3> between{InterpolatedVolume(back.along[0], back.size, Sampling::linear, 1),
                                                    InterpolatedVolume(back.along[1], back.size, Sampling::linear, 1),
                                                    InterpolatedVolume(back.along[2], back.size, Sampling::linear, 1)};
    std::vector<double> errors;
    eachInside(u.size, [&](std::size_t i, int x, int y, int z) {
        const float px = static_cast<float>(x) - u.along[0][i], py = static_cast<float>(y) - u.along[1][i],
                    pz = static_cast<float>(z) - u.along[2][i];
        if (!between[0].contains(px, py, pz)) return;
        errors.push_back(std::hypot(u.along[0][i] + between[0].at(px, py, pz).value,
                                    u.along[1][i] + between[1].at(px, py, pz).value,
                                    u.along[2][i] + between[2].at(px, py, pz).value));
    });
    return sorted(std::move(errors));
}

Registration registered(const FlowPair& pair, RegistrationSettings settings) {
    settings.threads = 1;
    return registerVolumes(pair.fixed, pair.moved, settings, *cpuSimdRegistration());
}

}  // namespace coarsen::test
