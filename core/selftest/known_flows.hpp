// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/register/registration.hpp"
#include "core/selftest/known_series.hpp"

#include <array>
#include <vector>

namespace coarsen {

/// The flow between two volumes by the plain engine; throws SelfTestStopped.
Registration registeredBy(SelfTestRun& run, const Volume& fixed, const Volume& moved, const RegistrationSettings& settings);

/// -w of the inverse x + w(x) of h(x) = x - u(x), voxels: w(x) = u(x + w(x)).
std::array<std::vector<float>, 3> inverseOf(const Flow& u);

/// Mean of |u(x) + back(x - u(x))| in voxels, `back` being found with the volumes exchanged.
double thereAndBackError(const Flow& there, const Flow& back);

/// Root mean square of |u|, voxels.
double rmsOf(const Flow& u);

/// Mean of |u|, voxels.
double meanLengthOf(const Flow& u);

}  // namespace coarsen
