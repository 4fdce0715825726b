// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QIcon>
#include <QPixmap>
#include <QString>

namespace coarsen::window {

/// A line icon in the theme's `ink2` (or `colour`), drawn on a 24 grid with strokes of 1.7. Unknown names give an empty icon.
QString stepIcon(const QString& key);  ///< of a step or section, a plain one where it has none of its own
QIcon icon(const QString& name, const QColor& colour = {});
QPixmap iconPixmap(const QString& name, int size, const QColor& colour, qreal pixelRatio);

}  // namespace coarsen::window
