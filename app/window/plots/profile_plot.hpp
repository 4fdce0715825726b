// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/plots/direction_curve.hpp"
#include "app/window/plots/term_curves.hpp"
#include "app/window/theme/theme.hpp"
#include "core/measure/length_scale.hpp"
#include "core/measure/radial_profile.hpp"
#include "core/series/calibration.hpp"

#include <QObject>
#include <QPolygonF>

#include <optional>
#include <vector>

class QCustomPlot;
class QCPAxis;
class QCPGraph;
class QCPItemStraightLine;
class QCPItemText;
class QCPLayer;

namespace coarsen::window {

/// Lengths that are read off a C1D curve.
struct ProfileLengths {
    LengthScale rMax, rMin, rZero;
    std::vector<LengthScale> others = {};  ///< maxima that R_max might be as well
    LengthScale alone = {};                ///< the one that is followed, where that needs no maximum: said in R_max's place
    QString aloneName = {};
};

enum class ProfileAxes {
    linear,
    logRadius,
    logLog,  ///< of the values above 0
};

/// How C1D is drawn.
struct ProfileLook {
    bool isNarrow = false;
    ProfileAxes axes = ProfileAxes::linear;
    std::shared_ptr<const DirectionCurve> direction;      ///< over C1D, grey; may be null
    QString corner = {};                                  ///< words in the lower right corner
    std::shared_ptr<const std::vector<Term>> terms = {};  ///< over C1D, named in a legend; may be null
    std::optional<ChannelPair> term = {};                 ///< the one among them that is chosen
    bool isOfVolume = false;                              ///< averaged over spheres, which its axis says
};

/// C1D in a QCustomPlot: curve, band of 2 standard errors, the R_max marker, first minimum and first zero, the other maxima, and
/// C2D in one direction over it. For the view and for figures.
///
/// Use, given `QCustomPlot* chart, const RadialProfile& profile, const LengthScale& rMax, const Calibration& calibration`:
///
///     ProfilePlot plot(chart, theme());
///     plot.show(profile, {.rMax = rMax, .rMin = {}, .rZero = {}}, calibration, {.axes = ProfileAxes::logRadius});
class ProfilePlot {
public:
    ProfilePlot(QCustomPlot* plot, const Theme& theme);
    ~ProfilePlot();
    ProfilePlot(const ProfilePlot&) = delete;
    ProfilePlot& operator=(const ProfilePlot&) = delete;

    void show(const RadialProfile& profile, const ProfileLengths& lengths, const Calibration& calibration,
              const ProfileLook& look = {});
    void clear();
    void applyTheme(const Theme& theme);
    void setHoveredRadius(std::optional<double> px);
    double pxPerUnit() const { return pxPerUnit_; }

private:
    struct Extent {
        double lowest = 0, highest = 0;  ///< of C1D: of all of it, and beyond the central peak
    };
    Extent showCurve(const RadialProfile& profile, const ProfileLengths& lengths);
    Extent showDirection(const DirectionCurve* curve);
    void setAxes(const RadialProfile& profile, ProfileAxes axes, const Extent& extent);
    void showWords(const ProfileLengths& lengths, const Calibration& calibration, bool isNarrow);
    void placeWords();  ///< where they cover least of what is drawn
    std::vector<QPolygonF> drawnLines() const;
    QString withUnit(const LengthScale& length) const;
    void markLength(QCPGraph* marker, const LengthScale& length);
    void markOthers(const std::vector<LengthScale>& others);

    QCustomPlot* plot_;
    QCPGraph *low_, *high_, *curve_, *direction_, *directionMark_, *zeroMark_, *minMark_, *maxMark_, *otherMarks_;
    QCPItemStraightLine *maxLine_, *hover_;
    QCPItemText *maxText_, *minText_, *message_, *directionText_, *corner_;
    TermCurves terms_;
    QCPLayer* hoverLayer_;
    QMetaObject::Connection laidOut_;
    const Theme* theme_;
    QString unit_;
    double pxPerUnit_ = 1;
};

}  // namespace coarsen::window
