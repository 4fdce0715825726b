// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/theme/theme.hpp"
#include "core/measure/length_scale.hpp"
#include "core/measure/radial_profile.hpp"
#include "core/series/calibration.hpp"

#include <optional>

class QCustomPlot;
class QCPGraph;
class QCPItemStraightLine;
class QCPItemText;
class QCPLayer;

namespace coarsen::window {

/// What is read off a C1D curve.
struct ProfileLengths {
    LengthScale rMax, rMin, rZero;
};

/// C1D in a QCustomPlot: curve, band of 2 standard errors, the R_max marker, first minimum and first zero. For the view and for
/// figures.
class ProfilePlot {
public:
    ProfilePlot(QCustomPlot* plot, const Theme& theme);

    void show(const RadialProfile& profile, const ProfileLengths& lengths, const Calibration& calibration, bool isNarrow);
    void clear();
    void applyTheme(const Theme& theme);
    void setHoveredRadius(std::optional<double> px);
    double pxPerUnit() const { return pxPerUnit_; }

private:
    void markLength(QCPGraph* marker, const LengthScale& length);

    QCustomPlot* plot_;
    QCPGraph *low_, *high_, *curve_, *zeroMark_, *minMark_, *maxMark_;
    QCPItemStraightLine *maxLine_, *hover_;
    QCPItemText *maxText_, *minText_, *message_;
    QCPLayer* hoverLayer_;
    double pxPerUnit_ = 1;
};

}  // namespace coarsen::window
