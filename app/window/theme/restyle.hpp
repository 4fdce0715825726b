// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>

namespace coarsen::window {

/// A widget's own style sheet, set only where it differs: Qt reads and applies it anew at every call.
inline void restyle(QWidget* widget, const QString& styleSheet) {
    if (widget->styleSheet() != styleSheet) widget->setStyleSheet(styleSheet);
}

}  // namespace coarsen::window
