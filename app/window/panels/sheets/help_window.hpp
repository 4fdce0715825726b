// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

namespace coarsen::window {

/// Some words of help beside the work: as large as they need, and scrolled where the screen is smaller. R_max is written as the
/// window writes it.
class HelpWindow : public QDialog {
    Q_OBJECT
public:
    HelpWindow(const QString& title, const QString& html, QWidget* parent);
};

/// Of resources/help: NAME.html.
QString helpText(const QString& name);

}  // namespace coarsen::window
