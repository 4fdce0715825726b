// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/theme/theme.hpp"
#include "core/measure/sectors.hpp"
#include "core/series/calibration.hpp"

#include <optional>
#include <vector>

class QCustomPlot;
class QCPGraph;
class QCPItemStraightLine;
class QCPItemText;
class QCPLayer;

namespace coarsen::window {

/// C(R, theta) in a QCustomPlot: one curve a sector with its R_max, named by angle where there is room. For the view and for
/// figures.
///
/// Use, given `QCustomPlot* chart, const std::vector<Sector>& sectors, const Calibration& calibration`:
///
///     SectorPlot plot(chart, theme());
///     plot.show(sectors, calibration, false);
class SectorPlot {
public:
    SectorPlot(QCustomPlot* plot, const Theme& theme);

    void show(const std::vector<Sector>& sectors, const Calibration& calibration, bool isSmall);
    void clear();
    void applyTheme(const Theme& theme);
    void setHoveredRadius(std::optional<double> px);
    double pxPerUnit() const { return pxPerUnit_; }

private:
    struct Curve {
        QCPGraph *line, *mark;
    };
    void style(std::size_t index);

    QCustomPlot* plot_;
    std::vector<Curve> curves_;
    QCPItemStraightLine* hover_;
    QCPItemText* tooMany_;
    QCPLayer* hoverLayer_;
    const Theme* theme_;
    double pxPerUnit_ = 1;
};

}  // namespace coarsen::window
