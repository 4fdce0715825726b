// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>

class QWidget;

namespace coarsen::window {

/// What a dialog may take up of its screen, so that its frame has room beside it.
QSize roomFor(const QWidget& dialog);

}  // namespace coarsen::window
