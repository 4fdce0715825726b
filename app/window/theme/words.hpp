// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time_unit.hpp"

#include <QString>

#include <string_view>

namespace coarsen::window {

/// "Rₘₐₓ" where the font has the subscripts, else "R_max".
QString rMaxText();

/// A text of core's (English, without Qt) in the language of the window: names, help, warnings and reasons of errors all pass
/// here. R_max is written as the window writes it, but in the name of a file.
QString translated(std::string_view text);

/// The words with a full stop, unless they end a sentence already.
QString sentence(const QString& words);

/// A unit and what one base unit is in it: lengths from px or micrometres, times from seconds or frame numbers.
struct Unit {
    QString name;        ///< "µm", "mm", "h", "frame"
    double perBase = 1;  ///< multiply the base value by this
};
Unit lengthUnit(bool isCalibrated, double largestUm);
Unit timeUnit(bool isSeconds, double largestS, TimeUnit chosen = TimeUnit::automatic);

/// The number with a true minus, fixed decimals.
QString number(double value, int decimals);
/// The shortest text with that many significant digits.
QString significant(double value, int digits);
/// "605 ± 6 µm", rounded where the error has one or two digits; "605 µm" without an error.
QString withError(double value, double error, const QString& unit);
/// "14.00 h" with two decimals, fewer of a large number.
QString timeText(double seconds, const Unit& unit);
/// "−20 h" as a field shows it and takes it; without a unit where it is automatic.
QString fieldText(double seconds, TimeUnit unit);
QString fieldText(double seconds, const Unit& unit);
QString wordsOf(TimeUnit unit);  ///< "hours (h)": for a choice
/// "1 frame", "15 frames".
QString counted(int count, const QString& one, const QString& many);
/// "+1.1 %", "−0.2 %".
QString signedPercent(double percent);

}  // namespace coarsen::window
