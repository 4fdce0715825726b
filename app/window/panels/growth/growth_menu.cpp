// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/growth/growth_menu.hpp"

#include "app/window/figures/samples_figures.hpp"
#include "app/window/panels/parts/plot_menu.hpp"
#include "app/window/plots/plot_data.hpp"
#include "app/window/theme/words.hpp"
#include "app/window/views/growth_view.hpp"

#include <QApplication>
#include <QClipboard>
#include <QMenu>

namespace coarsen::window {

QString wordsOfMeasuring(const Document& document, int frame) {
    return (document.session().results.contains(frame) ? GrowthMenu::tr("Measure frame %1 again")
                                                       : GrowthMenu::tr("Measure frame %1"))
        .arg(frame);
}

void connectWishes(GrowthView& view, Document& document) {
    QObject::connect(&view, &GrowthView::frameChosen, &document.frame(), &ShownFrame::show);
    QObject::connect(&view, &GrowthView::exclusionToggled, &document.changes(), &Changes::toggleExcluded);
    QObject::connect(&view, &GrowthView::fitRangeChosen, &document.changes(), &Changes::setFitRange);
    QObject::connect(&view, &GrowthView::quenchChosen, &document,
                     [&document](double seconds) { document.changes().setValue("fit.t0", seconds); });
    QObject::connect(&view, &GrowthView::modelChosen, &document,
                     [&document](const QString& model) { document.changes().setValue("fit.model", model.toStdString()); });
}

GrowthMenu::GrowthMenu(Document& document, GrowthView* view) : QObject(view), document_(document), view_(view) {
    connect(view, &GrowthView::menuWanted, this, &GrowthMenu::show);
    connect(view, &GrowthView::cardMenuWanted, this, [this](const QString& model, const QPoint& at) {
        if (document_.isOpen()) ofCard(model)->popup(at);
    });
}

void GrowthMenu::show(const QPoint& at, int frame) {
    if (!document_.isOpen()) return;
    (frame >= 0 ? ofPoint(frame) : ofChart())->popup(at);
}

QMenu* GrowthMenu::ofPoint(int frame) {
    auto* const menu = new QMenu(view_);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setObjectName("point-menu");
    const bool isExcluded = document_.session().excluded.contains(frame);
    menu->addAction(tr("Go to frame %1").arg(frame), this, [=, this] { document_.frame().show(frame); });
    menu->addAction(isExcluded ? tr("Include frame %1").arg(frame) : tr("Exclude frame %1").arg(frame), this,
                    [=, this] { document_.changes().toggleExcluded(frame); });
    menu->addAction(wordsOfMeasuring(document_, frame), this, [=, this] { document_.run().measureAgain({frame}); });
    menu->addAction(tr("Fit range from here"), this, [=, this] { document_.changes().setFitRangeEnd(RangeEnd::from, frame); });
    menu->addAction(tr("Fit range to here"), this, [=, this] { document_.changes().setFitRangeEnd(RangeEnd::to, frame); });
    menu->addAction(tr("Set %1 by hand").arg(rMaxText()), this, [=, this] { emit markerWanted(frame); });
    menu->addAction(tr("%1 back to automatic").arg(rMaxText()), this,
                    [=, this] { document_.changes().setMarker(frame, std::nullopt); })
        ->setEnabled(document_.changes().hasMarker(frame));
    return menu;
}

QMenu* GrowthMenu::ofChart() {
    const auto growth = document_.growth().data();
    const bool isLength = view_->quantity() == GrowthQuantity::length;
    PlotOffer offer;
    if (const auto samples = document_.samples().data(); isLength && samples) {
        offer = {"growth-samples", samplesFigure(samples, view_->isLogarithmic()),
                 [samples] { return samplesGrowthData(*samples); }};
    } else if (isLength) {
        offer = {"growth", growthFigure(growth, view_->isLogarithmic()), [growth] { return growthData(*growth); }};
    } else if (const TimeSeries timeSeries = timeSeriesOf(view_->quantity(), *growth); !timeSeries.isEmpty()) {
        offer = {"course", timeSeriesFigure(timeSeries), [timeSeries] { return timeSeriesData(timeSeries); }};
    }
    QMenu* const menu = plotMenu(view_, document_, offer);
    if (isLength) {
        const bool isLogarithmic = view_->isLogarithmic();
        QAction* const log = menu->addAction(tr("Log axes"), this, [=, this] { emit logarithmicWanted(!isLogarithmic); });
        log->setCheckable(true);
        log->setChecked(isLogarithmic);
    }
    if (isLength && growth->hasTruth()) {
        QAction* const truth = menu->addAction(tr("The true %1").arg(rMaxText()), &document_,
                                               [this, growth] { document_.growth().setTruthShown(!growth->isTruthShown); });
        truth->setCheckable(true);
        truth->setChecked(growth->isTruthShown);
    }
    addTimeUnits(menu);
    if (isLength) menu->addAction(tr("Reset view"), view_, &GrowthView::resetView)->setEnabled(view_->isZoomed());
    menu->addAction(tr("Open in a window"), this, &GrowthMenu::openWindow);
    return menu;
}

QMenu* GrowthMenu::ofCard(const QString& model) {
    auto* const menu = new QMenu(view_);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setObjectName("card-menu");
    QAction* const choose = menu->addAction(tr("Fit with this law"), this,
                                            [=, this] { document_.changes().setValue("fit.model", model.toStdString()); });
    choose->setCheckable(true);
    choose->setChecked(document_.recipe().fit.chosenModel() == model.toStdString());
    const QString sentence = view_->sentenceOf(model);
    menu->addAction(tr("Copy its result as a sentence"), this,
                    [=, this] {
                        QApplication::clipboard()->setText(sentence);
                        document_.notices().say(tr("The result is copied as a sentence"));
                    })
        ->setEnabled(!sentence.isEmpty());
    if (model == "power")
        menu->addAction(tr("Show %1").arg(nameOf(GrowthQuantity::exponent)), this, [this] {
            document_.growth().wantExponents();
            emit quantityWanted(GrowthQuantity::exponent);
        });
    return menu;
}

/// The unit of the time axis, which is that of every time shown.
void GrowthMenu::addTimeUnits(QMenu* menu) {
    QMenu* const units = menu->addMenu(tr("Times in"));
    units->setObjectName("time-units");
    units->setEnabled(document_.times().areSeconds());
    for (const TimeUnit unit : {TimeUnit::automatic, TimeUnit::second, TimeUnit::minute, TimeUnit::hour, TimeUnit::day}) {
        QAction* const one = units->addAction(wordsOf(unit), this, [=, this] { document_.changes().setTimeUnit(unit); });
        one->setCheckable(true);
        one->setChecked(document_.session().timeUnit == unit);
    }
}

void GrowthMenu::openWindow() {
    auto* const other = new GrowthView;
    other->setQuantity(view_->quantity());
    other->setLogarithmic(view_->isLogarithmic());
    const auto showAll = [this, other] {
        other->setSamples(document_.samples().data());
        other->show(document_.growth().data(), document_.frame().index());
    };
    connect(&document_.samples(), &Samples::changed, other, showAll);
    connect(&document_, &Document::resultsChanged, other, showAll);
    connect(&document_, &Document::frameChanged, other, &GrowthView::setCurrentFrame);
    connectWishes(*other, document_);
    connect(other, &GrowthView::framesSelected, view_, &GrowthView::framesSelected);
    auto* const menu = new GrowthMenu(document_, other);
    connect(menu, &GrowthMenu::logarithmicWanted, other, &GrowthView::setLogarithmic);
    connect(menu, &GrowthMenu::quantityWanted, other, &GrowthView::setQuantity);
    connect(menu, &GrowthMenu::markerWanted, this, &GrowthMenu::markerWanted);
    openPlotWindow(view_, document_, other, tr("Growth – Coarsen"));
    showAll();
}

}  // namespace coarsen::window
