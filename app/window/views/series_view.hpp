// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/plots/series_plot.hpp"

#include <QWidget>

#include <memory>

class QCustomPlot;

namespace coarsen::window {

class EmptyWords;
/// C1D of the whole series: curves over each other, the same scaled with R_max, or an image against time. A click on a curve or
/// on the image goes to the frame.
class SeriesView : public QWidget {
    Q_OBJECT
public:
    explicit SeriesView(QWidget* parent = nullptr);
    ~SeriesView() override;

    void show(std::shared_ptr<const SeriesCurves> curves);
    void setMode(SeriesMode mode);
    void setCurrentFrame(int frame);
    QCustomPlot* plot() const { return plot_; }
    SeriesMode mode() const { return mode_; }
    const std::shared_ptr<const SeriesCurves>& curves() const { return curves_; }

signals:
    void frameChosen(int frame);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void redraw();

    QCustomPlot* plot_;
    std::unique_ptr<SeriesPlot> content_;
    EmptyWords* empty_;
    std::shared_ptr<const SeriesCurves> curves_;
    SeriesMode mode_ = SeriesMode::curves;
    int current_ = -1;
    bool isDrawn_ = false;  ///< as it should be; what is hidden waits
};

}  // namespace coarsen::window
