// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/lengths.hpp"
#include "core/measure/removed_mean.hpp"
#include "core/measure/xi_amplitude.hpp"

#include <algorithm>
#include <cstddef>

namespace coarsen {

LengthScale xiIntegral(const RadialProfile& measured, const MeasureSettings& settings) {
    RadialProfile profile = withRemovedPart(measured);
    if (profile.size() < 2 || !(profile.value[0] > 0)) return noLength("C1D(0) is not above 0");
    const Height height = xiAmplitude(profile, settings);
    if (!(height.value > 0)) return noLength("C1D(0) is not above 0");
    profile.value[0] = height.value;
    const auto isOver = [](double value) { return !(value > 0); };  // at or below 0, or undefined
    const auto end = static_cast<std::size_t>(std::ranges::find_if(profile.value, isOver) - profile.value.begin());
    double area = 0;
    for (std::size_t i = 0; i + 1 < end; ++i)  // C1D is straight between its samples
        area += (profile.r[i + 1] - profile.r[i]) * (profile.value[i] + profile.value[i + 1]) / 2;
    if (end < profile.size() && profile.value[end] <= 0) {
        const double last = profile.value[end - 1], zero = last / (last - profile.value[end]);
        area += (profile.r[end] - profile.r[end - 1]) * zero * last / 2;
    }
    LengthScale length;
    length.px = area / profile.value[0];
    length.formErrorPx = (length.px - profile.r[1] / 2) * height.error / height.value;  // the first pixel has half of the height
    length.quality = Quality::good;
    if (end == profile.size()) length.message = "C1D has no zero: the integral ends with the range";
    return length;
}

}  // namespace coarsen
