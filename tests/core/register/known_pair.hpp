// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/register/registration.hpp"
#include "core/synth/flow_pair.hpp"

#include <vector>

namespace coarsen::test {

/// 64^3 voxels with a structure of 14 voxels that a flow of up to 4 voxels moves.
FlowPairSettings knownFlow();

/// How far a displacement is off its truth, voxels: by voxel, of those more than 4 from every face, in order of size. Nearer to a
/// face nobody can tell what came in from outside.
struct EndPointErrors {
    std::vector<double> sorted;
    double mean() const;
    double percentile(double part) const;
    double largest() const { return sorted.back(); }
};
EndPointErrors endPointErrors(const Flow& u, const std::array<std::vector<float>, 3>& truth);

/// |u(x) + back(x - u(x))|: 0 where `back` undoes u. Of voxels as above.
EndPointErrors roundTripErrors(const Flow& u, const Flow& back);

/// On one thread.
Registration registered(const FlowPair& pair, RegistrationSettings settings = {});

}  // namespace coarsen::test
