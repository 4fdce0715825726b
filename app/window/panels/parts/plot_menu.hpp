// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document.hpp"
#include "app/window/figures/figures.hpp"

class QMenu;

namespace coarsen::window {

/// Name, figure and data that a plot offers to its menu.
struct PlotOffer {
    QString name;                   ///< of its files: "c1d"
    Figure figure;                  ///< as it is shown, in the light style of figures
    std::function<QString()> data;  ///< for a spreadsheet; called outside the window's thread, so it holds all it needs
};

/// A plot's context menu: copies its figure and its data, and saves the figure. Deletes itself when it closes.
QMenu* plotMenu(QWidget* plot, Document& document, const PlotOffer& offer);

/// PNG, SVG or PDF by the name's ending; what went wrong becomes a notice.
void saveFigure(Document& document, const Figure& figure, const QString& file);

/// A plot in a window of its own, which follows the document until it is closed.
QWidget* openPlotWindow(QWidget* owner, Document& document, QWidget* plot, const QString& title);

}  // namespace coarsen::window
