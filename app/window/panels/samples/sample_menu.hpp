// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document.hpp"

#include <vector>

class QMenu;

namespace coarsen::window {

/// Menu of a right click on samples. `samples`: all that are chosen; `clicked` is the one under the mouse. Deletes itself
/// when it closes.
QMenu* sampleMenu(QWidget* over, Document& document, int clicked, std::vector<int> samples);

/// Asks for a group and a number of these samples.
void askGroup(QWidget* over, Document& document, const std::vector<int>& samples);
void askXLabel(QWidget* over, Document& document);

}  // namespace coarsen::window
