// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/preprocess/frame.hpp"
#include "core/preprocess/picture_memory.hpp"
#include "core/preprocess/step_context.hpp"
#include "core/settings/field.hpp"
#include "core/settings/warning.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace coarsen {

/// Masks what of each picture shows no pattern (featureless_blocks.hpp): a dark surround, bubbles, an info bar; nothing by
/// default. It stands before the light is taken off, which then is that of the pattern. The mask reaches a quarter of a circle
/// into the pattern, for edges that are blurred.
struct Surround {
    static constexpr const char* key = "surround";
    static constexpr const char* label = "Surround";
    static constexpr const char* stageLabel = "Surround";
    static constexpr const char* help = "Masks what shows no pattern: a dark surround, bubbles, an info bar";
    static constexpr bool canSwitchOff = false;
    static constexpr bool isNewerThanItsRecipe = true;
    static constexpr double circleOfRMax = 1.5;  ///< circles in which a pattern always has waves, over R_max

    double circlePx = 0;  ///< `circle`: across; 0 masks nothing

    static const Fields<Surround>& fields();
    std::string summary() const;
    std::vector<Warning> warnings(const MeasuredFacts& facts) const;
    bool isActing() const { return circlePx > 0; }
    bool isForDisplayOnly() const { return !isActing(); }
    std::size_t memory(PictureMemory& picture) const;
    Frame operator()(const Frame& frame, const StepContext& context) const;
    bool operator==(const Surround&) const = default;
};

}  // namespace coarsen
