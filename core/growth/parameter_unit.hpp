// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/growth/growth_fit.hpp"

#include <string>

namespace coarsen {

/// Unit of a law's parameter in the units of its lengths and times: "um/s", "um^3/s", "um/s^n"; empty for a number.
std::string unitOf(const ModelParameter& parameter, const std::string& lengthUnit, const std::string& timeUnit);

}  // namespace coarsen
