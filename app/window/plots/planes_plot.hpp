// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/plots/map_look.hpp"
#include "app/window/theme/theme.hpp"
#include "core/measure/length_scale.hpp"
#include "core/measure/volume_measurer.hpp"

#include <QPointF>
#include <QSize>

#include <array>
#include <optional>

class QCustomPlot;
class QCPAxisRect;
class QCPColorMap;
class QCPColorScale;
class QCPItemEllipse;
class QCPItemText;
class QCPLayoutInset;

namespace coarsen::window {

/// C3D in a QCustomPlot: its three planes through offset 0, as long on the screen as on the sample, the R_max ring in each, and
/// one colour bar. For the view and for figures.
///
/// Use, given `QCustomPlot* chart, const CorrelationVolume& map, const LengthScale& rMax`:
///
///     PlanesPlot plot(chart, theme());
///     plot.show(map, rMax, map.spacing);
///     plot.layOut({600, 400});
class PlanesPlot {
public:
    PlanesPlot(QCustomPlot* plot, const Theme& theme);

    /// Values beyond the limit are drawn as the limit. `spacing` is what voxels are said to be now.
    void show(const CorrelationVolume& map, const LengthScale& rMax, const Spacing& spacing, const MapLook& look = {});
    void clear();
    void applyTheme(const Theme& theme);
    void setRingShown(bool shown);
    void setRing(double px);                                  ///< until the next show: while it is dragged
    bool isOnRing(const QPointF& place, double reach) const;  ///< in screen px
    void setHoveredRadius(std::optional<double> px);
    void layOut(const QSize& room);  ///< in px; after each change of size or of what is shown
    void nameEverything();           ///< axes and colour bar, for a figure that stands alone

    /// Offset that lies at a place of the screen.
    struct Offset {
        std::array<double, 3> voxels{};
        double radiusPx = 0;
    };
    std::optional<Offset> offsetAt(const QPointF& place) const;
    QCPAxisRect* rectOf(std::size_t plane) const { return planes_[plane].rect; }
    double limit() const { return limit_; }
    QString unit() const { return unit_; }
    double unitsAlong(std::size_t axis) const { return unitsPerVoxel_[axis]; }  ///< that a voxel is long
    double pxPerUnit() const { return pxPerUnit_; }
    bool namesItsAxes() const { return namesAxes_; }

private:
    struct Plane {
        QCPAxisRect* rect;
        QCPColorMap* map;
        QCPItemEllipse *casing, *ring, *hover;
        QCPItemText* name;
    };

    void placeRings();
    void setColours(const CorrelationVolume& map, const MapLook& look);

    QCustomPlot* plot_;
    QCPLayoutInset* places_;
    QCPColorScale* scale_;
    std::array<Plane, 3> planes_{};
    const Theme* theme_;
    MapLook look_;
    std::array<double, 3> reach_{1, 1, 1}, unitsPerVoxel_{1, 1, 1};  ///< reach in units
    double pxPerUnit_ = 1, limit_ = 0.3, ringRadius_ = 0;
    bool ringShown_ = true, isNamed_ = false, isThere_ = false, namesAxes_ = false;
    QString unit_;
};

/// C3D at an offset of voxels, which may have Z < 0; NaN where it is not defined.
float valueAt(const CorrelationVolume& map, int X, int Y, int Z);

/// Symmetric limit of the colours: the 99.5th percentile of |C| in the planes outside the central peak.
double colourLimit(const CorrelationVolume& map);

}  // namespace coarsen::window
