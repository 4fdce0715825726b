// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/image/region.hpp"
#include "core/preprocess/frame.hpp"
#include "core/preprocess/picture_memory.hpp"
#include "core/preprocess/volume_context.hpp"
#include "core/settings/field.hpp"
#include "core/settings/warning.hpp"
#include "core/volume/voxel_box.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace coarsen {

/// A rectangle of the image before this step; width or height 0 reach to the edge. Where there are shapes, it is made no larger
/// than they are, and what lies outside of them is masked: a part that the user leaves out, from the first step on
/// (Foreseen::userMask). Shapes of one frame hold for it alone; a frame that none holds for is not measured. Pixels keep their
/// type and values, and so does the mask inside. Of a volume the rectangle and the shapes are those of every slice.
struct Crop {
    static constexpr const char* key = "crop";
    static constexpr const char* label = "Crop";
    static constexpr const char* stageLabel = "Crop";
    static constexpr const char* help = "Measures a rectangle only";
    static constexpr bool canSwitchOff = true;
    static constexpr bool choosesPart = true;
    static constexpr bool warnsWhileOff = true;  ///< a picture may be small without it, too

    int x = 0, y = 0, width = 0, height = 0;
    Region shapes = {};
    int z = 0, depth = 0;  ///< of volumes: the first slice, and how many; 0 reaches to the last
    bool infoBar = false;  ///< rows that its instrument states to be an info bar are no part of a frame (info_bar.hpp)

    static const Fields<Crop>& fields();
    std::string summary() const;
    bool isWhole() const { return Crop{x, y, width, height, shapes} == Crop{}; }  ///< of a picture or slice nothing goes
    std::vector<Warning> warnings(const MeasuredFacts& facts) const;
    /// Rectangle left of an image of this size; may be empty. Of no frame in particular: the size that no frame's goes beyond.
    PixelRect rectangleIn(int imageWidth, int imageHeight, int frame = anyFrame) const;
    /// The same; empty also where that is the whole image.
    PixelRect kept(int frame, int imageWidth, int imageHeight) const;
    Mask userMask(int frame, int imageWidth, int imageHeight) const;  ///< the shapes
    /// Throws where nothing can be measured of such an image: InputError where that is this frame's own trouble, no shape holds
    /// for it or its own lie elsewhere; SettingError where the shapes of all frames do.
    void requireShapes(int frame, int imageWidth, int imageHeight, const Mask& inside) const;
    std::size_t memory(PictureMemory& picture) const;
    Frame operator()(
        const Frame& frame) const;  ///< throws the same, and SettingError when nothing of the image is in the rectangle
    static bool isFieldOfPictures(std::string_view field) { return field == "info_bar"; }
    static bool isFieldOfVolumes(std::string_view field) { return field == "z" || field == "depth"; }
    VoxelBox kept(int frame, const VolumeSize& size) const;  ///< the rectangle in some slices; may have no voxel
    /// Throws as of a frame.
    Volume operator()(const Volume& volume, const VolumeContext& context) const;
    bool operator==(const Crop&) const = default;
};

}  // namespace coarsen
