// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/preprocess/frame.hpp"
#include "core/preprocess/picture_memory.hpp"
#include "core/preprocess/volume_context.hpp"
#include "core/settings/field.hpp"
#include "core/settings/warning.hpp"
#include "core/volume/volume.hpp"

#include <string>
#include <vector>

namespace coarsen {

/// Every pixel the median of its neighbourhood: takes hot pixels and the camera's impulse noise away and leaves edges where they
/// are. It smooths, so R_max is to be six of its sides or more: at three it is 1.5 % too long (decision P15). Masked pixels have
/// no part in it and stay.
struct Median {
    static constexpr const char* key = "median";
    static constexpr const char* label = "Median";
    static constexpr const char* stageLabel = "Median";
    static constexpr const char* help = "Removes single-pixel noise";
    static constexpr bool canSwitchOff = true;

    int radiusPx = 1;  ///< `radius`: of a square, in volumes a cube, of 2 radius + 1 pixels a side

    static const Fields<Median>& fields();
    std::string summary() const;
    std::vector<Warning> warnings(const MeasuredFacts& facts) const;
    std::size_t memory(PictureMemory& picture) const;
    Frame operator()(const Frame& frame) const;
    Volume operator()(const Volume& volume, const VolumeContext& context) const;  ///< of a cube about each voxel
    bool operator==(const Median&) const = default;
};

}  // namespace coarsen
