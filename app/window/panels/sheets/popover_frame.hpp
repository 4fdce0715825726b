// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QString>

class QLabel;
class QVBoxLayout;
class QWidget;

namespace coarsen::window {

/// A framed pop-up with a title, which deletes itself; the layout to fill. Return presses the button with the focus, else the
/// primary one.
QVBoxLayout* popover(QWidget* under, const QString& title);

/// Shows it beside that widget, with the focus on the first field or button in it.
void showUnder(QVBoxLayout* layout, QWidget* under, bool above = false);

/// Small words that explain, grey unless another colour is given, as wide as a pop-over.
QLabel* hint(const QString& text);
QLabel* hint(const QString& text, const QColor& colour);

}  // namespace coarsen::window
