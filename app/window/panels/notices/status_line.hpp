// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QTimer>

namespace coarsen::window {

/// The place in the status bar for what was just done: quiet words that go after some seconds.
class StatusLine : public QLabel {
    Q_OBJECT
public:
    explicit StatusLine(QWidget* parent = nullptr);
    void say(const QString& words);

private:
    QTimer over_;
};

}  // namespace coarsen::window
