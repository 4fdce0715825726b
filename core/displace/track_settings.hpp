// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/settings/field.hpp"

namespace coarsen {

/// Picture with which those that come one after the other are compared.
enum class TrackReference { previous, first };

/// How a moving picture is followed (`coarsen-cli track`).
struct TrackSettings {
    int maxLag = 16;                                      ///< `max_lag`: largest shift along both axes, px
    TrackReference reference = TrackReference::previous;  ///< `reference`

    static const Fields<TrackSettings>& fields();
};

}  // namespace coarsen
