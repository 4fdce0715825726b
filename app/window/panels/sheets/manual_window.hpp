// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QStringList>

class QPushButton;
class QTextBrowser;
class QToolButton;

namespace coarsen::window {

/// The manual of resources/manual beside the work. Its pages are Markdown, linked with each other; pictures, and links to pages
/// that the program does not carry, are left out. Places are called "PAGE" or "PAGE#heading": "window#growth".
///
/// Use, given `QWidget* window`:
///
///     ManualWindow::open("window#growth", window);
///     QToolButton* const help = manualButton("trust");  // for the header of a panel
class ManualWindow : public QDialog {
    Q_OBJECT
public:
    /// Shows that place: in the manual that this window has open already, else in a new one.
    static void open(const QString& place, QWidget* parent);

private:
    explicit ManualWindow(QWidget* parent);
    void go(const QString& place);
    void show(const QString& place);
    void follow(const QUrl& link);

    QTextBrowser* text_;
    QPushButton* back_;
    QString shown_;
    QStringList earlier_;  ///< the places shown before, the last one last
};

/// Markdown of a page as the window shows it; empty where there is none of that name.
QString manualText(const QString& page);

/// A small "?" for a panel's header that opens the manual at that place.
QToolButton* manualButton(const QString& place);

}  // namespace coarsen::window
