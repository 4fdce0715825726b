// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document.hpp"
#include "app/window/views/sample_chart_view.hpp"

#include <QObject>

class QMenu;

namespace coarsen::window {

class SamplesPanel;
class SamplesTable;

/// Views of several samples in the growth panel: the legend beside its chart, the charts that compare them, their table.
///
/// Use, given `Document& document, QWidget* parent`:
///
///     SampleViews views(document, parent);
///     views.setChart(SampleChart::columns);
class SampleViews : public QObject {
    Q_OBJECT
public:
    SampleViews(Document& document, QWidget* parent);

    SamplesPanel* panel() const { return panel_; }
    SampleChartView* chartView() const { return charts_; }
    SamplesTable* table() const { return table_; }

    bool areSeveral() const { return data() != nullptr; }
    const std::shared_ptr<const SamplesData>& data() const { return document_.samples().data(); }
    SampleChart chart() const;  ///< growth while there is one series only
    void setChart(SampleChart chart);
    QString chartName() const;
    void addTo(QMenu* menu);  ///< lines that choose the chart; none while there is one series only

signals:
    void changed();  ///< other samples, or something of them
    void chartChosen();

private:
    void showAll();
    void showMenu(int clicked, const QPoint& at, const std::vector<int>& samples);
    void showChartMenu(const QPoint& at);

    Document& document_;
    SamplesPanel* panel_;
    SampleChartView* charts_;
    SamplesTable* table_;
    SampleChart chart_ = SampleChart::growth;
};

}  // namespace coarsen::window
