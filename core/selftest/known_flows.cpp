// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/selftest/known_flows.hpp"

#include "core/register/engines.hpp"
#include "core/register/interpolation.hpp"
#include "core/synth/flow_errors.hpp"

#include <cmath>
#include <utility>

namespace coarsen {

namespace {

double lengthAt(const Flow& u, std::size_t voxel) {
    return static_cast<double>(std::hypot(u.along[0][voxel], u.along[1][voxel], u.along[2][voxel]));
}

std::array<std::vector<float>, 3> oppositeOf(std::array<std::vector<float>, 3> along) {
    for (std::vector<float>& component : along)
        for (float& value : component)
            value = -value;
    return along;
}

std::array<std::vector<float>, 3> drawnAlong(const Flow& what, const Flow& u) {
    std::array<std::vector<float>, 3> drawn;
    for (std::size_t axis = 0; axis < 3; ++axis)
        drawn[axis] = warped(what.along[axis], {}, u, Sampling::linear, 0).values;
    return drawn;
}

}  // namespace

Registration registeredBy(SelfTestRun& run, const Volume& fixed, const Volume& moved, const RegistrationSettings& settings) {
    Registration answer = registerVolumes(fixed, moved, settings, *cpuSimdRegistration(), {}, run.stopToken());
    if (!answer.isDone) throw SelfTestStopped();
    return answer;
}

std::array<std::vector<float>, 3> inverseOf(const Flow& u) {
    constexpr int rounds = 20;  // the flow changes by less than half a voxel a voxel
    Flow back(u.size);          // -w
    for (int round = 0; round < rounds; ++round) {
        Flow next(u.size);
        next.along = oppositeOf(drawnAlong(u, back));
        back = std::move(next);
    }
    return back.along;
}

double thereAndBackError(const Flow& there, const Flow& back) {
    return endPointErrors(there.size, there.along, oppositeOf(drawnAlong(back, there))).mean();
}

double rmsOf(const Flow& u) {
    double squares = 0;
    for (std::size_t voxel = 0; voxel < u.size.voxels(); ++voxel)
        squares += std::pow(lengthAt(u, voxel), 2);
    return std::sqrt(squares / static_cast<double>(u.size.voxels()));
}

double meanLengthOf(const Flow& u) {
    double sum = 0;
    for (std::size_t voxel = 0; voxel < u.size.voxels(); ++voxel)
        sum += lengthAt(u, voxel);
    return sum / static_cast<double>(u.size.voxels());
}

}  // namespace coarsen
