// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document.hpp"

#include <QDialog>

class QLabel;
class QPushButton;
class QTableWidget;

namespace coarsen::window {

/// Facts that the file of the shown frame states: each with its value, who says it and how far it is trusted; as a table to
/// copy. It follows the frame, and what counts for it.
///
/// Use, given `Document& document, QWidget* window`:
///
///     showFacts(document, window);
class FactsDialog : public QDialog {
    Q_OBJECT
public:
    FactsDialog(Document& document, QWidget* parent);

    void copy() const;  ///< the whole table, with tabs between

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void ask();
    void fill();

    Document& document_;
    QLabel* title_;
    QTableWidget* table_;
    QPushButton* copy_;
};

/// Shows it, or brings it to the front where it is there.
void showFacts(Document& document, QWidget* parent);

}  // namespace coarsen::window
