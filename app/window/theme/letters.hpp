// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace coarsen::window {

/// Makes DejaVu Sans, which the program carries, known to Qt where the machine has none: a container, or a folder of its own on a
/// machine without fonts. After the application is made, and before anything is drawn.
void provideLetters();

/// True where the application's font tells one letter from another. Where there are no fonts at all, Qt draws a box for each.
bool areLettersDrawn();

}  // namespace coarsen::window
