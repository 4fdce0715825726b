// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/measure_settings.hpp"

#include "core/settings/fields.hpp"

#include <algorithm>

namespace coarsen {

namespace {
constexpr int mostSectors = 18;  // 10 degrees each: the circle of 1 px has a sample in every one
}

const Fields<MeasureSettings>& MeasureSettings::fields() {
    using S = MeasureSettings;
    static const Fields<S> list = {
        integerField(
            "max_lag", &S::maxLag, 0, 100000,
            {"Largest offset", "Reach of C2D along both axes; 0 takes a third of the shorter side. R_max must lie well inside.",
             "px", "", "auto"}),
        choiceField(
            "mean", &S::mean, {"global", "none", "overlap"},
            {"Mean",
             "Mean that is subtracted before correlating: the image's mean, nothing (Eq. 1 of the paper), or the mean of each "
             "overlap."}),
        choiceField("norm", &S::norm, {"count", "energy", "local"},
                    {"Normalisation",
                     "Normalisation per pair of pixels (unbiased), by the image's energy (Eq. 1 of the paper), or by each "
                     "overlap's own variance."}),
        choiceField("azimuth", &S::azimuth, {"bilinear", "cubic", "linear-bins"},
                    {"Azimuthal average",
                     "Reading of C2D on a circle: interpolated linearly, by cubics, or shared between the two nearest radii."}),
        realField("prominence", &S::prominence, 0, 1,
                  {"Least prominence", "A maximum counts only when C1D stands this much above the minimum before it."}),
        realField("weak", &S::weak, 0, 1,
                  {"Weak below", "A maximum that stands less than this above its minimum is flagged as weak."}),
        realField("weak_error", &S::weakError, 0, 1,
                  {"Weak if the relative error exceeds",
                   "A maximum whose standard error is more than this part of R_max is flagged as weak: two maxima may compete."}),
        choiceField(
            "errors", &S::errors, {"jackknife", "floor", "none"},
            {"Standard errors", "From six sub-images with the statistical limit as a floor, the limit only, or none (fastest)."}),
        newerThanItsRecipe(
            choiceField("maximum", &S::maximum, {"significant", "first", "bracket"},
                        {"Which maximum",
                         "R_max is the first maximum of C1D that chance does not explain; the first of all, where that is passed "
                         "over; or the highest between 2 and 4 first zeros, as in earlier versions."}),
            "bracket"),
        newerThanItsRecipe(
            choiceField("error_rule", &S::errorRule, {"pooled", "larger"},
                        {"Error of R_max",
                         "The jack-knife's variance and the statistical limit's in equal parts, or the larger of the "
                         "two errors, as in earlier versions."}),
            "larger"),
        newerThanItsRecipe(
            choiceField("small_radii", &S::smallRadii, {"quarter", "whole"},
                        {"Small radii",
                         "Lengths of up to 20 px are read from C1D at quarter pixels, or at whole ones as in earlier "
                         "versions, 0.01 to 0.1 px too large."}),
            "whole"),
        newerThanItsRecipe(
            choiceField("refining", &S::refining, {"fine", "coarse"},
                        {"Refining",
                         "The top of a maximum of up to 20 px by a polynomial of fifth degree, and the collapsed curve from "
                         "quarter pixels; or by a cubic, 0.03 % too long, and from whole pixels, as in earlier versions."}),
            "coarse"),
        newerThanItsRecipe(
            choiceField(
                "xi_start", &S::xiStart, {"noise-by-shape", "noise-or-cusp", "noise-free", "zero", "noise-and-scale"},
                {"ξ starts at",
                 "Correlation lengths see C1D fall from C1D(0) without the spike of white noise, found by C1D's shape, round or "
                 "pointed; as if it were pointed; with a cusp taken for noise; from C1D(0) itself as in earlier versions, too "
                 "short where the picture is noisy; or by its shape, where ξ of axes is told without what averaging them over "
                 "channels.scale adds."}),
            "zero"),
        newerThanItsRecipe(
            choiceField(
                "ensemble_errors", &S::ensembleErrors, {"pooled", "between"},
                {"Errors of ensembles",
                 "Scatter between images, corrected for their number and pooled with what each knows of its own error, or "
                 "the bare scatter as in earlier versions, too small for few images."}),
            "between"),
        newerThanItsRecipe(
            choiceField(
                "xi_errors", &S::xiErrors, {"jack-knife", "limited"},
                {"Errors of ξ",
                 "Errors of correlation lengths: the jack-knife's alone, or as in earlier versions with a limit beside it "
                 "that holds for one shape of C1D."}),
            "limited"),
        newerThanItsRecipe(
            choiceField("comb", &S::comb, {"flagged", "ignored"},
                        {"Combs",
                         "Flags R_max as weak where the picture has a comb of one pixel's period (raw Bayer pixels, "
                         "uneven columns, interlaced fields)."}),
            "ignored"),
        newerThanItsRecipe(choiceField("bands", &S::bands, {"flagged", "ignored"},
                                       {"Bands",
                                        "Flags R_max as weak where rows or columns of the picture differ as wholes (bands of a "
                                        "camera or a scan)."}),
                           "ignored"),
        newerThanItsRecipe(
            choiceField("false_colour", &S::falseColour, {"flagged", "ignored"},
                        {"False colour",
                         "Flags R_max as weak where the picture has the colours of a colour map, whose grey is not "
                         "what was measured."}),
            "ignored"),
        newerThanItsRecipe(
            choiceField("spectrum", &S::spectrum, {"flagged", "ignored"},
                        {"Spectrum",
                         "Flags R_max as weak where the spectrum has no peak at its waves (noise that was magnified, "
                         "smoothed or sharpened), or the picture is made of flat blocks that JPEG left or of single steps of "
                         "grey, as a smooth shade in whole levels is."}),
            "ignored"),
        newerThanItsRecipe(
            choiceField("surround", &S::surround, {"flagged", "ignored"},
                        {"Surround",
                         "Flags R_max as weak where a part of the picture shows no pattern (a dark surround, bubbles, "
                         "an info bar)."}),
            "ignored"),
        newerThanItsRecipe(
            choiceField(
                "two_lengths", &S::twoLengths, {"flagged", "ignored"},
                {"Two lengths", "Flags R_max as weak where the picture has a second length, which is no multiple of it."}),
            "ignored"),
        booleanField("structure_factor", &S::structureFactor,
                     {"Structure factor", "Also the lengths of S(q): 2\u03c0 over its first moment and over its peak's q."}),
        booleanField("anisotropy", &S::anisotropy,
                     {"Anisotropy", "Also how far C2D's rings are from circles, and which way they are longer."}),
        integerField("sectors", &S::sectors, 0, mostSectors,
                     {"Sectors", "Also C1D by direction: averages over so many sectors of half a turn; 0 for none."}),
        newerThanItsRecipe(
            choiceField(
                "terms", &S::terms, {"sum", "diagonal", "all"},
                {"Terms",
                 "Terms of several channels: their sum only, also the autocorrelation of each, or also how every pair of them "
                 "correlates."}),
            "sum"),
        newerThanItsRecipe(
            choiceField("bracket", &S::bracket, {"own", "mean-free"},
                        {"Bracket",
                         "While the mean is left in: R_max as C1D itself shows it, or the highest of C1D between 2 and 4 first "
                         "zeros of the C1D of the image less its mean.",
                         "", "mean=none"}),
            "own"),
    };
    return list;
}

std::string MeasureSettings::summary() const {
    return norm == NormMode::count ? "per pair" : norm == NormMode::energy ? "by energy" : "local";
}

namespace {

/// Warnings of faults that no setting mends: false colour is told where pictures are read, the others' remedies stand beside the
/// steps Lines and Surround.
std::vector<Warning> faultWarnings(PictureFault fault) {
    switch (fault) {
        case PictureFault::twoLengths:
            return {{"measure.two_lengths",
                     "The picture has a second length, which moves R_max. Measure each where the other is not: crop, or take the "
                     "coarse one off by flatten.method=blur and the fine one by filter.kind=gaussian.",
                     "", "", ""}};
        case PictureFault::spectrum:
            return {
                {"measure.spectrum",
                 "The spectrum has no peak at R_max's waves, as that of noise that was magnified, smoothed or sharpened, or the "
                 "picture is made of flat blocks that JPEG left or of single steps of grey. Measure the pictures as the camera "
                 "gave them.",
                 "", "", ""}};
        case PictureFault::stripesOfLines:
            return {{"measure.bands",
                     "The pattern consists of stripes along rows or columns of pixels: lamellae, or bands of a camera or a scan. "
                     "Bands "
                     "go with the means of the lines (lines.means=both); so would lamellae.",
                     "", "", ""}};
        default:
            return {};
    }
}

}  // namespace

std::vector<Warning> MeasureSettings::warnings(const MeasuredFacts& facts) const {
    std::vector<Warning> list = faultWarnings(facts.fault);
    if (const int half = std::min(facts.width, facts.height) / 2; half >= 1 && maxLag > half)
        list.push_back({"measure.max_lag",
                        "The largest offset is more than half the image (" + std::to_string(half) + " px); it is cut to that.",
                        "measure.max_lag", std::to_string(half), "Use " + std::to_string(half) + " px"});
    if (mean == MeanMode::none && !facts.isAboutRMax)
        list.push_back({"measure.mean",
                        "Without mean subtraction C1D does not fall to 0, and correlation lengths are read too long.",
                        "measure.mean", "global", "Use global mean"});
    else if (mean == MeanMode::none)
        list.push_back({"measure.mean",
                        takesMeanFreeBracket() ? "Without mean subtraction R_max is read too short: by some 5 % at a contrast of "
                                                 "0.6 of the mean, by some 20 % at 0.3."
                                               : "Without mean subtraction a picture of usual contrast has no second maximum.",
                        "measure.mean", "global", "Use global mean"});
    return list;
}

int maxLagFor(const MeasureSettings& settings, int width, int height) {
    const int shorter = std::min(width, height);
    const int wanted = settings.maxLag > 0 ? settings.maxLag : shorter / 3;
    return std::max(1, std::min(wanted, shorter / 2));
}

}  // namespace coarsen
