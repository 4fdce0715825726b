// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What every engine asks of its shape and planes, written once.

#include "core/correlate/engine.hpp"

#include <cstdint>

namespace coarsen {

/// Throws SettingError when no engine could work on this shape: empty image, R negative or not below both sides.
void checkPossible(const PlanShape& shape);

/// Throws EngineError when the plane has another size, type, channel or mean count than the plan was made for.
void checkFits(const PlanShape& shape, const Plane& plane, const std::string& engine);

/// The mean that is subtracted from this channel's pixels.
inline double meanOf(const Plane& plane, int channel) {
    return plane.means.empty() ? 0 : plane.means[static_cast<std::size_t>(channel)];
}

/// sum (a - meanA)(b - meanB) from exact sums over the same pairs of pixels; the cancellation happens in long double.
double centredSum(std::int64_t ab, std::int64_t a, std::int64_t b, std::int64_t pairs, double meanA, double meanB);

/// How many lags an autocorrelation has that differ: Y0 >= 0.
inline double lagCount(const PlanShape& shape) {
    return (2.0 * shape.maxLag + 1) * (shape.maxLag + 1.0);
}

}  // namespace coarsen
