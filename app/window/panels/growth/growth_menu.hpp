// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document.hpp"
#include "app/window/plots/time_series.hpp"

class QMenu;

namespace coarsen::window {

class GrowthView;

/// Words of the menu's line that measures this frame alone.
QString wordsOfMeasuring(const Document& document, int frame);

/// Lets the document do what is asked for in a growth view.
void connectWishes(GrowthView& view, Document& document);

/// Menu of a right click on the growth panel's chart: of a point, or of the chart, whatever it shows;
/// and of a law's card.
class GrowthMenu : public QObject {
    Q_OBJECT
public:
    GrowthMenu(Document& document, GrowthView* view);

signals:
    void logarithmicWanted(bool logarithmic);
    void quantityWanted(coarsen::window::GrowthQuantity quantity);
    void markerWanted(int frame);  ///< R_max of this frame is to be set by hand

private:
    void show(const QPoint& at, int frame);
    QMenu* ofPoint(int frame);
    QMenu* ofChart();
    QMenu* ofCard(const QString& model);
    void addTimeUnits(QMenu* menu);
    void openWindow();

    Document& document_;
    GrowthView* view_;
};

}  // namespace coarsen::window
