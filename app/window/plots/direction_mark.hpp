// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/plots/direction_curve.hpp"
#include "app/window/theme/theme.hpp"

#include <QPointF>

#include <array>
#include <optional>

class QCustomPlot;
class QCPCurve;
class QCPLayer;

namespace coarsen::window {

/// A direction on C2D: a line through the centre, or the two halves of a sector, with handles. On a layer of its own, so that
/// dragging it does not draw the map anew.
class DirectionMark {
public:
    enum class Part { nothing, line, border };

    DirectionMark(QCustomPlot* plot, const Theme& theme);
    void applyTheme(const Theme& theme);
    void show(const std::optional<Direction>& direction, double reach);  ///< `reach`: of the line, in units of the axes
    const std::optional<Direction>& direction() const { return direction_; }

    Part partAt(const QPointF& place, double reach) const;     ///< within `reach` screen px
    Direction dragged(Part part, const QPointF& place) const;  ///< that part through the place; whole degrees

private:
    QPointF onAxes(const QPointF& place) const;
    double distanceTo(double angleDeg, const QPointF& place) const;  ///< screen px
    void add(QCPCurve* curve, double angleDeg, double radius) const;

    QCustomPlot* plot_;
    QCPLayer* layer_;
    std::array<QCPCurve*, 2> halves_;  ///< of the sector, filled
    QCPCurve *casing_, *line_, *handles_;
    std::optional<Direction> direction_;
};

}  // namespace coarsen::window
