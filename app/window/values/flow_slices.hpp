// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/values/frame_flow.hpp"

#include <QImage>

#include <array>
#include <memory>
#include <vector>

namespace coarsen::window {

/// As what the flow of a frame is seen: not at all, as arrows over the frame, as the map of |u| or of J, or as a checkerboard of
/// the frame and the one that it is compared with.
enum class FlowAspect { frame, arrows, displacement, jacobian, checkerboard };

struct FlowSeen {
    FlowAspect view = FlowAspect::frame;
    bool isAligned = true;  ///< the checkerboard's other frame is moved by the flow

    bool operator==(const FlowSeen&) const = default;
};

/// A plane of it made ready for the screen.
struct FlowSlice {
    int across = 0, down = 0;             ///< voxels; 0: the plane lies outside of what is measured
    QImage picture;                       ///< Format_ARGB32_Premultiplied; null of arrows
    std::vector<std::array<float, 2>> u;  ///< of arrows, in voxels across and down, row by row; NaN where masked
};

/// Through a voxel of the frame, in the planes of slicePlanes; of a picture in the first alone.
struct FlowSlices {
    std::shared_ptr<const FrameFlow> flow;
    FlowSeen seen;
    Voxel at{};
    bool isDark = false;  ///< in the colours of the dark theme
    std::array<FlowSlice, 3> planes;
};

/// Takes some ms: called by workers, and where a figure is drawn.
std::shared_ptr<const FlowSlices> flowSlicesThrough(std::shared_ptr<const FrameFlow> flow, const FlowSeen& seen, const Voxel& at,
                                                    bool isDark);

/// The colours of |u| from 0 to mostPx, of J from 1 / mostFactor to mostFactor by its logarithm.
std::array<QRgb, 256> flowColours(FlowAspect view, bool isDark);

/// A side of the checkerboard's squares along an axis, voxels.
int checkerSide(const FrameFlow& flow, std::size_t axis);

}  // namespace coarsen::window
