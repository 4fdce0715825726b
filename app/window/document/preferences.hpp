// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include <cstddef>

namespace coarsen::window {

/// Preferences, which belong to the user and not to a session: how the window looks and what it may take of the machine. None of
/// it changes a number.
struct Preferences {
    enum class Look { system, light, dark };

    Look look = Look::system;
    int memoryMb = usualMemoryMb();  ///< that measuring may take
    int threads = 0;                 ///< of a run; 0: all
    int sizePercent = 100;           ///< of text and controls, from the next start on
    QString mapColours;              ///< of C2D, by their key; empty: those of the program
    bool mapLogarithmic = false;     ///< C2D as the logarithm of |C|
    QString mapLimits;               ///< of C2D's colours: "frame", a number that was typed, else the same for all frames
    QStringList hiddenColumns;       ///< of the table, by their keys
    QString python;                  ///< the program that converts microscopes' own files; empty: the one on PATH

    static int usualMemoryMb();  ///< half of what the machine has

    bool operator==(const Preferences&) const = default;
    std::size_t memoryBytes() const { return static_cast<std::size_t>(memoryMb) << 20; }
    bool isDark() const;  ///< `system` follows the desktop's colours as they were at the start
};

Preferences preferences();
void setPreferences(const Preferences& wanted);

/// Looks at the desktop's colours. Call it before the first theme is set.
void noteSystemLook();

}  // namespace coarsen::window
