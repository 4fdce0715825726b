// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/samples/sample_views.hpp"

#include "app/window/figures/samples_figures.hpp"
#include "app/window/panels/parts/plot_menu.hpp"
#include "app/window/panels/samples/sample_menu.hpp"
#include "app/window/panels/samples/samples_panel.hpp"
#include "app/window/theme/words.hpp"
#include "app/window/views/sample_list.hpp"
#include "app/window/views/samples_table.hpp"

#include <QApplication>
#include <QClipboard>
#include <QMenu>

namespace coarsen::window {

SampleViews::SampleViews(Document& document, QWidget* parent)
    : QObject(parent),
      document_(document),
      panel_(new SamplesPanel(document, parent)),
      charts_(new SampleChartView(parent)),
      table_(new SamplesTable(parent)) {
    Samples& samples = document.samples();
    connect(&samples, &Samples::changed, this, &SampleViews::showAll);
    const auto change = [&samples](int sample, const ProjectSeries& entry, const QString& what) {
        samples.change({{sample, entry}}, what);
    };
    SampleList* const list = panel_->list();
    connect(list, &SampleList::sampleChosen, &samples, &Samples::lookAt);
    connect(list, &SampleList::shownChanged, this, [this, change](int sample, bool isShown) {
        ProjectSeries entry = data()->at(sample).entry;
        entry.isShown = isShown;
        const QString name = data()->at(sample).name();
        change(sample, entry, isShown ? tr("showing %1").arg(name) : tr("hiding %1").arg(name));
    });
    connect(list, &SampleList::menuWanted, this, [this](int sample, const QPoint& at) { showMenu(sample, at, {}); });
    connect(table_, &SamplesTable::sampleChosen, &samples, &Samples::lookAt);
    connect(table_, &SamplesTable::edited, this, change);
    connect(table_, &SamplesTable::notANumber, this, [this](const QString& typed) {
        document_.notices().say(tr("“%1” is not a number: the old value stays").arg(typed));
    });
    connect(table_, &SamplesTable::xLabelWanted, this, [this] { askXLabel(table_, document_); });
    connect(table_, &SamplesTable::menuWanted, this,
            [this](int sample, const QPoint& at) { showMenu(sample, at, table_->selectedSamples()); });
    connect(table_, &SamplesTable::copyWanted, this, [this] {
        QApplication::clipboard()->setText(table_->tabSeparated());
        document_.notices().say(tr("The table of samples is copied"));
    });
    connect(charts_, &SampleChartView::sampleChosen, &samples, &Samples::lookAt);
    connect(charts_, &SampleChartView::menuWanted, this, &SampleViews::showChartMenu);
    panel_->hide();
}

void SampleViews::showAll() {
    panel_->show(data());
    charts_->show(data());
    table_->show(data());
    emit changed();
}

SampleChart SampleViews::chart() const {
    return areSeveral() ? chart_ : SampleChart::growth;
}

void SampleViews::setChart(SampleChart chart) {
    chart_ = chart;
    if (chart != SampleChart::growth) charts_->setChart(chart);
    emit chartChosen();
}

QString SampleViews::chartName() const {
    if (chart() == SampleChart::collapse) return tr("C1D of all over R/%1").arg(rMaxText());
    const QString y = translated(sampleColumn(charts_->yColumn()).label);
    return charts_->xColumn() == "x" ? tr("%1 against x").arg(y) : tr("Columns compared");
}

void SampleViews::addTo(QMenu* menu) {
    if (!areSeveral()) return;
    menu->addSeparator();
    const auto add = [&](const QString& words, bool isChosen, auto choose) {
        QAction* const action = menu->addAction(words, this, choose);
        action->setCheckable(true);
        action->setChecked(isChosen);
    };
    const bool isColumns = chart() == SampleChart::columns;
    const auto against = [this](const char* y) {
        return [this, y] {
            charts_->setColumns("x", y);
            setChart(SampleChart::columns);
        };
    };
    const auto shows = [&](const char* y) { return isColumns && charts_->xColumn() == "x" && charts_->yColumn() == y; };
    add(tr("Samples: rate against x"), shows("rate"), against("rate"));
    add(tr("Samples: exponent n against x"), shows("exponent"), against("exponent"));
    add(tr("Samples: any column against any other"), isColumns && !shows("rate") && !shows("exponent"),
        [this] { setChart(SampleChart::columns); });
    add(tr("Samples: C1D of all over R/%1").arg(rMaxText()), chart() == SampleChart::collapse,
        [this] { setChart(SampleChart::collapse); });
}

void SampleViews::showMenu(int clicked, const QPoint& at, const std::vector<int>& samples) {
    if (areSeveral()) sampleMenu(panel_, document_, clicked, samples)->popup(at);
}

void SampleViews::showChartMenu(const QPoint& at) {
    if (!areSeveral()) return;
    PlotOffer offer;
    if (chart() == SampleChart::columns) {
        const ColumnChart chart = columnChart(*data(), charts_->xColumn(), charts_->yColumn(), 0);
        if (chart.empty.isEmpty()) offer = {"samples", columnFigure(chart), [chart] { return columnChartData(chart); }};
    } else {
        const CollapseChart chart = collapseChart(data());
        if (chart.empty.isEmpty()) offer = {"collapse", collapseFigure(chart), [chart] { return collapseChartData(chart); }};
    }
    plotMenu(charts_, document_, offer)->popup(at);
}

}  // namespace coarsen::window
