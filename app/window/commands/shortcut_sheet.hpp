// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/commands/command.hpp"

namespace coarsen::window {

/// Every key of these commands and what it does, group by group in two columns, then what the mouse does: HTML.
QString shortcutSheet(const std::vector<CommandGroup>& groups);

/// A key as the sheet writes it: arrows as arrows.
QString nameOf(const QKeySequence& keys);

}  // namespace coarsen::window
