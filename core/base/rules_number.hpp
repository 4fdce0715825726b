// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace coarsen {

/// The number of the rules by which this program measures. Raise it by one in each commit that changes a measured number on
/// purpose, which is each that makes pins anew (tests/pins/remake.sh), and give the commit its line in the table of
/// resources/CHANGES.md. What was measured by other rules is not continued: journals of runs, results of sessions and surveys
/// carry the number. Neither speed nor words nor new settings that are off raise it.
inline constexpr int rulesNumber = 6;

/// The rules that files without the number were measured by: those of 0.1.0, after which none changed until files carried it.
inline constexpr int firstRulesNumber = 1;

inline constexpr const char* rulesKey = "rules";  ///< of the number in files

}  // namespace coarsen
