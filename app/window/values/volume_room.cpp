// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/values/volume_room.hpp"

#include "core/analysis/volume_frame_measurer.hpp"
#include "core/analysis/volume_steps.hpp"
#include "core/base/error.hpp"
#include "core/base/memory.hpp"
#include "core/series/volume_series.hpp"
#include "core/volume_files/read_volume.hpp"

namespace coarsen::window {

VolumeSize sizeBeforeReading(const ImageSeries& series, const FrameSource& source) {
    return volumeHeader(source.file, volumeOf(series, source)).size;
}

std::size_t memoryToShow(const VolumeSize& size, bool areStepsSeen) {
    constexpr std::size_t voxelBytes = sizeof(float) + 1, brickBytes = 2;
    return size.voxels() * (voxelBytes + brickBytes) * (areStepsSeen ? 2 : 1);
}

void requireRoomFor(const VolumeSize& size, std::size_t needed, const std::string& purpose, const std::string& remedy) {
    if (needed <= memoryBudget()) return;
    throw SettingError("memory",
                       "a volume of " + sizeText(size) + " needs about " + bytesText(needed) + " of memory " + purpose +
                           ", and " + bytesText(memoryBudget()) + " may be used",
                       remedy + "allow more memory in the settings");
}

void requireRoomToMeasure(const VolumeSize& size, const ImageSeries& series, const Recipe& recipe,
                          const Calibration& calibration) {
    VolumeHeader header = series.volumes->first;
    header.size = size;
    requireRoomFor(size, volumeMemory(header, recipe, spacingOf(series, calibration)), "to be measured",
                   "crop it, choose a smaller largest offset, or ");
}

std::size_t memoryForBricks() {
    constexpr std::size_t share = 3;  // twenty volumes of 512³ where 8 GB may be used
    return memoryBudget() / share;
}

bool isRoomAside(const VolumeSize& size) {
    constexpr std::size_t lookedAtAndAside = 3;
    return lookedAtAndAside * memoryToShow(size, false) + memoryForBricks() <= memoryBudget();
}

}  // namespace coarsen::window
