// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document.hpp"

#include <QWidget>

class QLabel;
class QToolButton;

namespace coarsen::window {

class StatusLine;

/// The bar at the bottom: what lies under the mouse, what was just done, how many notices there are, memory and engine.
///
/// Use, given `Document& document`:
///
///     StatusBar bar(document);
///     bar.showCursor("x 12  y 40 px");
class StatusBar : public QWidget {
    Q_OBJECT
public:
    explicit StatusBar(Document& document, QWidget* parent = nullptr);

    const QWidget* noticesPlace() const;  ///< hidden while there are none
    void showCursor(const QString& readout);
    void askNotices();  ///< lists all
    void askEngine();

signals:
    void remedyWanted(const coarsen::window::Notice& notice, coarsen::window::Remedy remedy);

private:
    void clearWords();
    void showRun();
    void showEngine();
    void showNotices();

    Document& document_;
    QLabel *cursor_, *memory_;
    StatusLine* said_;
    QToolButton *engine_, *notices_;
    QTimer memoryTimer_;
};

}  // namespace coarsen::window
