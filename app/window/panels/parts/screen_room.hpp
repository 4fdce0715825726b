// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>

class QWidget;

namespace coarsen::window {

/// Largest size that a dialog may take up of its screen, px, so that its frame has room beside it.
QSize roomFor(const QWidget& dialog);

}  // namespace coarsen::window
