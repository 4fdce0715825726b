// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/theme/theme.hpp"

#include <QPolygonF>

#include <vector>

class QCPAxis;
class QCPGraph;
class QCPItemText;
class QCustomPlot;

namespace coarsen::window {

/// Dotted lines of slope 1/3, 1/2 and 1 in the lower right corner of a logarithmic chart, to hold the points against.
class SlopeGuides {
public:
    SlopeGuides(QCustomPlot* plot, QCPAxis* x, QCPAxis* y);

    void applyTheme(const Theme& theme);
    void show();  ///< for the axes' present ranges, both logarithmic
    void hide();
    void placeNames();                     ///< after the layout: where lines lie close together their names still stand apart
    std::vector<QPolygonF> drawn() const;  ///< in screen px, the names as frames

private:
    QCPAxis *x_, *y_;
    std::vector<QCPGraph*> lines_;
    std::vector<QCPItemText*> names_;
    bool isShown_ = false;
};

}  // namespace coarsen::window
