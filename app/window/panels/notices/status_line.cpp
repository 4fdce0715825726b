// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/notices/status_line.hpp"

namespace coarsen::window {

namespace {
constexpr int saidMs = 8000;
}

StatusLine::StatusLine(QWidget* parent) : QLabel(parent) {
    setObjectName("status-line");
    setProperty("hint", true);
    setTextFormat(Qt::PlainText);
    over_.setSingleShot(true);
    over_.setInterval(saidMs);
    connect(&over_, &QTimer::timeout, this, &QLabel::clear);
}

void StatusLine::say(const QString& words) {
    setText(words);
    over_.start();
}

}  // namespace coarsen::window
