// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/length_scale.hpp"
#include "core/measure/measure_settings.hpp"
#include "core/measure/radial_profile.hpp"
#include "core/measure/structure_factor.hpp"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace coarsen {

/// First zero crossing of C1D, linearly interpolated; of C1D about the mean where the bracket is taken from there.
LengthScale rZero(const RadialProfile& profile, const MeasureSettings& settings);
/// The lowest sample before R_max (without one: between the first zero and four of them), refined by a cubic like R_max.
LengthScale rMin(const RadialProfile& profile, const MeasureSettings& settings);
/// The maximum of C1D that `settings.maximum` chooses; least-squares cubic over +-15 % (at least +-2 px) about its highest
/// sample.
LengthScale rMax(const RadialProfile& profile, const MeasureSettings& settings);
/// The highest maximum between 2 and `zeros` first zeros. One direction of C2D needs more than 4, for a wave comes back there.
LengthScale secondaryMaximum(const RadialProfile& profile, const MeasureSettings& settings, double zeros);
/// First R with C1D = C1D(0) / 2.
LengthScale rHalf(const RadialProfile& profile, const MeasureSettings& settings);
/// The mean R under C1D up to its first zero, int R C dR / int C dR: the whole central peak has a part in it, so that it scatters
/// less than a single place of it, and the spike of white noise at R = 0 has hardly one.
LengthScale rMoment(const RadialProfile& profile, const MeasureSettings& settings);
/// The correlation length: the first R with C1D = C1D(0) / e, linearly interpolated.
LengthScale xi(const RadialProfile& profile, const MeasureSettings& settings);
/// int C1D dR / C1D(0) to the first zero or the end of the range: xi of an exponential.
LengthScale xiIntegral(const RadialProfile& profile, const MeasureSettings& settings);
/// xi of A exp(-R / xi), fitted by least squares without weights from 2 smoothing scales to where C1D has fallen to 0.1 A.
LengthScale xiFit(const RadialProfile& profile, const MeasureSettings& settings);
/// The same of a replicate, whose xi lies near `wholePx`.
LengthScale xiFitNear(const RadialProfile& replicate, double wholePx, const MeasureSettings& settings);

/// Flags a good R_max as weak where its standard error says that it is hardly known: two maxima compete, or there are too few
/// domains.
void flagUncertain(LengthScale& rMax, const MeasureSettings& settings);

/// Flags a good R_max as weak where the end of the range lies within two of its standard errors: of such frames those whose R_max
/// happens to be longer have none, so that what is left is too short on average.
void flagNearEnd(LengthScale& rMax, double endOfRangePx);

/// Flags a good R_max as weak, for the grey that it was measured in was made of a colour map (false_colour.hpp).
void flagFalseColour(LengthScale& rMax);

/// Flags it likewise where the spectrum has no peak there (spectral_peak.hpp) and the pattern is the same in all directions.
void flagSpectrum(LengthScale& rMax, const RadialProfile& profile);

/// Flags it likewise where this part of the picture shows no pattern (featureless.hpp).
void flagSurround(LengthScale& rMax, double part);

/// R_max set by hand: the local maximum of C1D nearest to `px`, refined; quality `manual`.
LengthScale rMaxNear(const RadialProfile& profile, double px, const MeasureSettings& settings);

/// The highest (lowest) place of C1D between two radii, refined: the same peak or trough in a replicate that need not pass the
/// tests of rMax and rMin.
LengthScale rMaxWithin(const RadialProfile& profile, double fromPx, double toPx, const MeasureSettings& settings);
LengthScale rMinWithin(const RadialProfile& profile, double fromPx, double toPx, const MeasureSettings& settings);

/// One estimator of a length: THE LIST stands in shippedLengths() below.
struct LengthEstimator {
    std::string key;    ///< "r_max": as in `fit.length`; the columns are r_max_px and r_max_err_px
    std::string label;  ///< "R_max"
    // One of the two:
    LengthScale (*fromProfile)(const RadialProfile&, const MeasureSettings&) = nullptr;
    LengthScale (*fromSpectrum)(const StructureFactor&) = nullptr;
    /// The same length of a replicate of the jack-knife, given the whole image's; null: it has no error, or its own (R_max).
    LengthScale (*again)(const RadialProfile& replicate, double wholePx, const MeasureSettings&) = nullptr;
    std::string entry = {};    ///< its name in a session; empty: the key
    bool isOfSchema1 = false;  ///< every session has it
    /// The k of its relative statistical limit k / sqrt(correlated areas); 0: none is known. A length with one needs no side
    /// maximum of C1D: frames without R_max have it, too.
    double limit = 0;
    double limitOfVolumes = 0;         ///< the same of volumes, k / sqrt(correlated volumes)
    double limitOfRingsInVolumes = 0;  ///< of rings alone, as recipes without `xi_errors` have it
    bool isFit = false;                ///< of a curve to a part of C1D, whose ends are reported

    bool needsMaximum() const { return limit == 0; }
};
const std::vector<LengthEstimator>& lengthEstimators();
/// nullptr where there is none of that key.
const LengthEstimator* lengthEstimator(std::string_view key);
std::vector<LengthEstimator> shippedLengths();

/// A frame's lengths by the estimators' keys. One that was not asked for, or not known when the frame was measured, is not found.
///
/// Use, given `const RadialProfile& profile, const MeasureSettings& settings`:
///
///     Lengths lengths;
///     lengths["r_half"] = rHalf(profile, settings);
///     const double px = lengths["r_half"].px;
class Lengths {
public:
    const LengthScale& operator[](std::string_view key) const;
    LengthScale& operator[](std::string_view key);

private:
    std::map<std::string, LengthScale, std::less<>> byKey_;
};

}  // namespace coarsen
