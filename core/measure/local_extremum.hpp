// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/radial_profile.hpp"

#include <cstddef>
#include <optional>

namespace coarsen {

/// An extremum between samples.
struct Extremum {
    double r = 0, value = 0;
};

/// A least-squares cubic over +-15 % of r[index] (at least +-2 samples) and its maximum (`sign` +1) or minimum (-1) inside that
/// window; nothing when the cubic has none there (measurement.md section 1).
std::optional<Extremum> refined(const RadialProfile& profile, std::size_t index, int sign);

}  // namespace coarsen
