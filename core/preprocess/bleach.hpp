// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/preprocess/frame.hpp"
#include "core/preprocess/picture_memory.hpp"
#include "core/preprocess/volume_context.hpp"
#include "core/settings/field.hpp"
#include "core/volume/volume.hpp"

#include <cstddef>
#include <string>

namespace coarsen {

enum class SliceLevel { scaled, moved };  ///< light fades: a factor; offset drifts: a difference

/// Undoes what bleaching and depth do to the slices of a volume: every slice's mean over its valid voxels becomes the
/// volume's; slices without a valid voxel stay. A picture is one slice and stays.
struct Bleach {
    static constexpr const char* key = "bleach";
    static constexpr const char* label = "Bleach";
    static constexpr const char* stageLabel = "Even";
    static constexpr const char* help = "Gives every slice of a volume the same mean";
    static constexpr bool canSwitchOff = true;
    static constexpr bool isNewerThanItsRecipe = true;
    static constexpr bool isForVolumesOnly = true;

    SliceLevel level = SliceLevel::scaled;

    static const Fields<Bleach>& fields();
    std::string summary() const;
    std::size_t memory(PictureMemory&) const { return 0; }
    Frame operator()(const Frame& frame) const { return frame; }
    /// Throws InputError: a slice to be scaled whose mean is not above 0.
    Volume operator()(const Volume& volume, const VolumeContext& context) const;
    bool operator==(const Bleach&) const = default;
};

}  // namespace coarsen
