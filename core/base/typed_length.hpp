// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

namespace coarsen {

/// A length as somebody writes it, in micrometres: "500 nm", "5mm", "8,3 µm", or a number alone, which counts in `bareUm`. Any
/// unit of core/base/units.hpp is known; nothing for anything else.
std::optional<double> typedLengthUm(std::string_view text, double bareUm = 1);

}  // namespace coarsen
