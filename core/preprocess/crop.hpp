// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/preprocess/frame.hpp"
#include "core/preprocess/picture_memory.hpp"
#include "core/settings/field.hpp"
#include "core/settings/warning.hpp"

#include <string>
#include <vector>

namespace coarsen {

/// A rectangle of the image before this step; width or height 0 reach to the edge. Pixels and mask keep their type and values.
struct Crop {
    static constexpr const char* key = "crop";
    static constexpr const char* label = "Crop";
    static constexpr const char* stageLabel = "Crop";
    static constexpr const char* help = "Measures a rectangle only";
    static constexpr bool canSwitchOff = true;
    static constexpr bool warnsWhileOff = true;  ///< a picture may be small without it, too

    int x = 0, y = 0, width = 0, height = 0;

    static const Fields<Crop>& fields();
    std::string summary() const;
    std::vector<Warning> warnings(const MeasuredFacts& facts) const;
    PixelRect rectangleIn(int imageWidth, int imageHeight) const;  ///< what is left of an image of this size; may be empty
    PixelRect kept(int imageWidth, int imageHeight) const;         ///< the same; empty also where that is the whole image
    std::size_t memory(PictureMemory& picture) const;
    Frame operator()(const Frame& frame) const;  ///< throws SettingError when the rectangle begins outside the image
    bool operator==(const Crop&) const = default;
};

}  // namespace coarsen
