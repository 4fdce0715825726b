// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/plots/ensemble_plot.hpp"

#include <QWidget>

#include <memory>

class QCustomPlot;
class QLabel;

namespace coarsen::window {

class EmptyWords;
class PointCallout;

/// An ensemble in the growth chart's place: what each group tells in words, over its chart. A click on an image's point goes to
/// that image.
class EnsembleView : public QWidget {
    Q_OBJECT
public:
    explicit EnsembleView(QWidget* parent = nullptr);
    ~EnsembleView() override;

    void show(std::shared_ptr<const EnsembleData> data);
    void setCurrentFrame(int frame);
    const std::shared_ptr<const EnsembleData>& data() const { return data_; }  ///< null before the first
    QCustomPlot* plot() const { return plot_; }

signals:
    void frameChosen(int frame);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void showEvent(QShowEvent*) override;

private:
    void redraw();
    void hover(const QPointF& place);

    QLabel* words_;
    QCustomPlot* plot_;
    std::unique_ptr<EnsemblePlot> content_;
    PointCallout* callout_;
    EmptyWords* empty_;
    std::shared_ptr<const EnsembleData> data_;
    int current_ = -1;
};

}  // namespace coarsen::window
