// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/image/line_profile.hpp"
#include "core/series/calibration.hpp"

#include <QWidget>

#include <optional>
#include <vector>

class QCustomPlot;
class QCPAxis;
class QCPGraph;
class QCPItemStraightLine;
class QLabel;

namespace coarsen::window {

/// The grey values of one stage along a line.
struct StageProfile {
    QString name;  ///< of the stage
    LineProfile values;
};

/// Grey values along a line on the frame, of one stage or of two; two that differ much in range have an axis each. Below the
/// image while the tool is used.
class LineProfileView : public QWidget {
    Q_OBJECT
public:
    explicit LineProfileView(QWidget* parent = nullptr);

    void show(std::vector<StageProfile> profiles, const Calibration& calibration);
    void showNothing();  ///< no line is drawn yet
    QString tabSeparated() const;
    QCustomPlot* plot() const { return plot_; }

signals:
    void placeHovered(std::optional<double> part);  ///< of the line's length
    void closeWanted();
    void copied();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void applyTheme();
    void hover(std::optional<double> distance);
    QColor colourOf(std::size_t profile) const;
    void setAxes();
    QString distanceText(double px, double um) const;
    double alongPx(std::size_t sample) const;  ///< from the beginning of the line
    double alongUm(std::size_t sample) const;
    double along(std::size_t sample) const;  ///< on the axis

    QCustomPlot* plot_;
    QCPGraph* graphs_[2];
    QCPItemStraightLine* cursor_;
    QLabel *length_, *readout_;
    std::vector<StageProfile> profiles_;
    Calibration calibration_;
    double perUm_ = 1;  ///< axis units in a micrometre
    QString unit_;
};

}  // namespace coarsen::window
