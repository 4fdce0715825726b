// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/values/flow_slices.hpp"

#include "app/window/theme/plot_style.hpp"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace coarsen::window {

namespace {

constexpr int squaresAlong = 8, leastSquare = 4;

/// Draws one plane of a flow, voxel by voxel.
class FlowSlicer {
public:
    FlowSlicer(const FrameFlow& flow, const FlowSeen& seen, bool isDark)
        : flow_(flow), seen_(seen), colours_(flowColours(seen.view, isDark)) {
        for (std::size_t axis = 0; axis < side_.size(); ++axis)
            side_[axis] = checkerSide(flow, axis);
    }

    /// `place`: of what is measured.
    FlowSlice operator()(const SlicePlane& plane, int place) const {
        FlowSlice slice;
        const VolumeSize& size = flow_.size();
        if (place < 0 || place >= lengthAlong(size, plane.through)) return slice;
        slice.across = lengthAlong(size, plane.across);
        slice.down = lengthAlong(size, plane.down);
        const bool areArrows = seen_.view == FlowAspect::arrows;
        if (areArrows)
            slice.u.resize(static_cast<std::size_t>(slice.across) * static_cast<std::size_t>(slice.down));
        else
            slice.picture = QImage(slice.across, slice.down, QImage::Format_ARGB32_Premultiplied);
        Voxel voxel{};
        voxel[plane.through] = place;
        std::size_t next = 0;
        for (int y = 0; y < slice.down; ++y) {
            voxel[plane.down] = y;
            auto* const row = areArrows ? nullptr : reinterpret_cast<QRgb*>(slice.picture.scanLine(y));
            for (int x = 0; x < slice.across; ++x) {
                voxel[plane.across] = x;
                const std::size_t i = size.index(voxel[0], voxel[1], voxel[2]);
                if (areArrows)
                    slice.u[next++] = arrowAt(i, plane);
                else
                    row[x] = isValid(i) ? colourAt(voxel, i) : qRgba(0, 0, 0, 0);
            }
        }
        return slice;
    }

private:
    bool isValid(std::size_t i) const { return flow_.valid.empty() || flow_.valid[i] != 0; }

    std::array<float, 2> arrowAt(std::size_t i, const SlicePlane& plane) const {
        if (!isValid(i)) return {std::numeric_limits<float>::quiet_NaN(), 0};
        return {flow_.found.u.along[plane.across][i], flow_.found.u.along[plane.down][i]};
    }

    QRgb colourAt(const Voxel& voxel, std::size_t i) const {
        if (seen_.view == FlowAspect::checkerboard) {
            const int square = voxel[0] / side_[0] + voxel[1] / side_[1] + voxel[2] / side_[2];
            const std::vector<std::uint8_t>& other = seen_.isAligned ? flow_.alignedOther : flow_.other;
            const int grey = square % 2 == 0 ? other[i] : flow_.here[i];
            return qRgb(grey, grey, grey);
        }
        const double part = seen_.view == FlowAspect::displacement
                                ? flow_.lengthPx(i) / std::max(flow_.mostPx, 1e-9)
                                : 0.5 + 0.5 * std::log(std::max(0.01, static_cast<double>(flow_.found.jacobian[i]))) /
                                            std::max(std::log(flow_.mostFactor), 1e-6);
        return colours_[static_cast<std::size_t>(std::lround(255 * std::clamp(part, 0.0, 1.0)))];
    }

    const FrameFlow& flow_;
    FlowSeen seen_;
    std::array<QRgb, 256> colours_;
    std::array<int, 3> side_{};
};

}  // namespace

std::array<QRgb, 256> flowColours(FlowAspect view, bool isDark) {
    QCPColorGradient gradient = view == FlowAspect::jacobian ? divergingGradient(isDark) : timeGradient(isDark);
    std::array<QRgb, 256> colours{};
    for (std::size_t i = 0; i < colours.size(); ++i)
        colours[i] = gradient.color(static_cast<double>(i), QCPRange(0, 255)) | 0xFF000000U;
    return colours;
}

int checkerSide(const FrameFlow& flow, std::size_t axis) {
    const std::array<double, 3> voxel{flow.spacing.x, flow.spacing.y, flow.spacing.z};
    const double side = std::max(flow.size().width * voxel[0], flow.size().height * voxel[1]) / squaresAlong;
    return std::max(leastSquare, static_cast<int>(std::lround(side / voxel[axis])));
}

std::shared_ptr<const FlowSlices> flowSlicesThrough(std::shared_ptr<const FrameFlow> flow, const FlowSeen& seen, const Voxel& at,
                                                    bool isDark) {
    auto slices = std::make_shared<FlowSlices>();
    const FlowSlicer slicer(*flow, seen, isDark);
    for (std::size_t i = 0; i < slicePlanes.size() && seen.view != FlowAspect::frame; ++i) {
        const SlicePlane& plane = slicePlanes[i];
        if (!flow->isPicture)
            slices->planes[i] = slicer(plane, at[plane.through] - flow->origin[plane.through]);
        else if (i == 0)
            slices->planes[i] = slicer(plane, 0);
    }
    slices->seen = seen;
    slices->at = at;
    slices->isDark = isDark;
    slices->flow = std::move(flow);
    return slices;
}

}  // namespace coarsen::window
