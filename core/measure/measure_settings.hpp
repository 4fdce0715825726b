// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/correlate.hpp"
#include "core/settings/field.hpp"
#include "core/settings/warning.hpp"

#include <string>
#include <vector>

namespace coarsen {

enum class AzimuthRule { bilinear, cubic, linearBins };
enum class ErrorMethod { jackknife, floor, none };
enum class ErrorRule { pooled, larger };
enum class SmallRadii { quarter, whole };
enum class Refining { fine, coarse };
enum class Terms { sum, diagonal, all };
enum class MaximumRule { significant, first, bracket };
enum class BracketSource { own, meanFree };
enum class Fault { flagged, ignored };
enum class XiStart { noiseByShape, noiseOrCusp, noiseFree, zero, noiseAndScale };
enum class EnsembleErrors { pooled, between };
enum class XiErrors { jackknife, limited };

/// How the length is measured (recipe key `measure`).
struct MeasureSettings {
    int maxLag = 0;                               ///< `max_lag`: largest offset R in px; 0: a third of the shorter side
    MeanMode mean = MeanMode::global;             ///< `mean`
    NormMode norm = NormMode::count;              ///< `norm`
    AzimuthRule azimuth = AzimuthRule::bilinear;  ///< `azimuth`: bilinear, cubic, linear-bins
    double prominence = 0.005;                    ///< `prominence`: least rise over the minimum before it
    double weak = 0.06;                           ///< `weak`: below this rise a maximum is flagged
    double weakError = 0.1;                       ///< `weak_error`: beyond this part of R_max its standard error flags it
    ErrorMethod errors =
        ErrorMethod::jackknife;  ///< `errors`: jackknife over 3 x 2 sub-images, with the k/sqrt(Nd) floor; floor only; none

    /// `maximum`: which maximum of C1D is R_max. The first that is significant (maxima.hpp); the first at all; the highest
    /// between 2 and 4 first zeros, as every recipe without the key has it.
    MaximumRule maximum = MaximumRule::significant;

    /// `bracket`, while the mean is left in: R_max by C1D itself, or the highest of it between 2 and 4 first zeros of C1D about
    /// the mean, which it cannot have itself.
    BracketSource bracket = BracketSource::own;

    ErrorRule errorRule = ErrorRule::pooled;      ///< `error_rule`: how jack-knife and statistical limit make R_max's error
    SmallRadii smallRadii = SmallRadii::quarter;  ///< `small_radii`: lengths up to 20 px from C1D at quarter or whole pixels

    /// `refining`: extrema of up to 20 px by a polynomial of fifth degree and collapse.csv from quarter pixels, or a cubic and
    /// whole pixels.
    Refining refining = Refining::fine;

    /// `xi_start`: the height from which correlation lengths see C1D fall (xi_amplitude.hpp), and of axes the radius (xi.cpp).
    XiStart xiStart = XiStart::noiseAndScale;
    EnsembleErrors ensembleErrors = EnsembleErrors::pooled;  ///< `ensemble_errors`: of lengths of many images (ensemble.hpp)

    /// `xi_errors`: of correlation lengths: the jack-knife's, and k / sqrt(areas or volumes) where there is none; or with that
    /// limit beside it by `error_rule`, of volumes the larger one and none without the jack-knife.
    XiErrors xiErrors = XiErrors::jackknife;

    // Faults that look like a length and are none, or not the only one: flagged, such an R_max is at most weak, and its message
    // says so.
    Fault comb = Fault::flagged;         ///< `comb`: a pattern of one or two pixels' period (line_faults.hpp)
    Fault bands = Fault::flagged;        ///< `bands`: rows or columns of pixels that differ as wholes (line_faults.hpp)
    Fault falseColour = Fault::flagged;  ///< `false_colour`: grey made of a colour map (false_colour.hpp)
    Fault spectrum = Fault::flagged;     ///< `spectrum`: no peak at R_max's waves (spectral_peak.hpp)
    Fault surround = Fault::flagged;     ///< `surround`: parts without a pattern (featureless.hpp)
    Fault twoLengths = Fault::flagged;   ///< `two_lengths`: a second length in C1D, no multiple of the first (second_length.hpp)

    bool structureFactor = false;  ///< `structure_factor`: also 2 pi / q1 and 2 pi / q_peak of S(q)
    bool anisotropy = false;       ///< `anisotropy`: also the elongation of C2D's rings and its direction
    int sectors = 0;               ///< `sectors`: also C(R, theta), averaged over so many sectors of the half plane; 0: none

    Terms terms = Terms::sum;  ///< `terms`: also C_ii of each channel, or C_ij of every pair of channels (terms.hpp)

    /// True where a second map, about the mean, says where R_max is looked for.
    bool takesMeanFreeBracket() const { return mean == MeanMode::none && bracket == BracketSource::meanFree; }

    static const Fields<MeasureSettings>& fields();
    std::string summary() const;  ///< in few words, as a step has it
    std::vector<Warning> warnings(const MeasuredFacts& facts) const;
    bool operator==(const MeasureSettings&) const = default;
};

/// R for an image of this size: `settings.maxLag` or a third of the shorter side, never beyond half of it and at least 1.
int maxLagFor(const MeasureSettings& settings, int width, int height);

}  // namespace coarsen
