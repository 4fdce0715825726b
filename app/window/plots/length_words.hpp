// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/series/calibration.hpp"

#include <QString>

namespace coarsen::window {

/// Words of core's about a frame, with their lengths in the unit of the axis that it stands beside: "18 px" becomes "9 µm" where
/// pixels are 0.5 µm. Without a pixel size as it is.
QString withLengthsInUnits(const QString& words, const Calibration& calibration);

}  // namespace coarsen::window
