// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document.hpp"

#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;
class QToolButton;

namespace coarsen::window {

class FittingLabel;

/// As what the flow that led to the frame is seen, with its numbers or why there are none: rows above the frame, while the recipe
/// measures the flow or somebody wants to see it.
class FlowBar : public QWidget {
    Q_OBJECT
public:
    explicit FlowBar(Document& document, QWidget* parent = nullptr);

private:
    QWidget* makeChooser();
    QWidget* makeFacts();
    void showState();
    void showWords();
    void act();  ///< does what the button offers in this state

    Document& document_;
    ShownFlow& flow_;
    QWidget* facts_;
    std::vector<QToolButton*> views_;
    QToolButton *before_, *after_;
    FittingLabel *words_, *doubt_;
    QProgressBar* bar_;
    QPushButton* button_;
};

}  // namespace coarsen::window
