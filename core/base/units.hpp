// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

namespace coarsen {

/// Who wrote a unit. `any`: people and most programs. `imageJ`: a bare A is an ångström, too. `xml`: OME and NGFF, whose symbols
/// have all prefixes of the SI and keep their case: Mm is a megametre there.
enum class UnitDialect { any, imageJ, xml };

/// Micrometres in a unit of length: pm, Å, nm, µm, mm, cm, dm, m, km, in, thou and their words; in XML what OME names besides.
/// The micro sign and the ångström may be of any code point, escaped as Java and XML do it (\u00B5m, &#181;m), or a byte of
/// Latin-1. Words have any case; letters that stand alone are small. Nothing for what is no length, or not surely one.
std::optional<double> micrometresIn(std::string_view unit, UnitDialect dialect = UnitDialect::any);

/// Seconds in a unit of time: ns, µs, ms, s, min, h, d, wk and their words. Nothing for m, which is minutes to one and metres or
/// months to another, for months and years, which are not all as long, and for all else.
std::optional<double> secondsIn(std::string_view unit, UnitDialect dialect = UnitDialect::any);

/// True where the text says that there is no unit of length or time: nothing, pixels, voxels, frames, a "reference frame", or
/// what a diffraction pattern has, 1/nm.
bool isNoUnit(std::string_view unit);

/// The units that a refusal tells people to write.
constexpr std::string_view timeUnitsInWords = "ns, \u00B5s, ms, s, min, h, d or wk";

}  // namespace coarsen
