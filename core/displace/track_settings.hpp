// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/settings/field.hpp"

#include <optional>

namespace coarsen {

/// Picture with which those that come one after the other are compared.
enum class TrackReference { previous, first };

/// How a moving picture is followed (`coarsen-cli track`).
struct TrackSettings {
    int maxLag = 16;                                      ///< `max_lag`: largest shift along both axes, px
    TrackReference reference = TrackReference::previous;  ///< `reference`

    static const Fields<TrackSettings>& fields();
};

/// How raw frames lie in a pipe.
struct RawFrames {
    int width = 0, height = 0;     ///< `size`; 0: not named
    int bits = 8;                  ///< `bits`: or 16, little-endian
    std::optional<double> rateHz;  ///< `rate`: of the camera; none: not known

    bool isSized() const { return width > 0; }
    static const Fields<RawFrames>& fields();
};

}  // namespace coarsen
