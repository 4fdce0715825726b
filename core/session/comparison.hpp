// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session.hpp"

#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coarsen {

/// Another result of a series (another recipe, another engine), brought to the frames of the session that it is held against.
struct OtherResult {
    std::string name;                       ///< of its session's file
    Recipe recipe;                          ///< that measured its rows
    std::string engine;                     ///< that computed them: "cpu-fft", of several "cpu-fft and gpu-fft"
    FrameResults rows;                      ///< of its recipe as it was saved, by the frame of the series open here
    std::set<int> excluded;                 ///< of these rows, those that its session leaves out
    int strangers = 0;                      ///< of its rows, those whose image is not in the series open here
    std::optional<GrowthFit> fit;           ///< of its chosen law; none where there is none, or where its frames have other times
    double fittedFromS = 0, fittedToS = 0;  ///< the first and last frame of that fit
    double umPerPx = 0;                     ///< of the fit's lengths; 0: they are in px

    double fittedPxAt(double seconds) const { return fit->valueAt(seconds) / (umPerPx > 0 ? umPerPx : 1); }
};

/// Holds `other` against the series of `here`. Frames are the same where name, page and SHA-256 are (the hash where both were
/// measured), or page and hash alone, of a file that was renamed. Throws InputError with the name as subject where no frame is
/// the same, where frames of one name show other images, and where none of its rows is of its recipe.
OtherResult otherResult(const Session& here, const Session& other, const std::string& name);

/// A frame of which both results have the length; px and standard errors.
struct ComparedFrame {
    int frame = 0;
    double px = 0, errorPx = 0;
    double otherPx = 0, otherErrorPx = 0;
    bool isExcluded = false;  ///< here or there: it has no part in what is said of all

    double differencePx() const { return otherPx - px; }
    /// The difference in standard errors, the larger one of the two: both are of the same image, so their errors are not
    /// independent and do not add up. NaN where neither is known.
    double differenceInErrors() const { return differencePx() / std::fmax(errorPx, otherErrorPx); }
    bool isWithinErrors() const { return std::abs(differenceInErrors()) <= 1 || differencePx() == 0; }
};

/// How two results of one series differ.
struct ResultComparison {
    std::string length;                    ///< key of lengthEstimators()
    std::vector<ComparedFrame> frames;     ///< in their order
    std::vector<int> onlyHere, onlyOther;  ///< frames not excluded of which one alone has the length
    int otherImages = 0;                   ///< frames of one name whose file was another one here: not compared
    int counted = 0;                       ///< frames that are not excluded
    int withinErrors = 0;                  ///< of these
    double meanPx = 0;                     ///< of these, of other less here; 0 without any
    const ComparedFrame* largest() const;  ///< of these, the one that differs most; null without any
    const ComparedFrame* find(int frame) const;
};

/// `here`: rows of the series open here that are up to date.
ResultComparison comparisonOf(const FrameResults& here, const std::set<int>& excluded, const OtherResult& other,
                              std::string_view length);

/// A setting that two recipes have different and that decides something in at least one of them.
struct RecipeDifference {
    std::string key, here, other;  ///< "flatten.method" and its values as `--set` takes them
};
std::vector<RecipeDifference> recipeDifferences(const Recipe& here, const Recipe& other);

/// "cpu-fft", of rows from several "cpu-fft and gpu-fft".
std::string enginesOf(const FrameResults& rows);

}  // namespace coarsen
