// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// For .cpp files of this folder only: no public header of ours includes the JSON library.

#include "core/growth/growth_fit.hpp"
#include "core/session/json_entry.hpp"

namespace coarsen {

/// JSON of what a session keeps of a fit of the growth.
Json storedFitJson(const GrowthFit& fit);

/// Throws InputError that names the entry which is missing or of another kind.
GrowthFit storedFitFrom(const JsonEntry& json);

}  // namespace coarsen
