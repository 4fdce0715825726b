// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/placed_volumes.hpp"

#include "core/analysis/volume_steps.hpp"
#include "core/series/volume_series.hpp"
#include "core/volume/volume_header.hpp"
#include "core/volume_files/read_volume.hpp"

#include <array>
#include <cstddef>

namespace coarsen {

std::optional<Placement> finalPlacement(const ImageSeries& series, int frame, const Recipe& recipe,
                                        const Calibration& calibration) {
    if (!series.volumes || !series.volumes->first.placement) return std::nullopt;
    const FrameSource& source = series.frames.at(static_cast<std::size_t>(frame));
    const VolumeHeader header = volumeHeader(source.file, volumeOf(series, source));
    const Spacing sides = spacingOf(series, calibration);
    std::optional<Placement> placement = niftiPlacement(header, sides);
    if (!placement) return placement;
    const VoxelBox kept = keptBox(header.size, recipe, frame);
    const std::array<double, 3> first{kept.x * sides.x, kept.y * sides.y, kept.z * sides.z};
    for (std::size_t axis = 0; axis < 3; ++axis)
        for (std::size_t i = 0; i < 3; ++i)
            placement->origin[i] += first[axis] * placement->axes[axis][i];
    return placement;
}

}  // namespace coarsen
