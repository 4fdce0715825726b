// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/facts.hpp"

#include <cstddef>
#include <optional>
#include <span>

namespace coarsen::conventions {

/// Reads the text that an electron microscope writes beside a picture of these sides; nothing where it is another's.
/// Hitachi (Bio-Formats' HitachiReader): [SemImageFile] or [TemImageFile] PixelSize in nm, DataSize, Date, Time. JEOL (public
/// parsers): $$SM_MICRON_BAR, whole pixels, which stand for $$SM_MICRON_MARKER, "5um"; $CM_FULL_SIZE, $CM_DATE, $CM_TIME. Where
/// it counts other columns than the picture has, it has been resized or cut, and there is no size; rows below those that it
/// counts are an info bar.
std::optional<FileFacts> sidecarTextFacts(std::span<const std::byte> bytes, int width, int height);

}  // namespace coarsen::conventions
