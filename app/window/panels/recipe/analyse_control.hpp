// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document.hpp"

#include <QStackedWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace coarsen::window {

/// One place with four faces: analyse, progress with cancel, up to date, analyse what is out of date.
class AnalyseControl : public QStackedWidget {
    Q_OBJECT
public:
    explicit AnalyseControl(Document& document, QWidget* parent = nullptr);

private:
    void showRun();

    Document& document_;
    QPushButton *analyse_, *upToDate_;
    QProgressBar* bar_;
    QLabel *count_, *left_;
};

}  // namespace coarsen::window
