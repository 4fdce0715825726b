// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QDialogButtonBox;

namespace coarsen::window {

/// Some words of help beside the work: as large as they need, and scrolled where the screen is smaller. R_max is written as the
/// window writes it.
class HelpWindow : public QDialog {
    Q_OBJECT
public:
    HelpWindow(const QString& title, const QString& html, QWidget* parent);
    void offerCopy(const QString& words, const QString& text);  ///< a button that copies the text

private:
    QDialogButtonBox* buttons_;
};

/// Text of a file of resources/help: NAME.html, or another kind of file.
QString helpText(const QString& name, const QString& ending = QStringLiteral("html"));

}  // namespace coarsen::window
