// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSettings>

#include <algorithm>

namespace coarsen::window {

/// One of several, numbered from 0 to `last`, as it was kept; the first where nothing was, or another version had more.
template <typename Choice>
Choice recalledChoice(const QSettings& store, const char* key, Choice last) {
    const int number = store.value(key).toInt();
    return static_cast<Choice>(number > static_cast<int>(last) ? 0 : std::max(number, 0));
}

}  // namespace coarsen::window
