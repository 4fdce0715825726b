// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/theme/words.hpp"
#include "app/window/values/session_comparison.hpp"
#include "core/analysis/frame_result.hpp"
#include "core/analysis/scaling.hpp"
#include "core/analysis/survey.hpp"
#include "core/growth/expected_frames.hpp"
#include "core/growth/exponents.hpp"
#include "core/growth/focus_change.hpp"
#include "core/growth/growth_fit.hpp"
#include "core/growth/off_neighbours.hpp"
#include "core/growth/quench_shift.hpp"
#include "core/series/calibration.hpp"

#include <QString>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace coarsen::window {

/// Everything that the growth chart, its cards and the table show: a value made by the document.
struct GrowthData {
    struct Point {
        SharedResult row;
        bool isStale = false;  ///< from an earlier recipe
        bool isExcluded = false;
        bool isInFit = false;
        bool isMeasured = false;  ///< there is a result at all
        bool isOff = false;       ///< far from its neighbours

        const FrameResult& result() const { return *row; }
    };
    std::vector<Point> points;  ///< one a frame of the series
    std::vector<GrowthFit> fits;
    std::vector<GrowthFit> earlierFits;        ///< as they were before the recipe changed: dashed while the new one grows
    std::vector<OffNeighbours> offNeighbours;  ///< of the present recipe
    std::vector<double> trueRMaxPx;            ///< by frame, of a series whose answer is known; else empty
    bool isTruthShown = false;                 ///< as a line in the chart
    std::optional<RecentGrowth> recent;        ///< expectation from the last frames
    std::optional<QuenchShift> quenchShift;    ///< how much of n hangs on t0
    std::optional<Exponents> exponents;        ///< where they are wanted and found
    FitSettings settings;
    Calibration calibration;
    double firstTimeS = 0;  ///< of the first frame that has a time
    bool timesAreSeconds = true;
    TimeUnit chosenTimeUnit = TimeUnit::automatic;
    bool isComplete = true;                ///< no frame is waiting or out of date
    bool isRunning = false;                ///< frames are being measured
    bool fitsAreEarlier = false;           ///< no frame is of the present recipe: all that is shown is of an earlier one
    bool isStabilised = false;             ///< the recipe looks for drift
    bool measuresSurfaces = false;         ///< the recipe does
    std::vector<ScalingTrend> scaling;     ///< of surfaces that are measured
    std::shared_ptr<const Survey> survey;  ///< once found; a session opened again has its drift in the rows until then
    std::shared_ptr<const SessionComparison> otherSession;  ///< another session's result; null: none is compared

    double originS() const { return settings.t0S.value_or(firstTimeS); }  ///< origin of all shown times
    bool hasQuench() const { return timesAreSeconds && settings.t0S; }
    const GrowthFit* chosenFit() const;
    const GrowthFit* earlierFit() const;       ///< of the chosen model, while results of an earlier recipe are shown; else null
    bool isLeftOut(const Point& point) const;  ///< by the fit there is, not by the user
    std::pair<double, double> timesOf(const GrowthFit& fit) const;  ///< of the first and last frame in it, in timeUnit()
    WeakFrames weakFramesOf(const GrowthFit& fit) const;            ///< none of a length that needs no side maximum
    /// Effect that a loss of focus would have on it; nothing of a length that needs no side maximum.
    std::optional<FocusChange> focusChangeOf(const GrowthFit& fit) const;
    const LengthScale& grown(const FrameResult& result) const;  ///< the length whose growth is fitted
    /// Length that a frame is known by: R_max, or the length whose growth is fitted where that needs no maximum.
    const LengthScale& leading(const FrameResult& result) const;
    QString leadingLabel() const;
    QString lengthLabel() const;  ///< its symbol or name
    QString extentText() const;   ///< how many frames are in the fit, or measured with the present recipe
    void findUnits();             ///< once all else is there
    const Unit& lengthUnit() const { return lengthUnit_; }  ///< for the lengths of the whole series
    const Unit& timeUnit() const { return timeUnit_; }
    QString timeLabel() const;  ///< of a time axis
    bool hasTruth() const { return !trueRMaxPx.empty() && settings.length == "r_max"; }
    double truthOf(int frame) const;                   ///< in lengthUnit(); NaN where it is not known
    bool hasDrift() const;                             ///< of at least one frame
    double lengthOf(const LengthScale& length) const;  ///< in lengthUnit()
    double errorOf(const LengthScale& length) const;
    double timeOf(const FrameResult& result) const;  ///< since the quench or the first frame, in timeUnit()
    QString doubtText(int frame) const;              ///< length to expect from an off frame's neighbours; else empty

private:
    Unit lengthUnit_, timeUnit_;
};

/// The frames that enter the fit: series time in seconds as in FitSettings, an end without a value is open.
struct FitRange {
    std::optional<double> fromS, toS;
};
enum class RangeEnd { from, to };

}  // namespace coarsen::window
