// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/register/engine.hpp"
#include "core/settings/flow_settings.hpp"

#include <cstddef>
#include <functional>
#include <stop_token>

namespace coarsen {

/// How a descent went.
struct Descent {
    RegistrationLevel::Evaluation first, last;
    int evaluations = 0;
    bool wasFolding = false;  ///< a step was refused because of J
};

/// Below it a deformation counts as folded: such a step is undone.
inline constexpr double leastJacobian = 0.05;

/// When a descent ends.
struct DescentEnd {
    int most;          ///< evaluations
    double leastFall;  ///< of the energy in three steps, as a part of it
};

/// Limits at which the descent ends on one of so many levels; 0 is the finest. They follow the settings' tolerance and
/// iterations.
DescentEnd descentEnd(std::size_t level, std::size_t levels, const FlowSettings& settings);

/// Goes down the energy of one level: steps that move no voxel by more than s, from 0.5 voxel on. Where the energy rises or J
/// falls below its limit the step is undone and s halved, else s grows by 5 %. Ends as `end` says, or when s is below 0.01 voxel.
/// `evaluated` is called after each evaluation. After a stop the level holds what was accepted so far.
Descent descend(RegistrationLevel& level, double lambda, const DescentEnd& end,
                const std::function<void(const Descent&)>& evaluated, std::stop_token stop);

}  // namespace coarsen
