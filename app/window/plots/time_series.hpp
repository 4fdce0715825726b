// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/values/growth_data.hpp"

#include <QString>

#include <vector>

namespace coarsen::window {

/// Quantity that the growth panel's chart shows.
enum class GrowthQuantity { length, exponent, ratio, drift, rotation, deformation, area, areaScaling, eulerScaling, focus };
QString nameOf(GrowthQuantity quantity);

/// Quantities of a series against time: a value for TimeSeriesPlot.
struct TimeSeries {
    struct Curve {
        QString name;                      ///< empty when there is only one
        std::vector<double> value, error;  ///< one a frame, NaN: none; `error` may be empty
    };
    QString label, timeLabel;   ///< of the axes, with unit
    bool countsFrames = false;  ///< instead of time
    QString unit;               ///< of the values; empty: a number
    std::vector<double> time;   ///< one a frame, in the axis' unit
    std::vector<Curve> curves;
    std::vector<bool> isGuessed;                     ///< one a frame: drawn hollow; may be empty
    std::vector<int> flagged;                        ///< frames with a line and a word
    QString flag;                                    ///< the word: "jump"
    std::vector<double> trend;                       ///< one a frame, dashed; may be empty
    std::vector<std::pair<double, QString>> levels;  ///< values with a name: dotted lines where the chart shows them
    QString note;                                    ///< in a corner
    bool isPath = false;                             ///< points are joined also where they have errors
    bool includesZero = false;                       ///< on the vertical axis
    QString empty;                                   ///< why there is nothing, when there is not

    bool isEmpty() const;
};

/// The power law's exponent by the frame at which the fit begins; empty until they are found.
TimeSeries exponentTimeSeries(const GrowthData& data);

/// How far each frame's content sits right and down of the first frame's, of volumes behind it, too, with jumps; empty unless the
/// recipe stabilises.
TimeSeries driftTimeSeries(const GrowthData& data);

/// How far each frame is turned against the first, from x towards y (down); empty unless the recipe looks for that.
TimeSeries rotationTimeSeries(const GrowthData& data);

/// The mean of |u|, how far each frame has deformed since the one that it is compared with, with the expected error; empty
/// unless the recipe looks for that.
TimeSeries deformationTimeSeries(const GrowthData& data);

/// The first zero of C1D over R_max with its trend: constant while the pattern is self-similar.
TimeSeries ratioTimeSeries(const GrowthData& data);

/// Contrast and sharpness (focus.hpp) in percent of the first frame's that has them, with what a loss of focus could explain of
/// the growth: sharp waves fade first. Empty of volumes.
TimeSeries focusTimeSeries(const GrowthData& data);

/// S_V, the area of the surface by volume.
TimeSeries areaTimeSeries(const GrowthData& data);

/// S_V R_max, or chi R_max^3, with its trend: constant while growth is self-similar.
QString scalingWords(const ScalingTrend& trend);  ///< "constant (less than 5.0 %): +0.5 ± 0.6 % while R_max grows 1.9 times"
TimeSeries scalingTimeSeries(const GrowthData& data, const ScalingProduct& product);

TimeSeries timeSeriesOf(GrowthQuantity quantity, const GrowthData& data);  ///< empty of the length itself

}  // namespace coarsen::window
