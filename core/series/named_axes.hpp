// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/series/image_series.hpp"

#include <optional>
#include <string>

namespace coarsen {

/// Where names say time and channel, slice or position: channels beside times fold into a frame, of several positions or slices
/// beside times the first is taken. Where one of these varies alone the files stay frames. All of it is said.
void takeNamedAxes(ImageSeries& series, std::optional<int> position);

/// What takeNamedAxes would take the frames apart by, as far as they have come: "channels", "positions" or "slices"; empty where
/// names say no more than times.
std::string axisBesideTimes(const ImageSeries& series);

}  // namespace coarsen
