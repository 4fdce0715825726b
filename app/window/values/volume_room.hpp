// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recipe/recipe.hpp"
#include "core/series/image_series.hpp"
#include "core/volume/volume.hpp"

#include <cstddef>
#include <string>

namespace coarsen::window {

/// The size of a frame that is a volume as its own header has it, whatever the series' first one has: what is asked before its
/// voxels are unpacked. Throws InputError where there is no such header.
VolumeSize sizeBeforeReading(const ImageSeries& series, const FrameSource& source);

/// Memory that a volume takes to be shown, bytes: its values with their mask and what is seen of them; the same again where steps
/// change it.
std::size_t memoryToShow(const VolumeSize& size, bool areStepsSeen);

/// Throws SettingError where `needed` bytes are beyond the budget of memory. `purpose`: what they are for, as "to be measured".
void requireRoomFor(const VolumeSize& size, std::size_t needed, const std::string& purpose, const std::string& remedy);

/// Throws SettingError where measuring a volume of this size by the recipe takes more than the budget of memory, as a run reckons
/// it: with its surface and the flow to it, where the recipe asks for them.
void requireRoomToMeasure(const VolumeSize& size, const ImageSeries& series, const Recipe& recipe,
                          const Calibration& calibration);

/// The part of the budget that bricks which nobody looks at now may take, bytes.
std::size_t memoryForBricks();

/// Tells whether a volume may be read that nobody looks at yet: two are at a time, one for a small picture and one ahead, and
/// have to fit into the budget beside the shown one and the bricks that are kept.
bool isRoomAside(const VolumeSize& size);

}  // namespace coarsen::window
