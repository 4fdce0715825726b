// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/register/engines.hpp"
#include "core/register/registration.hpp"
#include "core/synth/flow_errors.hpp"
#include "core/synth/flow_pair.hpp"

namespace coarsen::test {

/// 64^3 voxels with a structure of 14 voxels that a flow of up to 4 voxels moves.
FlowPairSettings knownFlow();

/// On one thread.
Registration registered(const FlowPair& pair, RegistrationSettings settings = {});

/// Errors of the displacement that was found.
EndPointErrors errorsOf(const Registration& answer, const FlowPair& pair);

}  // namespace coarsen::test
