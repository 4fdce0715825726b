// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/plots/sample_chart_plots.hpp"

#include <QWidget>

#include <memory>
#include <string>

class QComboBox;
class QCustomPlot;
class QLabel;

namespace coarsen::window {

class EmptyWords;
class PointCallout;

/// Chart of several samples in the growth chart's place.
enum class SampleChart { growth, columns, collapse };

/// Any column of the table of samples against any other, or C1D of all over R / R_max. A click on a point looks at its sample.
class SampleChartView : public QWidget {
    Q_OBJECT
public:
    explicit SampleChartView(QWidget* parent = nullptr);
    ~SampleChartView() override;

    void show(std::shared_ptr<const SamplesData> data);
    void setChart(SampleChart chart);  ///< columns or collapse
    void setColumns(const std::string& x, const std::string& y);
    std::string xColumn() const;
    std::string yColumn() const;
    QCustomPlot* plot() const;  ///< the one shown

signals:
    void sampleChosen(int sample);
    void menuWanted(const QPoint& at);  ///< on the screen

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void showEvent(QShowEvent*) override;

private:
    QCustomPlot* addPlot(const QString& name, const QString& accessible);
    void redraw();
    int sampleAt(const QPointF& place) const;
    QString wordsAt(const QPointF& place) const;

    QWidget* choice_;
    QComboBox *x_, *y_;
    QCustomPlot *columns_, *collapse_;
    std::unique_ptr<ColumnPlot> columnContent_;
    std::unique_ptr<CollapsePlot> collapseContent_;
    PointCallout *columnCallout_, *collapseCallout_;
    EmptyWords *columnsEmpty_, *collapseEmpty_;
    std::shared_ptr<const SamplesData> data_;
    ColumnChart columnChart_;
    CollapseChart collapseChart_;
    SampleChart chart_ = SampleChart::columns;
};

}  // namespace coarsen::window
