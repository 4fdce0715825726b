// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document.hpp"

#include <QStackedWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace coarsen::window {

/// One place with four faces: analyse, progress with cancel, up to date, analyse what is out of date. All are of one width, so
/// that nothing beside it moves.
class AnalyseControl : public QStackedWidget {
    Q_OBJECT
public:
    explicit AnalyseControl(Document& document, QWidget* parent = nullptr);

private:
    void showRun();
    int widestFace();

    Document& document_;
    QPushButton *analyse_, *upToDate_;
    QWidget* progress_;
    QProgressBar* bar_;
    QLabel* count_;
};

}  // namespace coarsen::window
