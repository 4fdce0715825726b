// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/directions.hpp"

#include <QString>

#include <memory>

namespace coarsen::window {

/// C(R) in one direction of a map: a value made by the direction worker.
struct DirectionCurve {
    std::shared_ptr<const CorrelationMap> map;  ///< map that it was read from
    Direction direction;
    Sector read;  ///< direction of the curve that stands there
};

/// "along 35°", "35° ± 15°".
QString nameOf(const Direction& direction);

}  // namespace coarsen::window
