// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/recovery.hpp"

#include <QWidget>

class QScrollArea;
class QVBoxLayout;

namespace coarsen::window {

/// What was left without saving, one row a session with what can be done about it. Hidden while there is nothing.
class LeftSessions : public QWidget {
    Q_OBJECT
public:
    explicit LeftSessions(QWidget* parent = nullptr);
    void show(const QList<LeftSession>& left);

signals:
    void openWanted(const QString& file);
    void discardWanted(const QString& file);

private:
    QWidget* row(const LeftSession& left);

    QScrollArea* scroll_;
    QVBoxLayout* rows_;
    QList<LeftSession> shown_;
};

/// "frames, 15 frames, 12 of them measured, 21 Nov 22:10": a left session in a line.
QString lineOf(const LeftSession& left);

}  // namespace coarsen::window
