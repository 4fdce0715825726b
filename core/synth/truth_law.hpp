// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/synth/synthetic_series.hpp"

#include <cmath>

namespace coarsen {

/// A length of the truth and its time since the quench.
struct TruthPoint {
    double length, sinceQuenchS;
};

/// Truth of frame `index`: frames are equally spaced, and the law goes through the first and last length.
inline TruthPoint truthPoint(double from, double to, RingLaw law, double exponent, const SynthSettings& settings, int index) {
    const double span = settings.intervalS * (settings.frames - 1);
    if (law == RingLaw::constant || settings.frames == 1 || from == to) return {from, settings.intervalS * index};
    const double n = law == RingLaw::linear ? 1.0 : exponent;
    const double first = span / (std::pow(to / from, 1 / n) - 1);
    const double sinceQuench = first + settings.intervalS * index;
    return {from * std::pow(sinceQuench / first, n), sinceQuench};
}

}  // namespace coarsen
