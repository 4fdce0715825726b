// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

/// Small grey words that explain, as wide as a pop-over.
QLabel* hint(const QString& text);

}  // namespace coarsen::window
