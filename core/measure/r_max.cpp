// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/numbers.hpp"
#include "core/measure/bracket.hpp"
#include "core/measure/flag_bands.hpp"
#include "core/measure/lengths.hpp"
#include "core/measure/local_extremum.hpp"
#include "core/measure/maxima.hpp"
#include "core/measure/second_length.hpp"
#include "core/measure/spectral_peak.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace coarsen {

namespace {

std::string px(double length) {
    return std::to_string(std::lround(length)) + " px";
}

std::string twoDigits(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2g", value);
    return text;
}

LengthScale atEdge(double endOfRange, bool isCutShort) {
    LengthScale length = noLength("R_max lies at the end of the range (" + px(endOfRange) +
                                  "), so it is not a maximum; increase the largest offset" + (isCutShort ? " or mask less" : ""));
    length.quality = Quality::edge;
    return length;
}

/// In the patterns measured the first zero lies at 0.29 to 0.36 of R_max. Beyond half of the range it means a structure far
/// larger than that, or a trend over the whole picture that lifts C1D: then no larger offset helps.
bool isLifted(const RadialProfile& defined) {
    const double zero = firstZero(defined);
    return std::isnan(zero) || 2 * zero >= defined.r.back();
}

LengthScale lifted(const RadialProfile& defined) {
    const double zero = firstZero(defined);
    const std::string range = defined.size() > 0 ? " up to " + px(defined.r.back()) : "";
    return noLength("No second maximum" + range + ": C1D " +
                    (std::isnan(zero) ? "does not fall to 0" : "falls to 0 only at " + px(zero)) +
                    "; crop to the part that shows the structure, or flatten the background, else increase the largest offset");
}

constexpr double mostlyPattern = 0.9;  // a contrast of three times the mean: then it is not the mean that hides R_max

/// Why C1D shows no maximum with the mean in it (science/eq1.md).
std::string hiddenByTheMean(double patternPart, const MeasureSettings& settings) {
    const std::string contrast = "s/m = " + twoDigits(std::sqrt(patternPart / (1 - patternPart)));
    if (settings.maximum == MaximumRule::bracket && !settings.takesMeanFreeBracket())
        return "No second maximum: with the mean left in (measure.mean=none, contrast " + contrast +
               ") C1D has no zero to look from; subtract the mean (measure.mean=global), or take the bracket from the map about "
               "it (measure.bracket=mean-free)";
    return "No second maximum: with the mean left in (measure.mean=none) C1D falls with the overlap, and at a contrast of " +
           contrast + " the pattern does not rise above that; subtract the mean (measure.mean=global), or enhance the contrast";
}

LengthScale noSecondMaximum(double upToPx) {
    return noLength("No second maximum up to " + px(upToPx) +
                    "; the structure may be larger than the range or have no single length; try a larger offset, or look at the "
                    "map");
}

/// The value refined between samples; false when the cubic has no maximum in its window and the sample itself stands.
bool refineInto(LengthScale& length, const RadialProfile& profile, std::size_t index, const MeasureSettings& settings,
                PolynomialFit fit = PolynomialFit::bySingularValues) {
    const auto peak = refined(profile, index, +1, settings.refining, fit);
    length.px = peak ? peak->r : profile.r[index];
    length.c1d = peak ? peak->value : profile.value[index];
    return peak.has_value();
}

std::size_t sampleNear(const RadialProfile& profile, double px) {
    return static_cast<std::size_t>(std::clamp(std::round(px), 0.0, static_cast<double>(profile.size() - 1)));
}

}  // namespace

namespace {

/// The maximum at a sample, refined inside ]from, to[; a peak that stands `rise` above its minimum, on C1D's scale `amplitude`.
LengthScale refinedMaximum(const RadialProfile& defined, std::size_t sample, double from, double to, double rise,
                           double amplitude, bool isCutShort, const MeasureSettings& settings) {
    LengthScale length;
    bool hasCubic = refineInto(length, defined, sample, settings);
    if (length.px > defined.r.back() - 1) return atEdge(defined.r.back(), isCutShort);
    if (length.px <= from || length.px >= to) {
        length.px = defined.r[sample];
        length.c1d = defined.value[sample];
        hasCubic = false;
    }
    length.quality = Quality::good;
    if (rise < settings.weak * amplitude) {
        length.quality = Quality::weak;
        length.message = "Weak peak: it stands " + twoDigits(rise / amplitude) + " above its minimum (" +
                         shortest(settings.weak) + " is the limit); random images reach this by chance";
    } else if (!hasCubic) {
        length.quality = Quality::weak;
        length.message = "Weak peak: it has no rounded top within 15 % of its radius";
    }
    return length;
}

constexpr double stripesScatter = 0.65;  // one wave: 0.74; a square lattice: 0.57
constexpr double higherByChance = 0.25;  // of what chance gives

/// Adds remarks that a reader of R_max should know though nothing is wrong with it: two lengths, or a pattern that is not the
/// same in all directions. Stripes are weak: their R_max is no distance in any direction.
void addRemarks(LengthScale& length, const ProfileMaximum& chosen, const std::vector<ProfileMaximum>& maxima,
                const RadialProfile& defined) {
    if (length.quality != Quality::good) return;
    const Directions directions = directionsOf(defined, length.px);
    if (directions.isDirectional && directions.scatter > stripesScatter) {
        length.quality = Quality::weak;
        length.message =
            "Weak peak: the pattern consists of stripes of one direction, so R_max is 1.117 of their period; see C1D by "
            "direction";
        return;
    }
    if (directions.isDirectional)
        length.message = "The pattern is not the same in all directions (C2D scatters by " + twoDigits(directions.scatter) +
                         " along a circle): R_max is a mean over them; see C1D by direction";
    for (const ProfileMaximum& other : maxima) {
        const double above = defined.value[other.sample] - defined.value[chosen.sample];
        if (other.sample <= chosen.sample || other.isAtEnd || other.significance < significantRise ||
            significanceOf(above, other.sample, defined) < higherByChance)
            continue;
        length.message += std::string(length.message.empty() ? "" : "; ") + "C1D is higher at " + px(defined.r[other.sample]) +
                          ": the picture has two lengths";
        break;
    }
}

/// The first maximum that is significant, or the most significant; `first`: the first at all.
LengthScale amongMaxima(const RadialProfile& profile, const MeasureSettings& settings) {
    const RadialProfile defined = definedPart(profile);
    const std::vector<ProfileMaximum> maxima = maximaOf(defined, settings.prominence);
    if (maxima.empty()) return isLifted(defined) ? lifted(defined) : noSecondMaximum(defined.r.back());
    auto chosen = maxima.begin();
    if (settings.maximum == MaximumRule::significant) {
        chosen = std::ranges::find_if(maxima, [](const auto& one) { return one.significance >= significantRise; });
        if (chosen == maxima.end()) chosen = std::ranges::max_element(maxima, {}, &ProfileMaximum::significance);
    }
    const bool isCutShort = defined.size() < profile.size();
    if (chosen->isAtEnd) return atEdge(defined.r.back(), isCutShort);

    const double trough = defined.r[lowest(defined, 1, chosen->sample)];
    LengthScale length = refinedMaximum(defined, chosen->sample, trough, defined.r.back(), chosen->rise,
                                        noiseFreeAmplitude(defined), isCutShort, settings);
    if (length.quality == Quality::good && chosen->significance < significantRise) {
        length.quality = Quality::weak;
        length.message = "Weak peak: it stands " + twoDigits(chosen->significance) +
                         " times as high as chance explains with so few domains (1 is the limit)";
    }
    addRemarks(length, *chosen, maxima, defined);
    return length;
}

}  // namespace

LengthScale secondaryMaximum(const RadialProfile& profile, const MeasureSettings& settings, double zeros) {
    const RadialProfile defined = definedPart(profile);
    const auto bracket = bracketOfMaximum(defined, zeros);
    if (!bracket) return lifted(defined);

    const bool isCutShort = defined.size() < profile.size();
    const std::size_t peak = highest(defined, bracket->first, bracket->last);
    const std::size_t trough = lowest(defined, bracket->zero, peak);
    const double rise = defined.value[peak] - defined.value[trough], scale = scaleOfRises(defined);
    const bool rangeEnds = bracket->last + 1 >= defined.size();  // the bracket is cut off by the largest offset
    const bool isHigh = rise >= settings.prominence * scale;
    if (rangeEnds && peak + 1 >= defined.size())
        return isHigh ? atEdge(defined.r.back(), isCutShort) : noSecondMaximum(defined.r.back());
    if (!isHigh || peak == bracket->first || peak == bracket->last) return noSecondMaximum(defined.r[bracket->last]);
    return refinedMaximum(defined, peak, defined.r[bracket->first], defined.r[bracket->last], rise, scale, isCutShort, settings);
}

namespace {

// tests/studies/results/spoilt.txt
constexpr double combRise = 0.1;  // clean and noisy fields: at most -0.016; every comb that is misread: 0.146 and more
constexpr double bandsShare = 0.02, mostlyLines = 0.5;
constexpr double levelPower = 0.33;  // of clean patterns at most 0.28 (Furukawa 4 of 8 px)
constexpr double stretched = 0.35;   // scatter of a pattern whose mean over directions has no peak, though each direction has
constexpr double featurelessShare = 0.04;

/// Flags a good R_max as weak.
void flag(LengthScale& rMax, PictureFault fault, const std::string& message) {
    if (rMax.quality != Quality::good) return;
    rMax.quality = Quality::weak;
    rMax.fault = fault;
    rMax.message = "Weak peak: " + message;
}

void flagComb(LengthScale& rMax, bool isOfRows) {
    flag(rMax, isOfRows ? PictureFault::rowComb : PictureFault::columnComb,
         std::string("every other ") + (isOfRows ? "row" : "column") +
             " of pixels is alike, so this is a comb (raw pixels of a colour sensor, uneven lines" +
             (isOfRows ? ", interlaced fields" : "") + ") or a lattice finer than 3 px; for a comb " +
             (isOfRows ? "keep every other row (lines.fields=first)" : "take the mean of 2 x 2 pixels (lines.cells=2x2)") +
             ", for a lattice magnify");
}

}  // namespace

void flagBands(LengthScale& rMax, double share, bool areRows, const RadialProfile& profile) {
    const std::string lines = areRows ? "rows" : "columns";
    if (share > mostlyLines * noiseFreeAmplitude(profile) || directionsOf(profile, rMax.px).scatter > mostlyLines)
        flag(rMax, PictureFault::stripesOfLines,
             "the pattern consists of stripes along the " + lines +
                 " of pixels: lamellae, of whose period R_max is 1.117, or bands of a camera or a scan, which go with the means "
                 "of the " +
                 lines + " (lines.means=" + lines + ")");
    else
        flag(rMax, areRows ? PictureFault::rowBands : PictureFault::columnBands,
             lines + " of pixels differ as wholes (they share " + twoDigits(100 * share) +
                 " % of the variance at any distance), as bands of a camera or a scan do; take their means off (lines.means=" +
                 lines + "), unless the pattern is made of such lines");
}

namespace {

/// Flags what looks like a length and is none, or not the only one.
void flagFaults(LengthScale& rMax, const RadialProfile& profile, const MeasureSettings& settings) {
    const LineFaults &rows = profile.rows, &columns = profile.columns;
    if (settings.comb == Fault::flagged && std::fmax(rows.comb, columns.comb) > combRise)
        flagComb(rMax, !(columns.comb > combRise));  // raw pixels of a colour sensor have both
    if (settings.mean == MeanMode::none) return;     // the mean lifts C2D and C1D at every distance
    if (settings.bands == Fault::flagged && std::fmax(rows.bands, columns.bands) > bandsShare)
        flagBands(rMax, std::fmax(rows.bands, columns.bands), !(columns.bands > rows.bands), profile);
    if (settings.twoLengths == Fault::ignored || rMax.quality != Quality::good) return;
    if (const auto second = secondLength(definedPart(profile), rMax.px))
        flag(rMax, PictureFault::twoLengths,
             "the picture has a second length of about " + px(second->px) +
                 ", which moves R_max (it is about 9 % too small where the second is as strong and four times as long); measure "
                 "each where the other is not: crop, or take the coarse one off by flatten.method=blur and the fine one by "
                 "filter.kind=gaussian");
}

}  // namespace

LengthScale rMax(const RadialProfile& profile, const MeasureSettings& settings) {
    const bool isBracketed = settings.maximum == MaximumRule::bracket || !std::isnan(profile.meanFreeZeroPx);
    LengthScale length = isBracketed ? secondaryMaximum(profile, settings, 4) : amongMaxima(profile, settings);
    if (settings.mean == MeanMode::none && length.quality == Quality::none && profile.patternPart < mostlyPattern)
        length.message = hiddenByTheMean(profile.patternPart, settings);
    flagFaults(length, profile, settings);
    return length;
}

void flagUncertain(LengthScale& rMax, const MeasureSettings& settings) {
    const double part = rMax.errorPx / rMax.px;
    if (rMax.quality != Quality::good || !(part > settings.weakError)) return;
    rMax.quality = Quality::weak;
    rMax.message = "Weak peak: R_max is known to \u00b1" + twoDigits(100 * part) + " % only (" +
                   shortest(100 * settings.weakError) +
                   " % is the limit); two maxima compete, or the picture holds too few domains";
}

void flagNearEnd(LengthScale& rMax, double endOfRangePx) {
    if (rMax.quality != Quality::good || !(rMax.px + 2 * rMax.errorPx > endOfRangePx)) return;
    rMax.quality = Quality::weak;
    rMax.message = "Weak peak: within two standard errors of the end of the range (" + px(endOfRangePx) +
                   "), where only frames with a short R_max have one; increase the largest offset";
}

void flagFalseColour(LengthScale& rMax) {
    flag(rMax, PictureFault::falseColour,
         "the picture has no more colours than a colour map, and grey made of such false colour is not what was "
         "measured; export the picture in grey, or as numbers");
}

void flagSpectrum(LengthScale& rMax, const RadialProfile& profile) {
    const bool hasMean = profile.patternPart < 1;  // which is a wave longer than any
    if (rMax.quality != Quality::good || hasMean) return;
    if (const Directions found = directionsOf(profile, rMax.px); found.isDirectional && found.scatter > stretched) return;
    if (levelSpectrum(definedPart(profile), rMax.px) > levelPower)
        flag(rMax, PictureFault::spectrum,
             "the spectrum has no peak at R_max's waves, longer or shorter ones are as strong; so it is no distance, but the "
             "edge of the spectrum of noise that was magnified, smoothed or sharpened");
}

void flagSurround(LengthScale& rMax, double part) {
    if (!(part > featurelessShare)) return;
    const bool isItsEffect =
        rMax.fault == PictureFault::rowBands || rMax.fault == PictureFault::columnBands || rMax.fault == PictureFault::twoLengths;
    if (isItsEffect) rMax.quality = Quality::good;  // until it is flagged by its cause
    flag(
        rMax, PictureFault::surround,
        twoDigits(100 * part) +
            " % of the picture shows no pattern (a surround, a bubble, an info bar), which bends C1D; mask it (surround.circle=" +
            std::to_string(std::lround(std::ceil(1.5 * rMax.px))) + "), or crop to the pattern (crop.shapes)");
}

LengthScale rMin(const RadialProfile& profile, const MeasureSettings& settings) {
    const RadialProfile defined = definedPart(profile);
    const double zero = firstZero(defined);
    const LengthScale maximum = rMax(defined, settings);
    // Where C1D is lifted its minimum before R_max may lie above 0.
    const bool isBracketed = settings.maximum == MaximumRule::bracket || !std::isnan(defined.meanFreeZeroPx);
    const bool isBeforeMaximum = maximum.isFound() && !isBracketed;
    if (std::isnan(zero) && !isBeforeMaximum) return noLength("C1D has no minimum below 0 within the largest offset");
    const std::size_t first = isBeforeMaximum ? 1 : static_cast<std::size_t>(std::ceil(zero));
    const double end = maximum.isFound() ? maximum.px : std::min(4 * zero, defined.r.back());
    const std::size_t index = lowest(defined, first, static_cast<std::size_t>(end));
    if (std::isnan(defined.value[index]) || index + 1 >= defined.size())
        return noLength("C1D still falls at the end of the range; increase the largest offset");
    LengthScale length;
    const auto trough = refined(defined, index, -1, settings.refining);
    length.px = trough ? trough->r : defined.r[index];
    length.c1d = trough ? trough->value : defined.value[index];
    length.quality = Quality::good;
    return length;
}

LengthScale rMaxWithin(const RadialProfile& profile, double fromPx, double toPx, const MeasureSettings& settings) {
    LengthScale length;
    refineInto(length, profile, highest(profile, sampleNear(profile, fromPx), sampleNear(profile, toPx)), settings,
               PolynomialFit::byNormalEquations);
    length.quality = Quality::manual;
    return length;
}

LengthScale rMinWithin(const RadialProfile& profile, double fromPx, double toPx, const MeasureSettings& settings) {
    const std::size_t index = lowest(profile, sampleNear(profile, fromPx), sampleNear(profile, toPx));
    const auto trough = refined(profile, index, -1, settings.refining, PolynomialFit::byNormalEquations);
    LengthScale length;
    length.px = trough ? trough->r : profile.r[index];
    length.c1d = trough ? trough->value : profile.value[index];
    length.quality = Quality::manual;
    return length;
}

LengthScale rMaxNear(const RadialProfile& profile, double px, const MeasureSettings& settings) {
    // The nearest local maximum; the sample itself where C1D has none.
    const auto wanted = static_cast<std::size_t>(std::clamp(std::lround(px), 1l, static_cast<long>(profile.size()) - 2));
    std::size_t best = wanted;
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 1; i + 1 < profile.size(); ++i) {
        const bool isMaximum = profile.value[i] >= profile.value[i - 1] && profile.value[i] > profile.value[i + 1];
        if (isMaximum && std::abs(profile.r[i] - px) < nearest) best = i, nearest = std::abs(profile.r[i] - px);
    }
    LengthScale length;
    refineInto(length, profile, best, settings);
    length.quality = Quality::manual;
    return length;
}

}  // namespace coarsen
