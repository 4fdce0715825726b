// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/values/volume_slices.hpp"

#include <algorithm>
#include <utility>

namespace coarsen::window {

namespace {

using Codes = std::array<std::uint8_t, VolumeBrick::codes>;

Codes greysOf(const GreyLevels& levels) {
    Codes greys{};
    const double span = std::max(1.0, levels.white - levels.black);
    for (std::size_t code = 0; code < greys.size(); ++code)
        greys[code] = static_cast<std::uint8_t>(std::clamp((static_cast<double>(code) - levels.black) / span, 0.0, 1.0) * 255.0);
    return greys;
}

QImage cut(const std::vector<std::uint8_t>& from, const VolumeSize& size, const SlicePlane& plane, int place, const Codes& greys,
           QImage::Format format) {
    const std::array<std::size_t, 3> strides = {1, static_cast<std::size_t>(size.width), size.slice()};
    QImage picture(lengthAlong(size, plane.across), lengthAlong(size, plane.down), format);
    const std::uint8_t* const first = from.data() + static_cast<std::size_t>(place) * strides[plane.through];
    for (int y = 0; y < picture.height(); ++y) {
        uchar* const row = picture.scanLine(y);
        const std::uint8_t* code = first + static_cast<std::size_t>(y) * strides[plane.down];
        for (int x = 0; x < picture.width(); ++x, code += strides[plane.across])
            row[x] = greys[*code];
    }
    return picture;
}

}  // namespace

Voxel middleOf(const VolumeSize& size) {
    return {size.width / 2, size.height / 2, size.depth / 2};
}

Voxel within(const VolumeSize& size, Voxel voxel) {
    for (std::size_t axis = 0; axis < voxel.size(); ++axis)
        voxel[axis] = std::clamp(voxel[axis], 0, std::max(0, lengthAlong(size, axis) - 1));
    return voxel;
}

QImage slicePicture(const VolumeBrick& brick, const SlicePlane& plane, int place, const GreyLevels& levels) {
    return cut(brick.code, brick.size, plane, place, greysOf(levels), QImage::Format_Grayscale8);
}

std::shared_ptr<const VolumeSlices> slicesThrough(std::shared_ptr<const VolumeBrick> brick, const Voxel& at,
                                                  const GreyLevels& levels) {
    auto slices = std::make_shared<VolumeSlices>();
    slices->at = within(brick->size, at);
    slices->levels = levels;
    Codes opaque{};
    opaque[1] = 255;
    const Codes greys = greysOf(levels);
    for (std::size_t i = 0; i < slicePlanes.size(); ++i) {
        const SlicePlane& plane = slicePlanes[i];
        const int place = slices->at[plane.through];
        slices->pictures[i] = cut(brick->code, brick->size, plane, place, greys, QImage::Format_Grayscale8);
        if (!brick->masked.empty())
            slices->masks[i] = cut(brick->masked, brick->size, plane, place, opaque, QImage::Format_Alpha8);
    }
    slices->brick = std::move(brick);
    return slices;
}

}  // namespace coarsen::window
