// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/preprocess/frame.hpp"

namespace coarsen {

/// Knowledge of a picture before any step: what the user leaves out. Light, dust and drift are judged by
/// the rest. Of the steps that are still to come: what a step has taken out, the frame's mask and size say.
struct Foreseen {
    PixelRect kept;                ///< rectangle that a crop will leave; empty: all of it
    Mask userMask;                 ///< where the user's own dust (a file's, painted) is not, within the shapes of a crop
    bool arePlanesNeeded = false;  ///< by a step that measures what the file holds beside its grey picture
};

/// The frame's mask without the user's own dust and what the crop will cut away: the pixels that light, dust and drift are judged
/// by.
Mask validAndKept(const Frame& frame, const Foreseen& foreseen);

/// The pixels that are neither masked nor the user's own dust, also where the crop will cut away.
Mask validAndUsers(const Frame& frame, const Foreseen& foreseen);

}  // namespace coarsen
