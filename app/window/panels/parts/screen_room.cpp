// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/parts/screen_room.hpp"

#include <QScreen>
#include <QWidget>

namespace coarsen::window {

QSize roomFor(const QWidget& dialog) {
    constexpr QSize frame{20, 50};  // px, whatever the desktop draws around it
    return dialog.screen()->availableSize() - frame;
}

}  // namespace coarsen::window
