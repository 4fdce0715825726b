// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/preprocess/frame.hpp"
#include "core/preprocess/picture_memory.hpp"
#include "core/settings/field.hpp"

#include <cstddef>
#include <string>

namespace coarsen {

enum class SliceLevel { scaled, moved };  ///< light fades: a factor; offset drifts: a difference

/// What bleaching and depth do to the slices of a volume is undone: every slice's mean becomes the volume's (withEvenSlices in
/// c3d/volume_steps.hpp). A picture is one slice and stays.
struct Bleach {
    static constexpr const char* key = "bleach";
    static constexpr const char* label = "Bleach";
    static constexpr const char* stageLabel = "Even";
    static constexpr const char* help = "Gives every slice of a volume the same mean";
    static constexpr bool canSwitchOff = true;
    static constexpr bool isNewerThanItsRecipe = true;

    SliceLevel level = SliceLevel::scaled;

    static const Fields<Bleach>& fields();
    std::string summary() const;
    std::size_t memory(PictureMemory&) const { return 0; }
    Frame operator()(const Frame& frame) const { return frame; }
    bool operator==(const Bleach&) const = default;
};

}  // namespace coarsen
