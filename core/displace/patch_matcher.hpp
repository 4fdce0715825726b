// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// For .cpp files only: it shows OpenCV.

#include "core/correlate/correlate.hpp"
#include "core/displace/patch_grid.hpp"
#include "core/displace/shift.hpp"
#include "core/displace/shift_comparison.hpp"
#include "core/displace/smooth_flow.hpp"

namespace coarsen {

/// Move of one patch, and how well it is known.
struct PatchMatch {
    Move move;  ///< unknown: too few valid pixels, or no contrast
    double errorPx = std::numeric_limits<double>::quiet_NaN();
    double peakRatio = std::numeric_limits<double>::quiet_NaN();
    bool isSettled = false;  ///< else the move is that of the correlation's highest value
};

/// Precision with which a patch is matched.
enum class PatchCare {
    peak,    ///< the correlation's peak, by a parabola: within a tenth of a pixel or two
    step,    ///< one step of least squares: within a few hundredths
    settled  ///< least squares until they settle, with the error
};

/// Compares patches of two pictures of one size, smoothed by a pixel (prepared_picture.hpp). One thread at a time.
class PatchMatcher {
public:
    /// Both pictures must outlive it.
    PatchMatcher(const DrawnPicture& here, const DrawnPicture& moved, int sizePx);

    /// How far `moved` sits right of and below `here` about the patch whose top left pixel that is.
    PatchMatch at(int left, int top, PatchCare care);

private:
    const DrawnPicture &here_, &moved_;
    int sizePx_;
    Correlator correlator_;

    ShiftComparison comparedAt(const Shift& shift, const cv::Rect& place) const;
    PatchMatch roughly(const Move& peak, const cv::Rect& place) const;
    PatchMatch settled(const Move& peak, const cv::Rect& place) const;
};

}  // namespace coarsen
