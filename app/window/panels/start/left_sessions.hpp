// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/recovery.hpp"

#include <QWidget>

class QLabel;
class QScrollArea;

namespace coarsen::window {

/// List of what was left without saving, one row a session with what can be done about it. Hidden while there is nothing.
class LeftSessions : public QWidget {
    Q_OBJECT
public:
    explicit LeftSessions(QWidget* parent = nullptr);
    void show(const QList<LeftSession>& left);
    void setRowsShown(int rows);  ///< at once; the others are scrolled to

signals:
    void openWanted(const QString& file);
    void discardWanted(const QString& file);

private:
    QWidget* row(const LeftSession& left);
    void fitHeight();

    QScrollArea* scroll_;
    QLabel* more_;
    QList<LeftSession> shown_;
    int rowsShown_ = 2;
};

}  // namespace coarsen::window
