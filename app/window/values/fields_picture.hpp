// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/preprocess/frame.hpp"

#include <QColor>
#include <QImage>

namespace coarsen::window {

/// The channels of a frame in one picture, Format_RGB32. Axes: axisColour() by how well they agree. Colours: a* and b* as they
/// are, all of one lightness. Else the first three as red, green and blue, or two as magenta and green, each stretched between
/// its percentiles.
QImage fieldsPicture(const Frame& frame, double lowPercent, double highPercent);

/// A closed circle of colours for an axis, the same after 180 degrees. Lightness goes with cos 2 theta and blue to yellow with
/// sin 2 theta, which people see who cannot tell red from green, too. Grey where axes do not agree (`coherence` 0).
QColor axisColour(double axisDeg, double coherence);

}  // namespace coarsen::window
