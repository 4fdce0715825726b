// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/level_crossing.hpp"

#include "core/measure/curve_spline.hpp"

#include <limits>
#include <vector>

namespace coarsen {

namespace {

constexpr int halvings = 40;

/// The sample at which the level is reached, 0 when it is not.
std::size_t reachedAt(const std::vector<double>& values, double level) {
    for (std::size_t i = 1; i < values.size(); ++i)
        if (values[i - 1] > level && values[i] <= level) return i;
    return 0;
}

}  // namespace

double firstCrossing(const RadialProfile& profile, double level) {
    const FineCurve& fine = profile.fine;
    if (const std::size_t i = reachedAt(fine.value, level); i > 0 && fine.r.size() >= 4) {
        const CurveSpline spline(fine.r, fine.value);
        double before = fine.r[i - 1], after = fine.r[i];
        for (int n = 0; n < halvings; ++n) {
            const double middle = (before + after) / 2;
            (spline.at(middle) > level ? before : after) = middle;
        }
        return after;
    }
    const std::size_t i = reachedAt(profile.value, level);
    if (i == 0) return std::numeric_limits<double>::quiet_NaN();
    const double before = profile.value[i - 1], after = profile.value[i];
    return profile.r[i - 1] + (profile.r[i] - profile.r[i - 1]) * (before - level) / (before - after);
}

}  // namespace coarsen
