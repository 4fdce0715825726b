// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/settings/picture_fault.hpp"

#include <limits>
#include <string>
#include <string_view>

namespace coarsen {

/// How far a maximum can be trusted (science/definitions.md). `edge` and `none` are legal answers without a value.
enum class Quality { good, weak, edge, none, manual };
std::string_view nameOf(Quality quality);
Quality qualityNamed(std::string_view name);  ///< throws InputError

/// A length read off C1D, in pixels.
struct LengthScale {
    double px = std::numeric_limits<double>::quiet_NaN();
    double errorPx = std::numeric_limits<double>::quiet_NaN();
    double c1d = std::numeric_limits<double>::quiet_NaN();  ///< C1D there
    Quality quality = Quality::none;
    std::string message;  ///< why there is none or why it is weak, as a sentence; of a good one what else to know, mostly empty
    PictureFault fault = PictureFault::none;  ///< that made it weak, of R_max
    /// The part of C1D that a curve was fitted to, px; NaN of lengths that are no fit.
    double fitFromPx = std::numeric_limits<double>::quiet_NaN(), fitToPx = std::numeric_limits<double>::quiet_NaN();
    /// Error, px, that the length may have because the height that C1D falls from is a form's (xi_amplitude.hpp); part of
    /// errorPx.
    double formErrorPx = 0;

    bool isFound() const { return px == px; }
};

/// No length, and why.
LengthScale noLength(std::string reason);

}  // namespace coarsen
